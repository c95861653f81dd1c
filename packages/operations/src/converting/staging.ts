import { type Dirent, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf, Failure, messageOf, shownPath } from '@slipway/model'

/** The limits for files that a plugin may write into a staging folder. */
const most = { files: 5000, megabytes: 512, levels: 64 } as const

/**
 * Makes a place beside a folder, on the same file system, where plugins write before anything is moved there. An existing folder must be
 * empty, unless the user forces it.
 *
 * @throws Failure `cli/folder-not-empty`, `cli/unwritable-file`
 */
export function stagingFor(out: string, force: boolean): Staging {
  const stats = lstatSync(out, { throwIfNoEntry: false })
  if (stats?.isDirectory() === false)
    throw new Failure('cli/folder-not-empty', `${shownPath(out)} is not a folder`, { hint: 'give --out another name' })
  if (stats !== undefined && readdirSync(out).length > 0 && !force)
    throw new Failure('cli/folder-not-empty', `${shownPath(out)} is not empty`, {
      hint: 'give --out another name; or --force, which replaces files of the same names and keeps the others',
    })
  const parent = stats === undefined ? dirname(out) : out
  try {
    return new Staging(mkdtempSync(join(parent, '.slipway-converting-')))
  } catch (error) {
    throw new Failure('cli/unwritable-file', `nothing can be written into ${shownPath(parent)}: ${messageOf(error)}`, {
      hint: 'give --out a folder inside one that exists and that you can write to',
      cause: error,
    })
  }
}

/** A folder for unfinished results. Call `remove` in every case. */
export class Staging {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Makes an empty folder of this name in the staging folder. */
  folder(name: string): string {
    const path = join(this.#folder, name)
    mkdirSync(path)
    return path
  }

  /**
   * Does the work, and ends it as soon as a plugin has written more than the limits allow.
   *
   * @param who the plugin, for the failure
   */
  async guarded<T>(who: string, work: (signal: AbortSignal) => Promise<T>, stop: AbortSignal | undefined): Promise<T> {
    const tooMuch = new AbortController()
    const signal = stop === undefined ? tooMuch.signal : AbortSignal.any([stop, tooMuch.signal])
    const look = setInterval(() => {
      try {
        filesIn(this.#folder, who)
      } catch (error) {
        tooMuch.abort(error)
      }
    }, 500)
    try {
      return await work(signal)
    } catch (error) {
      throw tooMuch.signal.aborted ? tooMuch.signal.reason : error
    } finally {
      clearInterval(look)
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/**
 * Lists the files in a folder that a plugin has filled, relative to the folder, sorted. Refuses everything that is no plain file or folder, and more
 * files than the limits allow.
 *
 * @param who the plugin, for the failure
 * @throws Failure `convert/bad-result`
 */
export function filesIn(folder: string, who: string): readonly string[] {
  const files: string[] = []
  let bytes = 0
  const refuse = (why: string): Failure =>
    new Failure('convert/bad-result', `Slipway refuses the result of ${who}: ${why}`, {
      hint: 'nothing was written; tell the author of the plugin',
    })
  const walk = (below: string, level: number): void => {
    if (level > most.levels) throw refuse(`it has folders more than ${most.levels} levels deep`)
    for (const entry of entriesOf(join(folder, below))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      // oxlint-disable-next-line no-control-regex
      if (/[\u0000-\u001f\u007f]/.test(entry.name)) throw refuse(`a name has control characters: ${shownPath(name)}`)
      if (entry.isDirectory()) walk(name, level + 1)
      else if (entry.isFile()) {
        files.push(name)
        bytes += lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
      } else throw refuse(`${shownPath(name)} is a link or a special file`)
      if (files.length > most.files) throw refuse(`it has more than ${most.files} files`)
      if (bytes > most.megabytes * 2 ** 20) throw refuse(`it has more than ${most.megabytes} MB`)
    }
  }
  walk('', 0)
  return files.toSorted()
}

/** Lists the entries of a folder. The list is empty for a folder that its plugin has just removed, because plugins have temporary folders. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/**
 * Moves a complete result to the user's folder. If that folder has files already, everything is checked before the first file moves.
 *
 * @param files relative to `from`
 */
export function moveInto(out: string, from: string, files: readonly string[]): void {
  if (!existsSync(out)) {
    renameSync(from, out)
    return
  }
  for (const file of files) refuseObstacle(out, file)
  for (const file of files) {
    mkdirSync(dirname(join(out, file)), { recursive: true })
    renameSync(join(from, file), join(out, file))
  }
}

/** Refuses to follow links out of the folder, and to replace a folder with a file or a file with a folder. */
function refuseObstacle(out: string, file: string): void {
  const parts = file.split('/')
  for (const [index] of parts.entries()) {
    const path = join(out, ...parts.slice(0, index + 1))
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return
    const isLast = index === parts.length - 1
    const fits = isLast ? stats.isFile() : stats.isDirectory()
    if (!fits)
      throw new Failure(
        'cli/folder-not-empty',
        `${shownPath(path)} is in the way: it is not a ${isLast ? 'file' : 'folder'}`,
        {
          hint: `move ${basename(path)} away, or give --out another name; nothing was written`,
        },
      )
  }
}
