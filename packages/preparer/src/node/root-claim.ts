import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, Failure } from '@slipway/model'
import { fateOf, processIdentity, type ProcessIdentity } from '@slipway/processes'

interface Claim extends ProcessIdentity {
  readonly node: string
}

/** Milliseconds of silence after which a preparer that may not be alive loses its root. */
const silenceMs = 30_000

export interface RootClaim {
  /** Shows that the preparer is still there. */
  renew(): void
  giveBack(): void
}

/**
 * Claims a root for one preparer, or fails while another one that may live has it.
 * @throws Failure `node/root-in-use`
 */
export function claimRoot(file: string, node: string): RootClaim {
  const own: Claim = { ...processIdentity(), node }
  const draft = `${file}.${own.pid}`
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 })
  try {
    for (;;) {
      try {
        linkSync(draft, file)
        return { renew: () => touch(file), giveBack: () => rmSync(file, { force: true }) }
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
      }
      const holder = livingClaim(file)
      if (holder !== undefined) throw inUse(dirname(dirname(file)), holder)
      rmSync(file, { force: true })
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The preparer that has claimed the root; `undefined`: none, or one that is gone. */
export function livingClaim(file: string): Claim | undefined {
  try {
    const claim = JSON.parse(readFileSync(file, 'utf8')) as Claim
    const fate = fateOf(claim)
    if (fate === 'gone') return undefined
    return fate === 'runs' || Date.now() - statSync(file).mtimeMs < silenceMs ? claim : undefined
  } catch {
    return undefined
  }
}

function touch(file: string): void {
  const now = new Date()
  utimesSync(file, now, now)
}

function inUse(root: string, { pid, host, node }: Claim): Failure {
  return new Failure('node/root-in-use', `the preparer of ${node} (process ${pid} on ${host}) works in ${root}`, {
    hint: 'name another folder with --root, or end that preparer',
  })
}
