import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Change } from './recording-disk.ts'

/**
 * The states that a power cut may leave of the first `count` changes. Names become durable in order, by the `sync` of their folder or of a later
 * change; contents become durable only by the `sync` of their file.
 * - `everything`: all changes had reached the disk
 * - `names`: all names had reached it, but only the synced contents
 * - `least`: only the durable changes had reached it
 */
export type Left = 'everything' | 'names' | 'least'

export function changesLeft(changes: readonly Change[], count: number, left: Left): readonly Change[] {
  const done = changes.slice(0, count)
  if (left === 'everything') return done.filter((change) => change.do !== 'sync')
  const last = left === 'names' ? done.length : lastDurable(done)
  return done.slice(0, last).flatMap((change, index): readonly Change[] => {
    if (change.do === 'sync') return []
    if (change.do !== 'write' || isSynced(done, index)) return [change]
    return [{ ...change, contents: Buffer.alloc(0) }]
  })
}

/** Returns the number of durable changes of names: all changes up to the last one whose folder was synced after it. */
function lastDurable(done: readonly Change[]): number {
  const isDurable = (change: Change, index: number): boolean =>
    change.do !== 'sync' &&
    done.slice(index).some((later) => later.do === 'sync' && later.path === dirname(change.path))
  return done.findLastIndex(isDurable) + 1
}

/** Whether the contents of a write were synced under any name that the file had from then on. */
function isSynced(done: readonly Change[], index: number): boolean {
  const names = new Set([done[index]?.path ?? ''])
  for (const change of done.slice(index + 1)) {
    if (change.do === 'sync' && names.has(change.path)) return true
    if (change.do === 'link' && names.has(change.from)) names.add(change.path)
    if (change.do === 'rename') moveNames(names, change.from, change.path)
  }
  return false
}

function moveNames(names: Set<string>, from: string, to: string): void {
  for (const name of names) {
    if (name !== from && !name.startsWith(`${from}/`)) continue
    names.delete(name)
    names.add(to + name.slice(from.length))
  }
}

/** Makes these changes again, below another root. */
export function replay(changes: readonly Change[], root: string, target: string): void {
  const there = (path: string): string => target + path.slice(root.length)
  for (const change of changes) {
    const path = there(change.path)
    switch (change.do) {
      case 'folder':
        mkdirSync(path, { recursive: true })
        break
      case 'write':
        rmSync(path, { force: true })
        writeFileSync(path, change.contents)
        chmodSync(path, change.mode)
        break
      case 'symlink':
        symlinkSync(change.target, path)
        break
      case 'link':
        linkSync(there(change.from), path)
        break
      case 'rename':
        renameSync(there(change.from), path)
        break
      case 'chmod':
        chmodSync(path, change.mode)
        break
      case 'remove':
        rmSync(path, { recursive: true, force: true })
        break
      case 'sync':
        break
    }
  }
}

/** Copies the state before the first change. */
export function copyOfDisk(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
}
