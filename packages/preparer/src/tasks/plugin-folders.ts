import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { unpackArchive } from '@slipway/archives'
import { badArchive } from '../install/archive/bad-archive.ts'

/** Unused folders that are kept for the next deployment, so that they need not be sent again. */
const mostKept = 20
/** How many bytes an archive may unpack to. */
const mostBytes = 256 * 1024 * 1024

/** The folders of task plugins on this node, by their content. */
export class PluginFolders {
  readonly #root: string
  readonly #used = new Map<string, number>()

  constructor(root: string) {
    this.#root = root
  }

  has(digest: string): boolean {
    return existsSync(this.#path(digest))
  }

  /** @throws Failure `node/bad-archive` */
  async add(digest: string, archive: Buffer): Promise<void> {
    if (this.has(digest)) return
    if (createHash('sha256').update(archive).digest('hex') !== digest) throw badArchive('it did not arrive completely')
    mkdirSync(this.#root, { recursive: true, mode: 0o700 })
    const draft = mkdtempSync(join(this.#root, '.draft-'))
    this.#used.set(basename(draft), 1)
    try {
      const [file, content] = [join(draft, 'archive'), join(draft, 'content')]
      writeFileSync(file, archive, { mode: 0o600 })
      await unpackArchive(file, content, {
        signal: AbortSignal.any([]),
        refuse: badArchive,
        caps: { bytes: mostBytes },
      })
      // Another task may have brought the same folder meanwhile.
      if (!this.has(digest)) renameSync(content, this.#path(digest))
    } finally {
      rmSync(draft, { recursive: true, force: true })
      this.#used.delete(basename(draft))
    }
  }

  /** Keeps the folder for as long as the work takes. */
  async use<T>(digest: string, work: (folder: string) => Promise<T>): Promise<T> {
    const path = this.#path(digest)
    this.#used.set(digest, (this.#used.get(digest) ?? 0) + 1)
    try {
      const now = new Date()
      utimesSync(path, now, now)
      return await work(path)
    } finally {
      this.#used.set(digest, (this.#used.get(digest) ?? 1) - 1)
      this.#prune()
    }
  }

  #prune(): void {
    const idle = readdirSync(this.#root).filter((name) => (this.#used.get(name) ?? 0) === 0)
    const usedAt = (name: string): number => statSync(join(this.#root, name)).mtimeMs
    for (const name of idle.sort((a, b) => usedAt(b) - usedAt(a)).slice(mostKept))
      rmSync(join(this.#root, name), { recursive: true, force: true })
  }

  #path(digest: string): string {
    return join(this.#root, digest)
  }
}
