import { copyFileSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs'
import { dirname, isAbsolute, join, normalize } from 'node:path'
import { type Diagnostic, shownPath } from '@slipway/model'
import type { ReadPath } from '../forms/pulumi-yaml/conversion.ts'
import { settingsFileNames } from '../settings/load.ts'

/** The limits for copied files. They are below the limits of a result, so that there is room for the converted files. */
const most = { files: 4000, bytes: 400 * 2 ** 20, levels: 32 } as const

/**
 * Copies the files and folders that a program reads into the folder of its result. Paths that lead out of the program's folder stay as they are:
 * they mean the same from every folder, or cannot be copied at all. Links are never followed, and no file of the result is replaced.
 *
 * @returns warnings about paths that exist and were not copied
 */
export function copyRead(paths: readonly ReadPath[], from: string, to: string): readonly Diagnostic[] {
  const copy = new Copy(from, to)
  return paths.flatMap((path) => {
    const problem = copy.take(path)
    return problem === undefined ? [] : [notCopied(path, problem)]
  })
}

class Copy {
  readonly #from: string
  readonly #to: string
  #files = 0
  #bytes = 0

  constructor(from: string, to: string) {
    this.#from = from
    this.#to = to
  }

  /** Takes a path. Returns a reason if the path exists and was not copied. */
  take(path: ReadPath): string | undefined {
    const [source, target] = [plainPath(path.from), plainPath(path.to)]
    if (source === undefined || target === undefined) return undefined
    const stats = this.#statsOf(source)
    if (stats === undefined || typeof stats === 'string') return stats
    if (isOfSlipway(target)) return 'Slipway gives a file of this name a meaning'
    const files: string[] = []
    const problem = this.#collect(source, stats, files)
    if (problem !== undefined) return problem
    const copies = files.map((file) => [file, `${target}${file.slice(source.length)}`] as const)
    if (copies.some(([, copy]) => lstatSync(join(this.#to, copy), { throwIfNoEntry: false }) !== undefined))
      return 'the result has a file of this name'
    for (const [file, copy] of copies) {
      mkdirSync(dirname(join(this.#to, copy)), { recursive: true })
      copyFileSync(join(this.#from, file), join(this.#to, copy))
    }
    return undefined
  }

  /** Returns the stats of a path, or a reason if a part of the path is a link; `undefined` if nothing is there. */
  #statsOf(path: string): Stats | string | undefined {
    const parts = path.split('/')
    let stats: Stats | undefined
    for (const [index] of parts.entries()) {
      const part = parts.slice(0, index + 1).join('/')
      stats = lstatSync(join(this.#from, part), { throwIfNoEntry: false })
      if (stats?.isSymbolicLink() === true) return `${shownPath(part)} is a link`
    }
    return stats
  }

  /** Adds the files at a path. Leaves out links and everything that is no file. */
  #collect(path: string, stats: Stats, into: string[], level = 0): string | undefined {
    if (stats.isDirectory()) {
      if (level > most.levels) return `it has folders more than ${most.levels} levels deep`
      for (const name of readdirSync(join(this.#from, path))) {
        const inside = `${path}/${name}`
        const problem = this.#collect(inside, lstatSync(join(this.#from, inside)), into, level + 1)
        if (problem !== undefined) return problem
      }
    } else if (stats.isFile()) {
      into.push(path)
      this.#files += 1
      this.#bytes += stats.size
      if (this.#files > most.files) return `what the program reads has more than ${most.files} files`
      if (this.#bytes > most.bytes) return `what the program reads has more than ${most.bytes / 2 ** 20} MB`
    } else if (level === 0) return 'it is neither a file nor a folder'
    return undefined
  }
}

/** Returns the path in its plain form; `undefined` for a path that leads elsewhere, to the folder itself, or nowhere. */
function plainPath(written: string): string | undefined {
  const parts = written.split('/')
  const isUsable = !isAbsolute(written) && !parts.includes('..') && !written.includes('\0')
  if (!isUsable || parts.some((part) => Buffer.byteLength(part) > 255)) return undefined
  const path = normalize(written).replace(/\/$/, '')
  return path === '.' ? undefined : path
}

/** Returns true for a settings file of Slipway. A program must not bring settings, because a project of Slipway would follow them. */
function isOfSlipway(path: string): boolean {
  const [first = ''] = path.toLowerCase().split('/')
  const endings = settingsFileNames.map((name) => name.slice('slipway'.length))
  return first === '.slipway' || (first.startsWith('slipway.') && endings.some((ending) => first.endsWith(ending)))
}

function notCopied({ to }: ReadPath, why: string): Diagnostic {
  return {
    code: 'convert/assumed',
    severity: 'warning',
    message: `${shownPath(to)} is not copied: ${why}`,
    hint: 'copy it yourself if the result needs it',
  }
}
