import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ResourceCall } from '@slipway/sdk'
import { missing, unless } from '../files/system-error.ts'
import { forget, memoryOf } from '../memory.ts'
import { isRunning, parseStat, type Identity } from './identity.ts'

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
  return folderAt(memoryOf(call, 'processes', call.resourceId))
}

function folderAt(path: string): ProcessFolder {
  return { path, record: join(path, 'process'), log: join(path, 'log') }
}

/** `undefined` when no process was started, or it has not got to writing yet. */
export async function readRecord({ record }: ProcessFolder): Promise<ProcessRecord | undefined> {
  const text = await unless(missing, readFile(record, 'utf8'))
  const [line = '', bootId = '', fingerprint = '', end] = (text ?? '').split('\n')
  const identity = parseStat(line)
  if (identity === undefined || end === undefined) return undefined
  const written = await unless(missing, stat(record))
  if (written === undefined) return undefined
  return { pid: identity.pid, start: identity.start, bootId, fingerprint, startedAt: written.mtimeMs }
}

/**
 * Removes what is known of a process that does not run. It is put aside first: a process that was about to start, because
 * a plugin died in the middle of it, then cannot write its record any more, and gives up. One that has just made it runs:
 * then everything stays, and its record is the answer.
 */
export async function removeFolder(folder: ProcessFolder): Promise<ProcessRecord | undefined> {
  const aside = folderAt(`${folder.path}.gone`)
  await rm(aside.path, { recursive: true, force: true })
  if (
    (await unless(
      missing,
      rename(folder.path, aside.path).then(() => true),
    )) === undefined
  )
    return undefined
  const record = await wholeRecord(aside)
  if (record !== undefined && isRunning(record)) {
    await rename(aside.path, folder.path)
    return record
  }
  await forget(aside.path)
  return undefined
}

const writeMs = 1000

/** A process that has opened its record is about to write it, in one go. */
async function wholeRecord(folder: ProcessFolder): Promise<ProcessRecord | undefined> {
  for (let waited = 0; ; waited += 5) {
    const record = await readRecord(folder)
    if (record !== undefined || waited > writeMs || !(await isOpened(folder))) return record
    await sleep(5)
  }
}

async function isOpened({ record }: ProcessFolder): Promise<boolean> {
  return (await unless(missing, stat(record))) !== undefined
}
