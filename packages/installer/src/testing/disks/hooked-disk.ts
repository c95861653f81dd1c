import type { Disk } from '../../store/disk.ts'

/**
 * Calls the hook before each change of the disk, with its number from 1 and its words: `rename /a /b`. The call throws whatever the hook
 * throws.
 */
export function hookedDisk(disk: Disk, hook: (count: number, words: string) => void): Disk {
  let count = 0
  const before =
    <A extends readonly unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      hook(++count, [name, ...args.filter((each) => typeof each === 'string')].join(' '))
      return call(...args)
    }
  return {
    makeFolder: before('makeFolder', disk.makeFolder),
    write: before('write', (path: string, contents: string) => disk.write(path, contents)),
    sync: before('sync', disk.sync),
    rename: before('rename', disk.rename),
    link: before('link', disk.link),
    symlink: before('symlink', disk.symlink),
    copy: before('copy', disk.copy),
    chmod: before('chmod', disk.chmod),
    removeFile: before('removeFile', disk.removeFile),
    remove: before('remove', disk.remove),
    fill: async (path, work) => {
      hook(++count, `fill ${path}`)
      return disk.fill(path, work)
    },
  }
}

/** Returns a disk that stops writing from the call with this number on, as after a kill. */
export function dyingDisk(disk: Disk, last: number): Disk & { readonly isDead: () => boolean } {
  let isDead = false
  const hooked = hookedDisk(disk, (count) => {
    if (count >= last) isDead = true
    if (isDead) throw new Error('killed')
  })
  return { ...hooked, isDead: () => isDead }
}

/** Returns a disk without room for the call with this number. Later calls have room again, so that an undo can write. */
export function fullDisk(disk: Disk, full: number): Disk & { readonly wasFull: () => boolean } {
  let wasFull = false
  const growing = /^(write|copy|makeFolder|link|fill|symlink)\b/
  const hooked = hookedDisk(disk, (count, words) => {
    if (count !== full) return
    wasFull = true
    if (growing.test(words))
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write', path: words })
  })
  return { ...hooked, wasFull: () => wasFull }
}
