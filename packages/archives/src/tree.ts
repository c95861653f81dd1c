import { chmodSync, chownSync, closeSync, linkSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, systemWords } from '@slipway/model'
import { type ArchiveCaps, type Refuse, refuseTooMuch } from './caps.ts'
import { LinkMap } from './link-map.ts'
import { checkTarget, folded, shown, stepsOf } from './names.ts'

/** An entry of an archive, with its content to come. */
export interface Entry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'symlink' | 'hardlink' | 'other'
  readonly mode: number
  readonly target: string
}

/** Takes the entries of an archive, one after the other. */
export interface Sink {
  begin(entry: Entry): void
  content(chunk: Buffer): void
  end(): void
}

export interface Unpacked {
  readonly files: number
  readonly bytes: number
  /** Paths of the files that their owner may execute, sorted. */
  readonly executables: readonly string[]
  /** Paths of all written files and folders, each folder before its content; none of them is synced. */
  readonly written: readonly string[]
}

export interface TreeOptions {
  readonly refuse: Refuse
  readonly caps: ArchiveCaps
  /** The only group that may read what the owner may; absent: the modes decide. */
  readonly reader: number | undefined
}

interface Place {
  /** The step in its first spelling. */
  readonly step: string
  readonly kind: 'file' | 'folder' | 'symlink'
  /** The entries of a folder, by folded names. */
  readonly inside: Map<string, Place>
}

/**
 * Writes the entries of an archive into a new folder, and nothing anywhere else. It knows each path that there is, so no path is taken
 * twice. Links come last, when all of them are known: nothing can be written through one.
 */
export class Tree implements Sink {
  readonly #folder: string
  readonly #options: TreeOptions
  readonly #top: Place = { step: '', kind: 'folder', inside: new Map() }
  readonly #links: LinkMap
  readonly #executables = new Set<string>()
  readonly #written: string[] = []
  #file: number | undefined
  #entries = 0
  #files = 0
  #bytes = 0

  /** @param folder is not there yet */
  constructor(folder: string, options: TreeOptions) {
    this.#folder = folder
    this.#options = options
    this.#links = new LinkMap(options.refuse)
    mkdirSync(folder, { mode: 0o700 })
    this.#share(folder, 0o755)
  }

  begin(entry: Entry): void {
    const { refuse, caps } = this.#options
    const steps = stepsOf(entry.name, caps, refuse)
    try {
      this.#make(entry, steps)
    } catch (error) {
      // This file system does not accept the name. Other errors of the system are not the fault of the archive.
      if (!['ENAMETOOLONG', 'EILSEQ', 'EINVAL', 'EEXIST', 'EMLINK'].includes(codeOf(error) ?? '')) throw error
      throw refuse(`cannot be made: ${systemWords(error) ?? codeOf(error)}`, shown(entry.name))
    }
  }

  content(chunk: Buffer): void {
    this.#bytes += chunk.length
    refuseTooMuch(this.#bytes, this.#options.caps, this.#options.refuse)
    for (let at = 0; this.#file !== undefined && at < chunk.length;) at += writeSync(this.#file, chunk, at)
  }

  end(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  /**
   * Call this once everything else is there.
   * @throws the error from `refuse`, when a link leads out of the archive
   */
  finish(): Unpacked {
    for (const link of this.#links.leadingOut()) throw this.#options.refuse('leads out of it', shown(link))
    for (const { path, target } of this.#links.values()) {
      symlinkSync(target, join(this.#folder, path))
      this.#written.push(path)
    }
    return {
      files: this.#files,
      bytes: this.#bytes,
      executables: [...this.#executables].toSorted(),
      written: this.#written,
    }
  }

  #make(entry: Entry, steps: readonly string[]): void {
    const { refuse, caps } = this.#options
    const { kind, name, target } = entry
    this.#countEntry()
    const last = steps.at(-1)
    if (last === undefined) {
      if (kind !== 'folder') throw refuse('has no name of its own', shown(name))
      return
    }
    const parent = this.#parent(steps)
    const known = this.#find(parent, last, name)
    if (known !== undefined && (known.kind !== 'folder' || kind !== 'folder'))
      throw refuse('is in it more than once', shown(name))
    const path = steps.join('/')
    switch (kind) {
      case 'folder':
        if (known === undefined) this.#makeFolder(parent, last, path)
        this.#share(this.#at(path), entry.mode | 0o700)
        return
      case 'file':
        this.#makeFile(path, entry.mode)
        break
      case 'symlink':
        checkTarget(target, name, caps, refuse)
        this.#links.add(path, target)
        break
      case 'hardlink':
        this.#makeHardlink(path, entry)
        break
      case 'other':
        throw refuse('is neither a file nor a folder nor a link', shown(name))
    }
    parent.inside.set(folded(last), { step: last, kind: kind === 'symlink' ? 'symlink' : 'file', inside: new Map() })
  }

  #makeFolder(parent: Place, step: string, path: string): Place {
    const place: Place = { step, kind: 'folder', inside: new Map() }
    mkdirSync(this.#at(path), { mode: 0o700 })
    this.#written.push(path)
    parent.inside.set(folded(step), place)
    return place
  }

  #makeFile(path: string, mode: number): void {
    this.#file = openSync(this.#at(path), 'wx', 0o600)
    // The file must stay readable for those who pass it on.
    this.#share(this.#at(path), mode | 0o400)
    this.#countFile(path, (mode & 0o100) !== 0)
  }

  /** A second name for a file that has come before. */
  #makeHardlink(path: string, { name, target }: Entry): void {
    const { refuse, caps } = this.#options
    const steps = stepsOf(target, caps, refuse)
    let place: Place | undefined = this.#top
    for (const step of steps) place = place && this.#find(place, step, target)
    if (place?.kind !== 'file') throw refuse('is a link to something that is not a file', shown(name))
    const original = steps.join('/')
    linkSync(this.#at(original), this.#at(path))
    this.#countFile(path, this.#executables.has(original))
  }

  /** The folder that holds an entry. Makes it if the archive has no entry for it. */
  #parent(steps: readonly string[]): Place {
    let parent = this.#top
    for (const [index, step] of steps.slice(0, -1).entries()) {
      const path = steps.slice(0, index + 1).join('/')
      let place = this.#find(parent, step, path)
      if (place === undefined) {
        this.#countEntry()
        place = this.#makeFolder(parent, step, path)
        this.#share(this.#at(path), 0o755)
      } else if (place.kind !== 'folder') throw this.#options.refuse('is not a folder there', shown(path))
      parent = place
    }
    return parent
  }

  #find(parent: Place, step: string, name: string): Place | undefined {
    const place = parent.inside.get(folded(step))
    if (place !== undefined && place.step !== step)
      throw this.#options.refuse(
        `differs from ${shown(place.step)} only in upper and lower case or in the form of its characters`,
        shown(name),
      )
    return place
  }

  #countEntry(): void {
    const { refuse, caps } = this.#options
    this.#entries++
    if (this.#entries > caps.entries) throw refuse(`it has more than ${caps.entries} entries`)
  }

  #countFile(path: string, isExecutable: boolean): void {
    this.#files++
    this.#written.push(path)
    if (isExecutable) this.#executables.add(path)
  }

  #at(path: string): string {
    return join(this.#folder, path)
  }

  /** Everybody may read it, and nobody may change it. */
  #share(path: string, mode: number): void {
    const { reader } = this.#options
    if (reader === undefined) return chmodSync(path, mode & 0o755)
    chownSync(path, -1, reader)
    chmodSync(path, (mode & 0o705) | ((mode >> 3) & 0o050) | (mode & 0o050))
  }
}
