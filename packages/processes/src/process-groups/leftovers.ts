import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bootId, isGone, isRunning, type ProcessIdentity } from '../identity/identity.ts'
import { environmentVariable, isDead, livingMembers, processEntry } from '../identity/proc.ts'
import { groupIsEmpty, signalGroup } from './group.ts'
import { isGroupRecord, readGroupRecord, type RecordedGroups } from './group-record.ts'

export type OwnerName = Pick<ProcessIdentity, 'pid' | 'processStart'>

/** Under this name every process of a group carries the mark of its owner in its environment. */
export const markVariable = 'SLIPWAY_PLUGIN_HOST'

export function markOf(owner: OwnerName): string {
  return `${owner.pid}-${owner.processStart}`
}

/** Settles what an owner has left running. */
export interface Leftovers {
  /** Of a folder that its record names. */
  readonly removeFolder: (path: string) => void
  /** Thrown for a group that does not die. */
  readonly survivor: (group: number) => Error
}

/**
 * Kills the groups that owners which are gone have left behind, and waits until they are dead. Answers with those that it
 * killed. `folder` is where the records are.
 */
export async function endLeftGroups(folder: string, { removeFolder, survivor }: Leftovers): Promise<readonly number[]> {
  const killed: number[] = []
  for (const file of recordFiles(folder)) {
    const record = readGroupRecord(file)
    if (record === 'broken') rmSync(file, { force: true })
    else if (record !== undefined && isGone(record.owner)) {
      killed.push(...(await endRecorded(file, record, survivor)))
      record.folders.forEach(removeFolder)
      rmSync(file, { force: true })
    }
  }
  return killed
}

/** The same for one owner, which may still run, stopped or asleep; for one `run` of it alone, where it says which. */
export async function endGroupsOf(
  { run, ...owner }: OwnerName & { readonly run?: string | undefined },
  folder: string,
  { survivor }: Leftovers,
): Promise<readonly number[]> {
  const killed: number[] = []
  for (const file of recordFiles(folder, owner)) {
    const record = readGroupRecord(file)
    if (typeof record !== 'object') continue
    // A record that does not say of which run it is may be of this one.
    if (run === undefined || (record.run ?? run) === run) killed.push(...(await endRecorded(file, record, survivor)))
  }
  return killed
}

const guardianMs = 5000
const deathMs = 5000

async function endRecorded(
  file: string,
  record: RecordedGroups,
  survivor: Leftovers['survivor'],
): Promise<readonly number[]> {
  if (record.owner.bootId !== bootId()) return []
  if (isGone(record.owner)) await guardiansDone(record)
  const latest = readGroupRecord(file)
  const { groups } = typeof latest === 'object' ? latest : record
  const killed: number[] = []
  for (const [group, start] of groups) {
    if (!isOurs(group, start, markOf(record.owner))) continue
    if (signalGroup(group, 'SIGKILL')) killed.push(group)
    if (!(await groupIsEmpty(group, deathMs))) throw survivor(group)
  }
  return killed
}

/** The guardian knows of groups that have not reached the record yet; it ends by itself soon after its owner. */
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
  if (leader !== undefined && !isDead(leader)) return start !== 0 && leader.start === start
  const members = livingMembers(group)
  return members.length > 0 && members.every((member) => environmentVariable(member.pid, markVariable) === mark)
}

function recordFiles(folder: string, owner?: OwnerName): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => isGroupRecord(name, owner))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
