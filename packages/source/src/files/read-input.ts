import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, Failure, messageOf, shownPath, systemWords } from '@slipway/model'
import { noteRead } from './heard-reads.ts'

/** Bytes. Of a file that people write: as many characters as are read of one have at most so many. */
export const mostOfText = 64 * 1024 * 1024
/** Bytes; the limit for files that Slipway has written itself: saved plans, exported states. */
export const mostOfDocument = 256 * 1024 * 1024

export interface InputLimits {
  /** Its name in messages: `variables file`. */
  readonly what?: string
  readonly most?: number
  /** Refuses all pipes, because reading would wait for a pipe that nobody ends. */
  readonly isOnDisk?: true
  /** Called with the open file before anything is read. It may refuse the file by failing. */
  readonly opened?: (descriptor: number) => void
}

const chunk = 1024 * 1024

/**
 * The bytes of a file that a user has named. Never waits for a named pipe, and never reads without end. Anything but a file is refused. A
 * pipe that the shell has opened, as in `--var-file <(decrypt vars)` and `/dev/stdin`, is read to its end.
 *
 * @throws Failure `cli/no-such-file`, `cli/not-a-file`, `cli/file-too-large`, `cli/unreadable-file`
 */
export function readInput(
  file: string,
  { what = 'file', most = mostOfText, isOnDisk, opened }: InputLimits = {},
): Buffer {
  noteRead(file)
  let descriptor: number | undefined
  try {
    descriptor = openToRead(file, what, isOnDisk === true)
    opened?.(descriptor)
    const bytes = readAll(descriptor, most)
    if (bytes !== undefined) return bytes
  } catch (error) {
    if (error instanceof Failure) throw error
    if (codeOf(error) === 'ENOENT')
      throw new Failure('cli/no-such-file', `there is no ${what} ${shownPath(file)}`, { hint: beside(file) })
    throw unreadable(file, what, error)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
  throw new Failure('cli/file-too-large', `the ${what} ${shownPath(file)} has more than ${most / 1024 / 1024} MB`)
}

/** The other files in the folder of a missing file. */
function beside(file: string): string {
  const folder = dirname(file)
  try {
    const names = readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .toSorted()
    const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
    const shown = names.slice(0, mostNames).join(', ')
    return names.length === 0 ? `the folder ${shownPath(folder)} is empty` : `the folder has: ${shown}${more}`
  } catch {
    return `there is no folder ${shownPath(folder)} that can be read`
  }
}

/** How many names one sentence contains. */
const mostNames = 10

function openToRead(file: string, what: string, isOnDisk: boolean): number {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const stats = fstatSync(descriptor)
  if (stats.isFile()) return descriptor
  closeSync(descriptor)
  refuseUnlessFile(file, stats, what)
  if (isOnDisk) throw notAFile(file, what, 'a pipe')
  return openSync(file, constants.O_RDONLY)
}

/** @throws Failure `cli/not-a-file` for everything but a file and a pipe that is open already */
export function refuseUnlessFile(file: string, stats: Stats, what: string): void {
  const kind = kindOf(file, stats)
  if (kind === undefined) return
  throw notAFile(file, what, kind)
}

function notAFile(file: string, what: string, kind: string): Failure {
  return new Failure('cli/not-a-file', `the ${what} ${shownPath(file)} is ${kind}`, { hint: 'name a file' })
}

function kindOf(file: string, stats: Stats): string | undefined {
  if (stats.isFile()) return undefined
  if (stats.isDirectory()) return 'a folder'
  if (stats.isSocket()) return 'a socket'
  if (!stats.isFIFO()) return 'a device'
  // A file that the shell has opened has no name in any folder.
  return existsAt(file) ? 'a named pipe' : undefined
}

function existsAt(file: string): boolean {
  try {
    return realpathSync.native(file) !== ''
  } catch {
    return false
  }
}

export function unreadable(file: string, what: string, error: unknown): Failure {
  const why = systemWords(error) ?? messageOf(error)
  return new Failure('cli/unreadable-file', `the ${what} ${shownPath(file)} cannot be read: ${why}`)
}

/** All bytes; `undefined` if there are more than `most`. */
function readAll(descriptor: number, most: number): Buffer | undefined {
  if (fstatSync(descriptor).size > most) return undefined
  const chunks: Buffer[] = []
  let size = 0
  for (;;) {
    const buffer = Buffer.allocUnsafe(chunk)
    const count = readSync(descriptor, buffer)
    if (count === 0) return Buffer.concat(chunks, size)
    size += count
    if (size > most) return undefined
    chunks.push(buffer.subarray(0, count))
  }
}
