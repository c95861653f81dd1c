import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { notedProcess, parseStat } from '@slipway/processes'
import type { ResourceCall } from '@slipway/sdk'
import { missing, unless } from '../files/system-error.ts'
import { forget, memoryOf } from '../memory.ts'
import { isRunning, machineMark, type Identity } from './identity.ts'

/** The record of a resource's process. That process wrote it itself, before it became what it is. */
export interface ProcessRecord extends Identity {
  /** Of what it was started with. */
  readonly fingerprint: string
  /** Unix milliseconds. */
  readonly startedAt: number
  /** Of the machine on which it was started; empty where nobody has said so. */
  readonly machine: string
}

/** Whether it runs cannot be seen from here. */
export function isElsewhere({ machine }: ProcessRecord): boolean {
  return machine !== '' && machine !== machineMark()
}

/**
 * The folder of a process: its log, and a folder for each start, in which the process writes its record. It goes when the
 * process does; what a start that was cut short would still write has then no place any more, also when another begins.
 */
export interface ProcessFolder {
  readonly path: string
  readonly log: string
}

export function folderOf(call: Pick<ResourceCall, 'variables' | 'resourceId'>): ProcessFolder {
  return folderAt(memoryOf(call, 'processes', call.resourceId))
}

function folderAt(path: string): ProcessFolder {
  return { path, log: join(path, 'log') }
}

const startPrefix = 'start-'
const recordName = 'process'

/** Makes the place where one start, and no other, writes the record of its process. */
export async function placeForRecord({ path }: ProcessFolder): Promise<string> {
  const start = join(path, `${startPrefix}${randomBytes(6).toString('hex')}`)
  await mkdir(start, { recursive: true, mode: 0o700 })
  return join(start, recordName)
}

/** The present or future file of the record; `undefined` when no start has come so far. */
async function recordIn({ path }: ProcessFolder): Promise<string | undefined> {
  const names = (await unless(missing, readdir(path))) ?? []
  const start = names.find((name) => name.startsWith(startPrefix))
  // version 0.1.0 had one place for all starts
  if (start === undefined) return names.includes(recordName) ? join(path, recordName) : undefined
  return join(path, start, recordName)
}

/** The record of a resource's process, also where a crash has left it aside; changes nothing. */
export async function findRecord(folder: ProcessFolder): Promise<ProcessRecord | undefined> {
  return (await readRecord(folder)) ?? readRecord(asideOf(folder))
}

/** Puts back what a crash has left aside. To be done before anything else is. */
export async function putBack(folder: ProcessFolder): Promise<void> {
  // fails when a new one is there already: then what lies aside is nobody's, and goes with the next removal
  await unless([...missing, 'ENOTEMPTY', 'EEXIST'], rename(asideOf(folder).path, folder.path))
}

function asideOf({ path }: ProcessFolder): ProcessFolder {
  return folderAt(`${path}.gone`)
}

/** `undefined` when no process was started, or it has not got to writing yet. */
export async function readRecord(folder: ProcessFolder): Promise<ProcessRecord | undefined> {
  const record = await recordIn(folder)
  if (record === undefined) return undefined
  const text = await unless(missing, readFile(record, 'utf8'))
  const [line = '', bootId = '', fingerprint = '', machine, end] = (text ?? '').split('\n')
  const identity = line.includes(')') ? parseStat(line) : notedProcess(line)
  // Older ones end with the fingerprint.
  const isWhole = end !== undefined || machine === ''
  if (identity === undefined || !isWhole) return undefined
  const written = await unless(missing, stat(record))
  if (written === undefined) return undefined
  const { pid, start } = identity
  const known = { pid, start, bootId, fingerprint, startedAt: written.mtimeMs }
  return { ...known, machine: end === undefined ? '' : (machine ?? '') }
}

/**
 * Removes what is known of a process that does not run. It is put aside first: a process that was about to start, because
 * a plugin died in the middle of it, then cannot write its record any more, and gives up. One that has just made it runs:
 * then everything stays, and its record is the answer.
 */
export async function removeFolder(folder: ProcessFolder): Promise<ProcessRecord | undefined> {
  const aside = asideOf(folder)
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
  // the record last: as long as it is there, what is left is found again
  await rm(aside.log, { force: true })
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

async function isOpened(folder: ProcessFolder): Promise<boolean> {
  const record = await recordIn(folder)
  return record !== undefined && (await unless(missing, stat(record))) !== undefined
}
