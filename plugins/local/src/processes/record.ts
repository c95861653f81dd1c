import { open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResourceCall } from '@slipway/sdk'
import { missing, unless } from '../files/system-error.ts'
import { memoryOf } from '../place.ts'
import { lastLines } from '../shell/bounded-text.ts'
import { parseStat, type Identity } from './identity.ts'

/** What is known of the process of a resource. It was written by that process itself, before it became what it is. */
export interface ProcessRecord extends Identity {
  /** Of what it was started with. */
  readonly fingerprint: string
  /** Unix milliseconds. */
  readonly startedAt: number
}

/** The folder of a process: its record and its log. It goes when the process does. */
export interface ProcessFolder {
  readonly path: string
  readonly record: string
  readonly log: string
}

export function folderOf(call: Pick<ResourceCall, 'variables' | 'resourceId'>): ProcessFolder {
  const path = memoryOf(call, 'processes', call.resourceId)
  return { path, record: join(path, 'process'), log: join(path, 'log') }
}

/** `undefined` when no process was started, or it has not got to writing yet. */
export async function readRecord({ record }: ProcessFolder): Promise<ProcessRecord | undefined> {
  const text = await unless(missing, readFile(record, 'utf8'))
  const [line = '', bootId = '', fingerprint = '', end] = (text ?? '').split('\n')
  const identity = parseStat(line)
  if (identity === undefined || end === undefined) return undefined
  return { pid: identity.pid, start: identity.start, bootId, fingerprint, startedAt: (await stat(record)).mtimeMs }
}

/** Afterwards a process that was about to be started cannot write its record, and gives up. */
export async function removeFolder({ path }: ProcessFolder): Promise<void> {
  await rm(path, { recursive: true, force: true })
}

const tailBytes = 16 * 1024

/** The last lines that the process has put out. */
export async function tailOfLog({ log }: ProcessFolder, count = 20): Promise<string[]> {
  const file = await unless(missing, open(log, 'r'))
  if (file === undefined) return []
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, Math.max(0, size - tailBytes))
    return lastLines(buffer.toString('utf8', 0, bytesRead), count)
  } finally {
    await file.close()
  }
}
