import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, unlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Both ends of a pipe for what a process writes. */
export interface OutputPipe {
  /** A descriptor for the process; to be closed here when that has it. */
  readonly writing: number
  readonly reading: Readable
}

/**
 * A pipe of the system. What Node calls one is a socket, and scripts that write to `/dev/stderr` or `/dev/stdout` cannot
 * open that. `undefined` where none can be made: it needs a directory for temporary files.
 */
export async function openOutputPipe(): Promise<OutputPipe | undefined> {
  const path = join(tmpdir(), `slipway-output-${randomBytes(9).toString('hex')}`)
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', path])
  } catch {
    return undefined
  }
  let reading: number | undefined
  try {
    // Nobody has to be at the other end of an end that does not block.
    reading = openSync(path, O_RDONLY | O_NONBLOCK)
    const writing = openSync(path, O_WRONLY)
    return { writing, reading: new Socket({ fd: reading, readable: true, writable: false }) }
  } catch {
    if (reading !== undefined) closeSync(reading)
    return undefined
  } finally {
    unlinkSync(path)
  }
}
