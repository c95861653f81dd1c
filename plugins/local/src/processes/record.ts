import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { notedProcess, parseStat } from '@slipway/processes'
import type { ResourceCall } from '@slipway/sdk'
import { missing, unless } from '../files/system-error.ts'
import { forget, memoryOf } from '../memory.ts'
import { isRunning, machineMark, type Identity } from './identity.ts'

/** The record of a resource's process. That process wrote it itself, before it became the program. */
export interface ProcessRecord extends Identity {
  /** Fingerprint of the command and settings that it was started with. */
  readonly fingerprint: string
  /** Unix milliseconds. */
  readonly startedAt: number
  /** Mark of the machine on which it was started; empty if unknown. */
  readonly machine: string
}

/** True if the process was started on another machine, so that its state cannot be seen from here. */
export function isElsewhere({ machine }: ProcessRecord): boolean {
  return machine !== '' && machine !== machineMark()
}

/**
 * The folder of a process: its log, and a folder for each start, in which the process writes its record. The folder goes with the process;
 * a start that was cut short then has no place for a late record, even when another start begins.
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

/** The record of a resource's process, even if a crash has left it aside; changes nothing. */
export async function findRecord(folder: ProcessFolder): Promise<ProcessRecord | undefined> {
  return (await readRecord(folder)) ?? readRecord(asideOf(folder))
}

/** Restores what a crash has left aside. Call this before anything else. */
export async function putBack(folder: ProcessFolder): Promise<void> {
  // fails when there is a new folder already: then the old one belongs to nobody, and the next removal deletes it
  await unless([...missing, 'ENOTEMPTY', 'EEXIST'], rename(asideOf(folder).path, folder.path))
}

function asideOf({ path }: ProcessFolder): ProcessFolder {
  return folderAt(`${path}.gone`)
}

/** `undefined` when no process was started, or it has not written its record yet. */
export async function readRecord(folder: ProcessFolder): Promise<ProcessRecord | undefined> {
  const record = await recordIn(folder)
  if (record === undefined) return undefined
  const text = await unless(missing, readFile(record, 'utf8'))
  const [line = '', bootId = '', fingerprint = '', machine, end] = (text ?? '').split('\n')
  const identity = line.includes(')') ? parseStat(line) : notedProcess(line)
  // Older records end with the fingerprint.
  const isWhole = end !== undefined || machine === ''
  if (identity === undefined || !isWhole) return undefined
  const written = await unless(missing, stat(record))
  if (written === undefined) return undefined
  const { pid, start } = identity
  const known = { pid, start, bootId, fingerprint, startedAt: written.mtimeMs }
  return { ...known, machine: end === undefined ? '' : (machine ?? '') }
}

/**
 * Removes the record of a process that does not run. Moves it aside first: a process that was about to start when a plugin died in the
 * middle of it then cannot write its record any more, and gives up. A process that has just written its record runs: then everything stays,
 * and the record is returned.
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
  // the record is removed last: as long as it exists, the rest can be found again
  await rm(aside.log, { force: true })
  await forget(aside.path)
  return undefined
}

const writeMs = 1000

/** A process that has opened its record is about to write it in one go, so this waits for that. */
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
