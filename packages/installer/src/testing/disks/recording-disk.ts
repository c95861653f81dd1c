import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Disk } from '../../store/disk.ts'

/** A requested change of the disk. */
export type Change =
  | { readonly do: 'folder'; readonly path: string }
  | { readonly do: 'write'; readonly path: string; readonly contents: Buffer; readonly mode: number }
  | { readonly do: 'symlink'; readonly path: string; readonly target: string }
  | { readonly do: 'link' | 'rename'; readonly from: string; readonly path: string }
  | { readonly do: 'chmod'; readonly path: string; readonly mode: number }
  | { readonly do: 'remove' | 'sync'; readonly path: string }

/** Records every change below the root. A file that other code writes there counts as written when that code is done. */
export function recordingDisk(disk: Disk, root: string): { readonly disk: Disk; readonly changes: Change[] } {
  const changes: Change[] = []
  const note = (change: Change): void => {
    if (change.path.startsWith(`${root}/`)) changes.push(change)
  }
  const noteWritten = (path: string): void => {
    const stats = lstatSync(path)
    if (stats.isSymbolicLink()) note({ do: 'symlink', path, target: readlinkSync(path) })
    else if (stats.isFile()) note({ do: 'write', path, contents: readFileSync(path), mode: stats.mode & 0o777 })
    else {
      note({ do: 'folder', path })
      for (const name of readdirSync(path).sort()) noteWritten(join(path, name))
    }
  }
  const recording: Disk = {
    makeFolder: async (path) => {
      const missing: string[] = []
      for (let each = path; !existsSync(each); each = dirname(each)) missing.unshift(each)
      await disk.makeFolder(path)
      for (const each of missing) note({ do: 'folder', path: each })
    },
    write: async (path, contents) => {
      await disk.write(path, contents)
      noteWritten(path)
    },
    sync: async (path) => note({ do: 'sync', path }),
    rename: async (from, path) => {
      await disk.rename(from, path)
      note({ do: 'rename', from, path })
    },
    link: async (from, path) => {
      await disk.link(from, path)
      note({ do: 'link', from, path })
    },
    symlink: async (target, path) => {
      await disk.symlink(target, path)
      note({ do: 'symlink', path, target })
    },
    copy: async (from, path) => {
      await disk.copy(from, path)
      noteWritten(path)
    },
    chmod: async (path, mode) => {
      await disk.chmod(path, mode)
      note({ do: 'chmod', path, mode })
    },
    removeFile: async (path) => {
      await disk.removeFile(path)
      note({ do: 'remove', path })
    },
    remove: async (path) => {
      await disk.remove(path)
      note({ do: 'remove', path })
    },
    fill: async (path, work) => {
      const done = await disk.fill(path, work)
      if (existsSync(path)) noteWritten(path)
      return done
    },
  }
  return { disk: recording, changes }
}
