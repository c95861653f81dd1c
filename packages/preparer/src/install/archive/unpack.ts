import {
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, isAbsolute, join, normalize, relative } from 'node:path'
import { messageOf } from '@slipway/model'
import { bounds } from './bounds.ts'
import { LinkMap } from './link-map.ts'
import { badArchive, type TarEntry, type TarSink } from './tar-entries.ts'

/**
 * Writes the entries of an archive below a folder, and nothing anywhere else: no path and no link leads out of it, and
 * nothing is written through a link.
 */
export class Unpacked implements TarSink {
  readonly #folder: string
  readonly #reader: number | undefined
  readonly #links = new LinkMap()
  #file: number | undefined
  #bytes = 0

  /** @param reader the group that may read what its owner may; absent: nobody else needs to */
  constructor(folder: string, reader?: number) {
    this.#folder = folder
    this.#reader = reader
    mkdirSync(folder, { mode: 0o755 })
    this.#share(folder, 0o755)
  }

  begin(entry: TarEntry): void {
    const path = this.#inside(entry.path)
    if (path === undefined) return
    try {
      this.#parents(dirname(path))
      this.#make(path, entry)
    } catch (error) {
      throw error instanceof Error && 'syscall' in error ? badArchive(`${entry.path}: ${messageOf(error)}`) : error
    }
  }

  content(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > bounds.content) throw badArchive(`more than ${bounds.content / 1024 ** 3} GB come out of it`)
    for (let at = 0; this.#file !== undefined && at < chunk.length;) at += writeSync(this.#file, chunk, at)
  }

  end(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  /** Once all of it is there. @throws Failure `node/bad-archive` when a link leads out of it */
  finish(): void {
    for (const link of this.#links.leadingOut()) throw badArchive(`${link} leads out of it`)
  }

  #make(path: string, { kind, mode, target, path: name }: TarEntry): void {
    switch (kind) {
      case 'folder':
        if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) mkdirSync(path)
        this.#share(path, mode | 0o700)
        break
      case 'file':
        // Never over something: that may be a link.
        this.#file = openSync(path, 'wx', 0o600)
        this.#share(path, mode)
        break
      case 'symlink':
        if (isAbsolute(target)) throw badArchive(`${name} leads out of it`)
        symlinkSync(target, path)
        this.#links.add(relative(this.#folder, path), target)
        break
      case 'hardlink': {
        const linked = this.#inside(target)
        if (linked === undefined) throw badArchive(`${name} is a link to itself`)
        this.#refuseLinks(dirname(linked))
        if (!lstatSync(linked).isFile()) throw badArchive(`${name} is a link to something that is not a file`)
        linkSync(linked, path)
        break
      }
      case 'other':
        throw badArchive(`${name} is neither a file nor a folder nor a link`)
    }
  }

  /** `undefined`: the top itself. */
  #inside(path: string): string | undefined {
    if (path.includes('\0') || path === '') throw badArchive('a name in it is empty or contains a zero byte')
    this.#refuseOutside(path, path)
    const inside = normalize(path).replace(/\/$/, '')
    return inside === '.' ? undefined : join(this.#folder, inside)
  }

  #refuseOutside(name: string, path: string): void {
    const steps = normalize(path).split('/')
    if (isAbsolute(path) || steps[0] === '..') throw badArchive(`${name} leads out of it`)
  }

  #parents(folder: string): void {
    const steps = relative(this.#folder, folder).split('/').filter(Boolean)
    let path = this.#folder
    for (const step of steps) {
      path = join(path, step)
      const stats = lstatSync(path, { throwIfNoEntry: false })
      if (stats === undefined) {
        mkdirSync(path, { mode: 0o755 })
        this.#share(path, 0o755)
      } else if (!stats.isDirectory()) throw badArchive(`${path.slice(this.#folder.length + 1)} is not a folder there`)
    }
  }

  #refuseLinks(folder: string): void {
    for (let path = folder; path.length > this.#folder.length; path = dirname(path))
      if (!lstatSync(path).isDirectory()) throw badArchive('a link in it leads through a link')
  }

  /** Whoever runs it may read it, but change nothing. */
  #share(path: string, mode: number): void {
    if (this.#reader === undefined) return chmodSync(path, mode & ~0o022)
    chownSync(path, -1, this.#reader)
    chmodSync(path, (mode & 0o705) | ((mode >> 3) & 0o050) | (mode & 0o050))
  }
}
