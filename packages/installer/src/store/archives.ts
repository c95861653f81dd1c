import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { bootId } from '@slipway/processes'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { type Disk, replaceFile } from './disk.ts'
import { sha256OfFile, stampOf } from './tree-list.ts'

/** The note beside an archive. */
interface Note extends Omit<Archive, 'file'> {
  readonly stamp: string
  /** The id of the boot at the last verification: the contents are not synced, and the stamp does not show the effects of a power cut. */
  readonly boot: string
  /** The origins of these bytes, as in `Source.origin`: a lock file may name any of them. */
  readonly origins: readonly string[]
  /** The kind of plugin according to its registry, by origin. */
  readonly kinds?: Readonly<Record<string, string>>
  /** The plugins that this one needs according to its registry, by origin. */
  readonly needs?: Readonly<Record<string, readonly Descriptor[]>>
}

/** A source's statements about bytes that it has. */
interface Said {
  readonly origin: string
  /** The kind of plugin, if the source names it. */
  readonly kind?: string
  readonly needs?: readonly Descriptor[]
}

/** A file in its downloaded form. */
export interface Archive {
  readonly file: string
  /** `program`: one executable that is not packed. */
  readonly as: 'archive' | 'program'
  readonly sha256: string
  readonly size: number
  /** The file name at the source. */
  readonly fileName?: string
}

/** The archives, by the sha256 of their bytes. A JSON file beside each archive holds its description, and its stamp at the last verification. */
export class Archives {
  readonly #folder: string
  readonly #disk: Disk

  constructor(folder: string, disk: Disk) {
    this.#folder = folder
    this.#disk = disk
  }

  /** Finds an archive. Reads it again, unless it has been read since the machine started and is unchanged; removes a damaged archive. */
  async find(sha256: string): Promise<Archive | undefined> {
    const file = join(this.#folder, sha256)
    const noted = this.#read(file)
    const stamp = stampOf(file)
    if (noted === undefined || stamp === 'gone') return undefined
    const { as, size, fileName } = noted
    const archive = { file, as, sha256, size, ...(fileName !== undefined && { fileName }) }
    if (stamp === noted.stamp && noted.boot === bootId()) return archive
    if ((await sha256OfFile(file)) !== sha256) {
      await this.drop(sha256)
      return undefined
    }
    await this.#write(file, { ...noted, stamp, boot: bootId() })
    return archive
  }

  /** Whether the bytes also came from this origin. */
  isFrom(sha256: string, origin: string): boolean {
    return this.#read(join(this.#folder, sha256))?.origins.includes(origin) === true
  }

  /** Returns the kind of the plugin according to its registry: the bytes may not reveal it. */
  kindBy(sha256: string, origin: string): string | undefined {
    return this.#read(join(this.#folder, sha256))?.kinds?.[origin]
  }

  /** Returns the plugins that this one needs according to its registry: its files may not list them. */
  needsBy(sha256: string, origin: string): readonly Descriptor[] {
    return this.#read(join(this.#folder, sha256))?.needs?.[origin] ?? []
  }

  /** Records that a source claims to have these bytes. */
  async addOrigin(sha256: string, said: Said): Promise<void> {
    const file = join(this.#folder, sha256)
    const noted = this.#read(file)
    if (noted === undefined) return
    const next = { ...noted, ...withSaid(noted, said) }
    if (!isDeepStrictEqual(next, { kinds: {}, needs: {}, ...noted })) await this.#write(file, next)
  }

  /** Adopts a finished download whose bytes were just read. The move changes only the file's name and ctime. */
  async keep(download: Archive, said: Said): Promise<Archive> {
    const { file: from, ...archive } = download
    const kept = { ...download, file: join(this.#folder, download.sha256) }
    await this.#disk.makeFolder(this.#folder)
    const known = withSaid(this.#read(kept.file), said)
    await this.#disk.chmod(from, 0o444)
    await this.#disk.rename(from, kept.file)
    await this.#write(kept.file, { ...archive, ...known, stamp: stampOf(kept.file), boot: bootId() })
    return kept
  }

  async drop(sha256: string): Promise<void> {
    await this.#disk.remove(join(this.#folder, `${sha256}.json`))
    await this.#disk.remove(join(this.#folder, sha256))
  }

  #read(file: string): Note | undefined {
    if (!existsSync(`${file}.json`)) return undefined
    try {
      const note = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Note
      return Array.isArray(note.origins) ? note : undefined
    } catch {
      return undefined
    }
  }

  #write(file: string, note: Note): Promise<void> {
    return replaceFile(this.#disk, `${file}.json`, `${JSON.stringify(note)}\n`, { isDurable: false })
  }
}

function withSaid(noted: Note | undefined, { origin, kind, needs }: Said): Pick<Note, 'origins' | 'kinds' | 'needs'> {
  const origins = [...new Set([...(noted?.origins ?? []), origin])]
  return {
    origins,
    kinds: { ...noted?.kinds, ...(kind !== undefined && { [origin]: kind }) },
    needs: { ...noted?.needs, ...(needs !== undefined && { [origin]: needs }) },
  }
}
