import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, messageOf, shownPath, systemWords } from '@slipway/model'
import { PathTrust, type Owner } from '@slipway/processes/path-trust'
import { userConfigDirectory } from './user-folder.ts'

const prefix = 'group-'

/**
 * The groups whose files count as the user's own. Each group is an empty file beside the trusted folders, named by the group's number. Files that
 * other users could have placed do not count.
 */
export class TrustedGroups {
  readonly #directory: string
  readonly #paths: PathTrust

  /**
   * Opens the user's trusted groups.
   *
   * @param owner the permitted writer of the files
   */
  constructor(env: NodeJS.ProcessEnv, owner: Owner) {
    this.#directory = join(userConfigDirectory(env), 'trusted')
    this.#paths = new PathTrust(owner)
  }

  /** Returns the numbers of the groups, sorted. */
  list(): readonly number[] {
    return namesIn(this.#directory)
      .filter((name) => this.#isOurs(join(this.#directory, name)))
      .map((name) => Number(name.slice(prefix.length)))
      .toSorted((a, b) => a - b)
  }

  /**
   * Trusts a group.
   *
   * @throws Failure `cli/unwritable-file` if the user's configuration is unwritable
   */
  add(gid: number): void {
    const file = this.#fileOf(gid)
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
      writeFileSync(file, '', { mode: 0o600 })
    } catch (error) {
      const why = systemWords(error) ?? messageOf(error)
      throw new Failure('cli/unwritable-file', `${shownPath(file)} cannot be written: ${why}`, {
        hint: 'name another folder for your configuration with XDG_CONFIG_HOME',
        cause: error,
      })
    }
  }

  /** Removes a group. Returns false if it was not trusted. */
  remove(gid: number): boolean {
    const file = this.#fileOf(gid)
    const isKnown = statSync(file, { throwIfNoEntry: false }) !== undefined
    rmSync(file, { force: true })
    return isKnown
  }

  #fileOf(gid: number): string {
    return join(this.#directory, `${prefix}${gid}`)
  }

  #isOurs(file: string): boolean {
    try {
      return this.#paths.problem(file) === undefined
    } catch {
      return false
    }
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => /^group-(0|[1-9]\d{0,9})$/.test(name))
  } catch {
    return []
  }
}
