import { lstatSync, unlinkSync } from 'node:fs'

/** Remembers the unix socket on which a plugin listens, and removes it if the plugin has left it behind. */
export class SocketFile {
  readonly #path: string
  readonly #inode: bigint | undefined

  constructor(path: string) {
    this.#path = path
    this.#inode = inodeOf(path)
  }

  /** Removes exactly this socket; a file that another process has put there since stays. */
  remove(): void {
    if (this.#inode === undefined || inodeOf(this.#path) !== this.#inode) return
    try {
      unlinkSync(this.#path)
    } catch {
      // Another process was faster.
    }
  }
}

function inodeOf(path: string): bigint | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stats?.isSocket() === true ? stats.ino : undefined
}
