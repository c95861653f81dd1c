import { realpathSync, statSync, type Stats } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import type { Candidate } from './scan-root.ts'
import type { DiscoveryProblem } from './problem.ts'

/** Who runs the engine; a test passes another one. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

/**
 * Refuses plugins that somebody else could have changed: found through a link that leaves the root, or with a file or
 * folder on the way that is not ours or that others may write. Looks at each folder once.
 */
export class SafetyCheck {
  readonly #owner: Owner
  readonly #allowUnsafe: boolean
  readonly #folders = new Map<string, string | undefined>()

  constructor(owner: Owner, allowUnsafe: boolean) {
    this.#owner = owner
    this.#allowUnsafe = allowUnsafe
  }

  /** Why the candidate may not be launched; `undefined` when it may. */
  problem(candidate: Candidate): DiscoveryProblem | undefined {
    const about = { severity: 'error', file: candidate.file, pluginId: candidate.id } as const
    const stats = statSync(candidate.file, { throwIfNoEntry: false })
    if (stats === undefined || !stats.isFile() || (stats.mode & 0o111) === 0) {
      const what = stats === undefined ? 'leads nowhere' : stats.isFile() ? 'is not executable' : 'is no file'
      const message = `${candidate.file} ${what}`
      return { ...about, code: 'host/not-executable', message, hint: `chmod +x ${candidate.file}` }
    }
    const reason = this.#allowUnsafe ? undefined : this.#unsafe(candidate, stats)
    if (reason === undefined) return undefined
    const hint = 'take the write permission away (chmod go-w), or set plugins.allowUnsafePaths when this is wanted'
    return { ...about, code: 'host/unsafe-plugin', message: `${candidate.id} is not launched: ${reason}`, hint }
  }

  #unsafe(candidate: Candidate, stats: Stats): string | undefined {
    const root = realpathSync(candidate.root.path)
    const file = realpathSync(candidate.file)
    const inside = relative(root, file)
    if (inside === '..' || inside.startsWith(`..${sep}`)) {
      return `${candidate.file} is a link that leaves the plugin directory, to ${file}`
    }
    const ofFile = this.#distrust(file, stats)
    if (ofFile !== undefined) return ofFile
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      const ofFolder = this.#distrustFolder(folder)
      if (ofFolder !== undefined || folder === root) return ofFolder
    }
  }

  #distrustFolder(folder: string): string | undefined {
    if (!this.#folders.has(folder)) this.#folders.set(folder, this.#distrust(folder, statSync(folder)))
    return this.#folders.get(folder)
  }

  #distrust(path: string, { uid, gid, mode }: Stats): string | undefined {
    const owner = this.#owner
    if (uid !== 0 && uid !== owner.uid) return `${path} belongs to the user with id ${uid}`
    if ((mode & 0o002) !== 0) return `everybody may write ${path}`
    // Where each user has a group of the same number for himself alone, files are born writable by it (umask 002).
    const ownGroup = gid === owner.gid && gid === owner.uid && gid !== 0
    if ((mode & 0o020) !== 0 && !ownGroup) return `the group with id ${gid} may write ${path}`
    return undefined
  }
}
