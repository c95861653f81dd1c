import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@slipway/model'
import { isGroupRecord } from '../layout.ts'
import { markVariable } from '../launch/environment.ts'
import { removeLeftFolder } from '../launch/private-folders.ts'
import { groupIsEmpty, signalGroup } from './group.ts'
import { readGroupRecord, type RecordedGroups } from './group-record.ts'
import { bootId, isGone, isRunning, type ProcessIdentity } from './identity.ts'
import { environmentVariable, livingMembers, processEntry } from './proc.ts'

export type EngineName = Pick<ProcessIdentity, 'pid' | 'processStart'>

/**
 * Kills the plugins that engines which are gone have left behind, and waits until they are dead: before a call in
 * doubt is settled, nothing that could still carry it out may live. Answers with the process groups it killed.
 */
export async function killLeftovers(runtimeDir: string): Promise<readonly number[]> {
  const killed: number[] = []
  for (const file of recordFiles(runtimeDir)) {
    const record = readGroupRecord(file)
    if (record === 'broken') rmSync(file, { force: true })
    else if (record !== undefined && isGone(record.engine)) {
      killed.push(...(await endRecorded(file, record)))
      for (const folder of record.folders) removeLeftFolder(folder)
      rmSync(file, { force: true })
    }
  }
  return killed
}

/** The same for one engine that has lost its lock but may still run, stopped or asleep. */
export async function killPluginsOf(runtimeDir: string, engine: EngineName): Promise<readonly number[]> {
  const killed: number[] = []
  for (const file of recordFiles(runtimeDir, engine)) {
    const record = readGroupRecord(file)
    if (typeof record === 'object') killed.push(...(await endRecorded(file, record)))
  }
  return killed
}

/** What every process of an engine's plugins carries in its environment under `markVariable`. */
export function engineMark(engine: EngineName): string {
  return `${engine.pid}-${engine.processStart}`
}

const guardianMs = 5000
const deathMs = 5000

async function endRecorded(file: string, record: RecordedGroups): Promise<readonly number[]> {
  if (record.engine.bootId !== bootId()) return []
  if (isGone(record.engine)) await guardiansDone(record)
  const latest = readGroupRecord(file)
  const { groups } = typeof latest === 'object' ? latest : record
  const killed: number[] = []
  for (const [group, start] of groups) {
    if (isOurs(group, start, engineMark(record.engine)) && (await killGroup(group))) killed.push(group)
  }
  return killed
}

/** The guardian knows of plugins that have not reached the record yet; it ends by itself soon after its engine. */
async function guardiansDone({ guardians }: RecordedGroups): Promise<void> {
  const ends = performance.now() + guardianMs
  for (const [pid, start] of guardians) {
    while (isRunning(pid, start)) {
      if (performance.now() > ends) return
      await sleep(5)
    }
  }
}

/** A number may have been given to somebody else since: the leader must be the one that started then, or every member bear our mark. */
function isOurs(group: number, start: number, mark: string): boolean {
  const leader = processEntry(group)
  if (leader !== undefined && leader.state !== 'Z') return start !== 0 && leader.start === start
  const members = livingMembers(group)
  return members.length > 0 && members.every((member) => environmentVariable(member.pid, markVariable) === mark)
}

async function killGroup(group: number): Promise<boolean> {
  const sent = signalGroup(group, 'SIGKILL')
  if (await groupIsEmpty(group, deathMs)) return sent
  throw new Failure(
    'host/leftover-survives',
    `process group ${group}, a plugin of an engine that is gone, does not die`,
    {
      hint: `end it by hand (kill -KILL -- -${group}), then run the command again`,
    },
  )
}

function recordFiles(runtimeDir: string, engine?: EngineName): readonly string[] {
  try {
    return readdirSync(runtimeDir)
      .filter((name) => isGroupRecord(name, engine))
      .map((name) => join(runtimeDir, name))
  } catch {
    return []
  }
}
