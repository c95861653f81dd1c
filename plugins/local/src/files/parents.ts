import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { forget, memoryOf, remember } from '../memory.ts'
import { inTurn } from '../path-turns.ts'
import type { CallVariables } from '../call-folders.ts'
import { isCertain, markOf } from './mark.ts'
import { codeOf, missing, unless } from './system-error.ts'

/*
 * Directories that had to be made on the way to a file. Each is noted before it is made, so that the last file in it
 * takes it along, and a directory that was there before, or that is somebody else's, stays.
 *
 * A note has the path in its first line. When the directory is made, its mark follows in a line of its own: a directory
 * that a user puts at the same path later does not have it.
 */

/**
 * Whether a directory was made on the way to something, and is wanted for nothing else.
 *
 * - `surely`: it is the very one.
 * - `perhaps`: the note cannot tell. Version 0.1.0 noted the path alone; a crash came before the mark was noted; or the file
 *   system has no birth times. That is enough to remove an empty directory, which loses nothing, and cleans up after the crash.
 *   It is not enough to call it Slipway's own: it would then go with all that is in it, and it may be a user's by now.
 */
type OnTheWay = 'surely' | 'perhaps' | 'no'

/** Does `work`; if a directory on the way to `path` is missing, makes it and tries again. */
export async function withParents<T>(call: CallVariables, path: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (thrown) {
      // tried more than once: another file may be removed at that moment and take the directory along
      if (codeOf(thrown) !== 'ENOENT' || attempt === 3) throw thrown
      await makeParents(call, path)
    }
  }
}

async function makeParents(call: CallVariables, path: string): Promise<void> {
  const absent: string[] = []
  for (let directory = dirname(path); !(await exists(directory)); directory = dirname(directory)) absent.push(directory)
  for (const directory of absent.toReversed()) await makeOnTheWay(call, directory)
}

/** Waits for its turn, like every change of a note: others may make, or remove, the same directory. */
function makeOnTheWay(call: CallVariables, directory: string): Promise<void> {
  const note = noteOf(call, directory)
  return inTurn(note, async () => {
    if (await exists(directory)) return
    await remember(note, () => writeFile(note, `${directory}\n`, { mode: 0o600 }))
    try {
      await mkdir(directory)
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST') throw thrown
      // somebody else was quicker
      return forget(note)
    }
    await appendFile(note, lineOf(await markOf(directory)))
  })
}

/** Removes the directories above `path` that were made for it, if they are empty now. */
export async function removeParents(call: CallVariables, path: string): Promise<void> {
  for (let directory = dirname(path); directory !== dirname(directory); directory = dirname(directory))
    if (!(await isRemoved(call, directory))) return
}

/** Removes a directory. Returns false when it stays. */
function isRemoved(call: CallVariables, directory: string): Promise<boolean> {
  const note = noteOf(call, directory)
  // a crash may have come before all directories were made
  if (!existsSync(note)) return Promise.resolve(!existsSync(directory))
  return inTurn(note, async () => {
    const isThere = existsSync(directory)
    const isTheirs = isThere && (await onTheWay(call, directory)) === 'no'
    if (isThere && !isTheirs && !(await isRemovedIfEmpty(directory))) return false
    await forget(note)
    return !isTheirs
  })
}

async function isRemovedIfEmpty(directory: string): Promise<boolean> {
  try {
    await unless(missing, rmdir(directory))
    return true
  } catch {
    return false
  }
}

export async function onTheWay(call: CallVariables, directory: string): Promise<OnTheWay> {
  const note = noteOf(call, directory)
  if (!existsSync(note)) return 'no'
  const text = (await unless(missing, readFile(note, 'utf8'))) ?? ''
  // a line without a line end was cut off
  const marks = text
    .slice(directory.length + 1)
    .split('\n')
    .slice(0, -1)
  if (marks.length === 0) return 'perhaps'
  const there = await markOf(directory)
  if (there === undefined || !marks.includes(there)) return 'no'
  return isCertain(there) ? 'surely' : 'perhaps'
}

/** Forgets that a directory was made on the way: it is wanted for itself now, or it is another one. */
export async function takeOver(call: CallVariables, directory: string): Promise<void> {
  const note = noteOf(call, directory)
  if (existsSync(note)) await inTurn(note, () => forget(note))
}

/** Leaves a directory that is no longer wanted for itself to its content: the last thing that goes takes it along. */
export function leaveOnTheWay(call: CallVariables, directory: string): Promise<void> {
  const note = noteOf(call, directory)
  return inTurn(note, async () => {
    const text = `${directory}\n${lineOf(await markOf(directory))}`
    await remember(note, () => writeFile(note, text, { mode: 0o600 }))
  })
}

function lineOf(mark: string | undefined): string {
  return mark === undefined ? '' : `${mark}\n`
}

async function exists(path: string): Promise<boolean> {
  return (await unless(missing, stat(path))) !== undefined
}

function noteOf(call: CallVariables, directory: string): string {
  return memoryOf(call, 'made-directories', createHash('sha256').update(directory).digest('hex').slice(0, 32))
}
