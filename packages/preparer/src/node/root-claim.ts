import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, Failure } from '@slipway/model'
import { isGone, processIdentity, type ProcessIdentity } from '@slipway/processes'

interface Claim extends ProcessIdentity {
  readonly node: string
}

/**
 * One preparer for each root: takes it, or fails while another one that may live has it. Answers with what gives it back.
 *
 * @throws Failure `node/root-in-use`
 */
export function claimRoot(file: string, node: string): () => void {
  const own: Claim = { ...processIdentity(), node }
  const draft = `${file}.${own.pid}`
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 })
  try {
    for (;;) {
      try {
        linkSync(draft, file)
        return () => rmSync(file, { force: true })
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
      }
      const holder = readClaim(file)
      if (holder !== undefined && !isGone(holder)) throw inUse(dirname(dirname(file)), holder)
      rmSync(file, { force: true })
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The process that has the root; `undefined`: none, or none that can be identified. */
export function readClaim(file: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim
  } catch {
    return undefined
  }
}

function inUse(root: string, { pid, host, node }: Claim): Failure {
  return new Failure('node/root-in-use', `the preparer of ${node} (process ${pid} on ${host}) works in ${root}`, {
    hint: 'name another folder with --root, or end that preparer',
  })
}
