import { lstatSync, unlinkSync } from 'node:fs'

/** Remembers the unix socket that a plugin listens on, and removes it when the plugin has left it behind. */
export class SocketFile {
  readonly #path: string
  readonly #inode: bigint | undefined

  constructor(path: string) {
    this.#path = path
    this.#inode = inodeOf(path)
  }

  /** Removes exactly this socket; a file that others have put there since stays. */
  remove(): void {
    if (this.#inode === undefined || inodeOf(this.#path) !== this.#inode) return
    try {
      unlinkSync(this.#path)
    } catch {
      // Somebody else was faster.
    }
  }
}

function inodeOf(path: string): bigint | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stats?.isSocket() === true ? stats.ino : undefined
}
