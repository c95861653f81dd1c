import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bootId, isGone, isRunning } from '../identity/identity.ts'
import { actingUser, environmentVariable, isDead, livingMembers, processEntry } from '../identity/proc.ts'
import type { Owner } from '../ownership/owner.ts'
import { groupIsEmpty, signalGroup } from './group.ts'
import { GroupRecords, markOfRecord, ownerNamedBy, type RecordedGroups } from './group-record.ts'
import { markOf, markVariable, type OwnerName } from './mark.ts'
import { endStrays } from './strays.ts'

/** Settles what an owner has left running. */
export interface Leftovers {
  /** The owner whose records count. */
  readonly owner: Owner
  /** Removes a folder that the record names. */
  readonly removeFolder: (path: string) => void
  /** Makes the error for a group that does not die. */
  readonly survivor: (group: number) => Error
}

/**
 * Kills the groups left behind by owners that are gone, and waits until they are dead. Returns the killed groups. `folder` is the place of the
 * records.
 */
export async function endLeftGroups(
  folder: string,
  { owner, removeFolder, survivor }: Leftovers,
): Promise<readonly number[]> {
  const killed: number[] = []
  const records = new GroupRecords(folder, owner)
  for (const file of records.files()) {
    const record = records.read(file)
    if (record === undefined) continue
    if ('isBroken' in record) rmSync(file, { force: true })
    else if (isGone(record.owner)) {
      killed.push(...(await endRecorded(records, file, record, survivor)))
      record.folders.forEach(removeFolder)
      rmSync(file, { force: true })
    }
  }
  sweepDrafts(records)
  return killed
}

/** Removes old drafts: a draft exists only for a moment, unless its owner was killed at that moment. */
function sweepDrafts(records: GroupRecords): void {
  for (const file of records.drafts()) {
    const record = records.read(file)
    if (record === undefined) continue
    const isLeft = 'isBroken' in record ? !isBeingWritten(file) : isGone(record.owner)
    if (isLeft) rmSync(file, { force: true })
  }
}

/** Whether the owner of a draft is still writing it. An empty draft is judged by its name. */
function isBeingWritten(draft: string): boolean {
  const owner = ownerNamedBy(draft)
  return owner !== undefined && isRunning(owner.pid, owner.processStart)
}

/** Does the same for one owner, which may still run, be stopped or sleep; if `run` is given, only for that run. */
export async function endGroupsOf(
  { run, ...engine }: OwnerName & { readonly run?: string | undefined },
  folder: string,
  { owner, survivor }: Leftovers,
): Promise<readonly number[]> {
  const killed: number[] = []
  const records = new GroupRecords(folder, owner)
  for (const file of records.files(engine)) {
    const record = records.read(file)
    if (record === undefined || 'isBroken' in record) continue
    // A record that names no run may belong to this one.
    if (run === undefined || (record.run ?? run) === run)
      killed.push(...(await endRecorded(records, file, record, survivor)))
  }
  return killed
}

const guardianMs = 5000
const deathMs = 5000

async function endRecorded(
  records: GroupRecords,
  file: string,
  record: RecordedGroups,
  survivor: Leftovers['survivor'],
): Promise<readonly number[]> {
  if (record.owner.bootId !== bootId()) return []
  if (isGone(record.owner)) await guardiansDone(record)
  const latest = records.read(file)
  const { groups } = latest !== undefined && 'groups' in latest ? latest : record
  const killed: number[] = []
  for (const [group, start] of groups) {
    if (!isOurs(group, start, markOf(record.owner))) continue
    if (signalGroup(group, 'SIGKILL')) killed.push(group)
    if (!(await groupIsEmpty(group, deathMs))) throw survivor(group)
  }
  // A process that has left its session belongs to none of the groups.
  await endStrays(markOfRecord(file), 0)
  return killed
}

/** Waits for the guardian: it knows of groups that are not in the record yet, and ends by itself soon after its owner. */
async function guardiansDone({ guardians }: RecordedGroups): Promise<void> {
  const ends = performance.now() + guardianMs
  for (const [pid, start] of guardians) {
    while (isRunning(pid, start)) {
      if (performance.now() > ends) return
      await sleep(5)
    }
  }
}

/**
 * The system may have given the number to another process since: the leader must have started at the recorded time or, if that is unknown
 * or the leader is gone, every member must bear our mark. In both cases it must be a process of our user, or a record could name another
 * user's.
 */
function isOurs(group: number, start: number, mark: string): boolean {
  const leader = processEntry(group)
  if (leader !== undefined && !isDead(leader) && start !== 0) return isRunning(group, start) && isOfOurUser(group)
  const members = livingMembers(group)
  return (
    members.length > 0 &&
    members.every(({ pid }) => isOfOurUser(pid) && environmentVariable(pid, markVariable) === mark)
  )
}

function isOfOurUser(pid: number): boolean {
  return actingUser(pid) === process.geteuid?.()
}
