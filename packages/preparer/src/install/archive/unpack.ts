import {
  chmodSync,
  closeSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, isAbsolute, join, normalize, relative } from 'node:path'
import { messageOf } from '@slipway/model'
import type { Account } from '../../supervise/account.ts'
import { bounds } from './bounds.ts'
import { badArchive, type TarEntry, type TarSink } from './tar-entries.ts'

/**
 * Writes the entries of an archive below a folder, and nothing anywhere else: no path and no link leads out of it, and
 * nothing is written through a link.
 */
export class Unpacked implements TarSink {
  readonly #folder: string
  readonly #account: Account | undefined
  #file: number | undefined
  #bytes = 0

  constructor(folder: string, account: Account | undefined) {
    this.#folder = folder
    this.#account = account
    mkdirSync(folder, { mode: 0o755 })
    this.#own(folder)
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

  #make(path: string, { kind, mode, target, path: name }: TarEntry): void {
    switch (kind) {
      case 'folder':
        if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) mkdirSync(path)
        chmodSync(path, mode | 0o700)
        break
      case 'file':
        // Never over something: that may be a link.
        this.#file = openSync(path, 'wx', mode)
        chmodSync(path, mode)
        break
      case 'symlink':
        this.#refuseOutside(name, isAbsolute(target) ? target : join(dirname(name), target))
        symlinkSync(target, path)
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
    this.#own(path)
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
        this.#own(path)
      } else if (!stats.isDirectory()) throw badArchive(`${path.slice(this.#folder.length + 1)} is not a folder there`)
    }
  }

  #refuseLinks(folder: string): void {
    for (let path = folder; path.length > this.#folder.length; path = dirname(path))
      if (!lstatSync(path).isDirectory()) throw badArchive('a link in it leads through a link')
  }

  #own(path: string): void {
    if (this.#account !== undefined) lchownSync(path, this.#account.uid, this.#account.gid)
  }
}
