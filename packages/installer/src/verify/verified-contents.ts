import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '@slipway/model'
import type { Claims } from './attestation/claims.ts'
import type { Level, Signer } from './level.ts'

/** A signer of some bytes that this machine has verified. Whether that signer may sign this plugin is checked again each time. */
export interface VerifiedFact {
  readonly level: Extract<Level, 'signature' | 'attestation'>
  readonly signer: Signer
  /** The file name in the signature: the signer of one plugin has not signed another plugin that happens to have the same bytes. */
  readonly fileName: string
  /** The claims of an attestation, such as the repository and the workflow, which the policy needs. */
  readonly claims?: Claims
}

/**
 * The contents that this machine has verified, in the store. Machines may share a store, and others may fill it, so each record is sealed
 * with a key that only this user on this machine has. Records without this seal do not count: their bytes are verified again.
 */
export interface VerifiedContents {
  of(sha256: string): readonly VerifiedFact[]
  add(sha256: string, fact: VerifiedFact): void
}

interface Places {
  readonly home: string
  readonly store: string
}

export function verifiedContents({ home, store }: Places): VerifiedContents {
  const fileOf = (sha256: string): string => join(store, 'verified', sha256.slice(0, 2), `${sha256}.json`)
  const seal = (sha256: string, facts: string): Buffer =>
    createHmac('sha256', machineKey(home)).update(`${sha256}\n${machineId()}\n${facts}`).digest()
  const of = (sha256: string): readonly VerifiedFact[] => {
    const record = recordIn(fileOf(sha256))
    if (record === undefined) return []
    const expected = seal(sha256, record.facts)
    const given = Buffer.from(record.seal, 'hex')
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
    return isOurs ? (JSON.parse(record.facts) as readonly VerifiedFact[]) : []
  }
  return {
    of,
    add(sha256, fact) {
      const others = of(sha256).filter(
        (each) => each.level !== fact.level || each.signer !== fact.signer || each.fileName !== fact.fileName,
      )
      const facts = JSON.stringify([...others, fact])
      const record: SealedRecord = { format: 1, facts, seal: seal(sha256, facts).toString('hex') }
      writeWhole(fileOf(sha256), `${JSON.stringify(record)}\n`)
    },
  }
}

interface SealedRecord {
  readonly format: 1
  /** The facts as a JSON text: the seal covers exactly this text. */
  readonly facts: string
  readonly seal: string
}

function recordIn(file: string): SealedRecord | undefined {
  try {
    const { format, facts, seal } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    return format === 1 && typeof facts === 'string' && typeof seal === 'string' ? { format, facts, seal } : undefined
  } catch {
    // A missing or damaged record counts as none: the contents are verified again.
    return undefined
  }
}

/** Returns the key of this machine, which is made at the first use. When two processes make a key at once, the first wins. */
function machineKey(home: string): Buffer {
  const file = join(home, 'config', 'machine-key')
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, randomBytes(32), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  const key = readFileSync(file)
  if (key.length === 32) return key
  throw new Failure('install/known-keys', `${file} is not the key of this machine: it should have 32 bytes`, {
    hint: 'remove the file; Slipway then verifies plugins once more',
  })
}

/** Returns the id of this machine: a home on a network disk is the same on several machines. */
function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch {
    return ''
  }
}

function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
