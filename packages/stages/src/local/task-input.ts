import { randomBytes } from 'node:crypto'
import { closeSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Opens a text for a process to read on its standard input. It is a file, so that there is no wait for a reader and `/dev/stdin` can be opened,
 * which fails for the sockets that Node makes. The file loses its name before anything is written to it. Rejects when it cannot be written.
 */
export async function withInput<T>(text: string, work: (descriptor: number) => Promise<T>): Promise<T> {
  const descriptor = openInput(text)
  try {
    return await work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function openInput(text: string): number {
  const path = join(tmpdir(), `slipway-task-${randomBytes(9).toString('hex')}`)
  const writing = openSync(path, 'wx', 0o600)
  let reading: number | undefined
  try {
    try {
      reading = openSync(path, 'r')
    } finally {
      unlinkSync(path)
    }
    writeFileSync(writing, text)
    return reading
  } catch (error) {
    if (reading !== undefined) closeSync(reading)
    throw error
  } finally {
    closeSync(writing)
  }
}
