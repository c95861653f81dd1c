import { open, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { missing, unless } from '../files/system-error.ts'
import { lastLines } from '../shell/last-lines.ts'
import type { ProcessFolder } from './record.ts'

const tailBytes = 16 * 1024

/** The last lines that the process has written. */
export async function tailOfLog({ log }: ProcessFolder, count = 20): Promise<string[]> {
  const text = Buffer.concat([await endOf(earlier(log), tailBytes), await endOf(log, tailBytes)])
  return lastLines(text.subarray(-tailBytes).toString(), count)
}

/** In bytes: a log that grows beyond this is put aside. */
export const maxLogBytes = 8 << 20

/**
 * Puts the end of a log that has grown too long aside and lets it begin anew. The process goes on writing to the same file, at its end, and
 * does not notice; its output in this very moment may be lost. No other process stands between it and its log: such a process could die,
 * and take this one along. A log that cannot be put aside (a full disk) stays as it is.
 */
export async function shortenLog({ log }: ProcessFolder): Promise<void> {
  const draft = `${earlier(log)}.new`
  try {
    if ((await stat(log)).size <= maxLogBytes) return
    await writeFile(draft, await endOf(log, maxLogBytes / 2), { mode: 0o600 })
    await rename(draft, earlier(log))
    await truncate(log)
  } catch {
    await rm(draft, { force: true })
  }
}

function earlier(log: string): string {
  return `${log}.1`
}

async function endOf(path: string, bytes: number): Promise<Buffer> {
  const file = await unless(missing, open(path, 'r'))
  if (file === undefined) return Buffer.alloc(0)
  try {
    const { size } = await file.stat()
    const length = Math.min(size, bytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
