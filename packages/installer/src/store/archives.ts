import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Disk, replaceFile } from './disk.ts'
import { sha256OfFile, stampOf } from './tree-list.ts'

/** A file as it was downloaded. */
export interface Archive {
  readonly file: string
  /** `program`: one executable that is not packed. */
  readonly as: 'archive' | 'program'
  readonly sha256: string
  readonly size: number
  /** How whoever offers it calls it. */
  readonly fileName?: string
}

/** Archives by the sha256 of their bytes; beside each, as JSON, what it is and its stamp when it was last verified. */
export class Archives {
  readonly #folder: string
  readonly #disk: Disk

  constructor(folder: string, disk: Disk) {
    this.#folder = folder
    this.#disk = disk
  }

  /** It is read again unless it is the one that was read last; a damaged one is removed. */
  async find(sha256: string): Promise<Archive | undefined> {
    const file = join(this.#folder, sha256)
    const noted = this.#read(file)
    const stamp = stampOf(file)
    if (noted === undefined || stamp === 'gone') return undefined
    const { stamp: last, ...archive } = noted
    if (stamp === last) return { ...archive, file }
    if ((await sha256OfFile(file)) !== sha256) {
      await this.drop(sha256)
      return undefined
    }
    await this.#write({ ...archive, file }, stamp)
    return { ...archive, file }
  }

  /** Takes a finished download whose bytes were just read: moves it, which changes nothing but its name and its ctime. */
  async keep(download: Archive): Promise<Archive> {
    const kept = { ...download, file: join(this.#folder, download.sha256) }
    await this.#disk.makeFolder(this.#folder)
    await this.#disk.chmod(download.file, 0o444)
    await this.#disk.rename(download.file, kept.file)
    await this.#write(kept, stampOf(kept.file))
    return kept
  }

  async drop(sha256: string): Promise<void> {
    await this.#disk.remove(join(this.#folder, `${sha256}.json`))
    await this.#disk.remove(join(this.#folder, sha256))
  }

  #read(file: string): (Omit<Archive, 'file'> & { readonly stamp: string }) | undefined {
    if (!existsSync(`${file}.json`)) return undefined
    try {
      return JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Omit<Archive, 'file'> & { readonly stamp: string }
    } catch {
      return undefined
    }
  }

  #write({ file, ...archive }: Archive, stamp: string): Promise<void> {
    return replaceFile(this.#disk, `${file}.json`, `${JSON.stringify({ ...archive, stamp })}\n`, { isDurable: false })
  }
}
