import { writeFile } from 'node:fs/promises'
import { machineBoot } from '@slipway/processes'
import { isRunning, machineMark } from './identity.ts'
import { isElsewhere, placeForRecord, type ProcessFolder, type ProcessRecord } from './record.ts'

/**
 * The part of a process record that the state itself keeps. A state that was restored from a backup, or carried to another folder, has no process
 * folders beside it.
 */
export interface Carried {
  readonly pid?: number | undefined
  readonly started?: string | undefined
}

/** The start of a process as the state keeps it. It counts only for this resource. */
export function startedText({ start, bootId, machine }: ProcessRecord, resourceId: string): string {
  return [resourceId, start, bootId, machine].join(',')
}

/** The record of a process that runs, or may run on another machine, according to the state; `undefined` when the state has none. */
export function carriedRecord(
  { pid, started }: Carried,
  resourceId: string,
  fingerprint: string,
): ProcessRecord | undefined {
  const [id, start = '', bootId = '', machine = ''] = started?.split(',') ?? []
  // Without a start time from the system, the pid alone may belong to another process by now.
  if (pid === undefined || id !== resourceId || !/^[1-9]\d*$/.test(start) || bootId === '') return undefined
  const record = { pid, start: Number(start), bootId, machine, fingerprint, startedAt: 0 }
  return isElsewhere(record) || isRunning(record) ? record : undefined
}

/** Writes the record of a process that runs here, in place of the lost record that the process itself had written. */
export async function keepCarried(folder: ProcessFolder, { pid, start, fingerprint }: ProcessRecord): Promise<void> {
  const place = await placeForRecord(folder)
  const stat = `${pid} (process) S ${'0 '.repeat(18)}${start}`
  await writeFile(place, [stat, machineBoot(), fingerprint, machineMark(), ''].join('\n'), { mode: 0o600, flag: 'wx' })
}
