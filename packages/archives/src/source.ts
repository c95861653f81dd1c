import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { ArchiveCaps, Refuse } from './caps.ts'

/** An archive that is being unpacked. */
export interface Source {
  readonly handle: FileHandle
  /** Size of the archive itself. */
  readonly bytes: number
  readonly signal: AbortSignal
  readonly refuse: Refuse
  readonly caps: ArchiveCaps
}

export const chunkBytes = 64 * 1024

/** The inflating streams take the next piece only after they have finished the last one, so their output can be released. */
export const inflating = { writableHighWaterMark: 1, chunkSize: 2 * chunkBytes }

/**
 * Some bytes of an archive, piece by piece. Ends early with the archive. All pieces share one buffer: each is gone when the next one is
 * read.
 */
export async function* bytesOf({ handle }: Source, start: number, end: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, Math.max(end - start, 1)))
  for (let at = start; at < end;) {
    const bytesRead = readSync(handle.fd, buffer, 0, Math.min(buffer.length, end - at), at)
    if (bytesRead === 0) return
    at += bytesRead
    // Lets other work go on meanwhile.
    await new Promise(setImmediate)
    yield buffer.subarray(0, bytesRead)
  }
}

/**
 * Reads a few bytes of an archive synchronously: that takes less time than waiting for them.
 * @throws the error from `refuse`, when there are fewer
 */
export function bytesAt({ handle, bytes, refuse }: Source, at: number, length: number): Buffer {
  const read = Buffer.allocUnsafe(length)
  // The system does not accept some of the positions that an archive names.
  if (at + length > bytes || readSync(handle.fd, read, 0, length, at) < length) throw refuse('it is cut short')
  return read
}
