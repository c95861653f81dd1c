import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** The pipes for the output of a process, with the ends that the process writes to: descriptors, or `pipe` for pipes that `spawn` makes itself. */
export interface OutputPipes {
  /** One end for both streams, or two ends. */
  readonly writing: readonly (number | 'pipe')[]
  /** Empty where `spawn` makes the pipes. */
  readonly reading: readonly Readable[]
}

/**
 * Opens pipes of the system. Node's own pipes are sockets, which scripts that write to `/dev/stderr` or `/dev/stdout` cannot open. They serve only
 * where there is no directory for temporary files.
 */
export async function openOutputPipes(count: 1 | 2): Promise<OutputPipes> {
  let folder: string | undefined
  try {
    folder = mkdtempSync(join(tmpdir(), 'slipway-output-'))
    return openPipes(await makePipes(folder, count))
  } catch {
    return { writing: ['pipe'], reading: [] }
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes many pipes with one program, which takes as long for many as for one. */
export async function makePipes(folder: string, count: number): Promise<readonly string[]> {
  const paths = Array.from({ length: count }, () => join(folder, randomUUID()))
  await promisify(execFile)('mkfifo', ['-m', '600', ...paths])
  return paths
}

/** No other process can open the pipes once they are open here, so the paths may be removed. */
export function openPipes(paths: readonly string[]): OutputPipes {
  const opened: number[] = []
  try {
    // An end that does not block can be opened before the other end.
    const reading = paths.map((path) => openInto(opened, path, O_RDONLY | O_NONBLOCK))
    const writing = paths.map((path) => openInto(opened, path, O_WRONLY))
    return { writing, reading: reading.map((fd) => new Socket({ fd, readable: true, writable: false })) }
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    throw error
  }
}

function openInto(opened: number[], path: string, flags: number): number {
  const fd = openSync(path, flags)
  opened.push(fd)
  return fd
}

/** Closes our copies of the writing ends, which the process has now: as long as one is open here, no reader sees that the process has ended. */
export function closeWriting({ writing }: OutputPipes): void {
  for (const end of writing) if (end !== 'pipe') closeSync(end)
}
