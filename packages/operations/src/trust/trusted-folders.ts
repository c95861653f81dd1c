import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure, messageOf, shownPath, systemWords } from '@slipway/model'
import { ownOwner, PathTrust } from '@slipway/processes/path-trust'
import { realFolder } from '../reading/real-folder.ts'
import { readOptionalText } from '@slipway/source/files'
import { repositoryOf } from './repository.ts'

/** A folder as it was when its user trusted it. If any field differs, it is a different folder. */
export interface TrustedFolder {
  /** The absolute path, without links. */
  readonly folder: string
  /** The id of the folder's owner. */
  readonly owner: number
  /** The URL of the remote of the folder's repository; without a remote, `DEVICE:INODE` of the folder. */
  readonly repository: string
}

/**
 * The folders that a user has trusted, one file each in the user's configuration, so that concurrent commands lose nothing. Files that
 * other users could have written do not count.
 */
export class TrustedFolders {
  readonly #directory: string
  readonly #paths = new PathTrust(ownOwner())

  /**
   * Opens the user's trusted folders.
   *
   * @param config Slipway's part of the user's configuration
   */
  constructor(config: string) {
    this.#directory = join(config, 'trusted')
  }

  /** Returns all trusted folders, sorted by path. */
  list(): readonly TrustedFolder[] {
    return namesIn(this.#directory)
      .flatMap((name) => this.#read(join(this.#directory, name)) ?? [])
      .toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
  }

  /** Returns the trusted folder that covers this one: the folder itself, or a folder above it in the same repository. Follows links. */
  covering(path: string): TrustedFolder | undefined {
    const folder = realFolder(path)
    const repository = remoteOf(folder)
    for (let above = folder; ; above = dirname(above)) {
      const known = this.#read(this.#fileOf(above))
      const isSame = known?.folder === above && isAsItWas(known) && remoteOf(above) === repository
      if (isSame) return known
      if (dirname(above) === above) return undefined
    }
  }

  /**
   * Trusts a folder.
   *
   * @throws Failure `cli/unwritable-file` if the user's configuration is unwritable
   */
  add(path: string): TrustedFolder {
    const trusted = asItIs(realFolder(path))
    const file = this.#fileOf(trusted.folder)
    const draft = `${file}.${randomUUID()}`
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
      try {
        writeFileSync(draft, `${JSON.stringify(trusted)}\n`, { flag: 'wx', mode: 0o600, flush: true })
        renameSync(draft, file)
      } finally {
        rmSync(draft, { force: true })
      }
    } catch (error) {
      const why = systemWords(error) ?? messageOf(error)
      throw new Failure('cli/unwritable-file', `${shownPath(file)} cannot be written: ${why}`, {
        hint: 'name another folder for your configuration with XDG_CONFIG_HOME, or trust a folder for one command with SLIPWAY_TRUST=1',
        cause: error,
      })
    }
    return trusted
  }

  /** Like `add`, but ignores an unwritable configuration, so that the next command asks again. */
  addIfPossible(path: string): void {
    try {
      if (this.covering(path) === undefined) this.add(path)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }

  /** Removes a folder, which may no longer exist. Returns false if this folder itself was not trusted. */
  remove(path: string): boolean {
    const file = this.#fileOf(realFolder(path))
    const isKnown = statSync(file, { throwIfNoEntry: false }) !== undefined
    rmSync(file, { force: true })
    return isKnown
  }

  #fileOf(folder: string): string {
    return join(this.#directory, `${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.json`)
  }

  #read(file: string): TrustedFolder | undefined {
    const text = readOptionalText(file, { most: 64 * 1024, isOnDisk: true })
    if (text === undefined || this.#paths.problem(file) !== undefined) return undefined
    return trustedIn(text)
  }
}

/** True while the folder, its owner and its repository are the same as when the user trusted the folder. */
export function isAsItWas(trusted: TrustedFolder): boolean {
  try {
    const now = asItIs(trusted.folder)
    return now.owner === trusted.owner && now.repository === trusted.repository
  } catch {
    return false
  }
}

function asItIs(folder: string): TrustedFolder {
  const { uid, dev, ino } = statSync(folder, { bigint: true })
  return { folder, owner: Number(uid), repository: repositoryOf(folder)?.remote ?? `${dev}:${ino}` }
}

/** Returns the remote that identifies the repository of a folder; `undefined` outside a repository. */
function remoteOf(folder: string): string | undefined {
  const repository = repositoryOf(folder)
  return repository?.remote ?? repository?.root
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}

function trustedIn(text: string): TrustedFolder | undefined {
  try {
    const { folder, owner, repository } = JSON.parse(text) as Partial<Record<keyof TrustedFolder, unknown>>
    if (typeof folder !== 'string' || typeof owner !== 'number' || typeof repository !== 'string') return undefined
    return { folder, owner, repository }
  } catch {
    return undefined
  }
}
