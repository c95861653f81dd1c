import { linkSync, lstatSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Failure, valueMap } from '@slipway/model'
import type { InstanceState, RunRecord, StateChange } from '@slipway/stores'
import { ignore, type Observer } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import { textForStack } from '@slipway/programs/stacks/seal-anew'
import { readStackFile } from '@slipway/programs/stacks/stack-file'
import {
  assertName,
  halfRenamed,
  plainName,
  selectedStack,
  selectStack,
  recordedStacks,
  stackExists,
  type StackPlace,
  stacksOf,
} from '@slipway/programs/stacks/which-stack'
import { writeWhole } from '@slipway/programs/stacks/write-file'
import { changeState, type LockedState } from '../state/change-state.ts'
import { inOtherStack } from '../state/in-other-stack.ts'
import { placeOf } from './place.ts'

export interface RenameStackRequest {
  readonly folder?: string | undefined
  /** The time in milliseconds to wait for another run to release the stack. Default: no wait. */
  readonly waitMs?: number
}

export interface RenamedStack {
  readonly from: string
  readonly to: string
}

/** A number larger than the number of runs of any stack. */
const allRuns = 1_000_000

/**
 * Renames a stack with its records, history and file. Its resources stay untouched.
 *
 * All records move in one commit. After an interruption, call it again; until then, a stack whose records have already moved is refused
 * (`stack/half-renamed`).
 */
export async function renameStack(
  slipway: Slipway,
  from: string,
  to: string,
  { folder, waitMs = 0 }: RenameStackRequest = {},
  observe: Observer = ignore,
): Promise<RenamedStack> {
  const place = await placeOf(slipway, { folder })
  const old = plainName(place, from)
  assertName(to)
  if (old === to) throw stackExists(place, to)
  const request = { file: folder ?? '.', stack: old, waitMs }
  return await changeState(slipway, request, 'slipway stack rename', observe, async (locked) => {
    const { project } = place
    // Report problems before writing anything.
    const { file, exists } = readStackFile(project, old)
    const text = exists ? await textForStack(project, old, to, { env: slipway.env, sealer: place.sealer }) : undefined
    const moved = join(project.stackFolder, `Pulumi.${to}${extname(file)}`)
    const isBegun = exists && isSameFile(file, moved)
    await moveRecords(locked, place, to, async () => {
      if (!isBegun && (await stacksOf(place)).includes(to)) throw stackExists(place, to)
      if (exists && !isBegun) linkFile(file, moved, () => stackExists(place, to))
    })
    if (text !== undefined && isSameFile(file, moved)) writeWhole(moved, text)
    if (selectedStack(place) === old) selectStack(place, to)
    if (exists) rmSync(file)
    await locked.store.commit(locked.lease, [{ kind: 'remove-instance' }])
    return { from: old, to }
  })
}

/** Moves the records to the new name, unless an interrupted renaming has already done so. Renames the file first. */
async function moveRecords(
  { store, instance, lease, lockAlso }: LockedState,
  place: StackPlace,
  to: string,
  moveFile: () => Promise<void>,
): Promise<void> {
  const { project } = place
  const target = `${project.name}/${to}`
  // Read the record under both locks, when no other run can change it.
  const taken = await lockAlso(target)
  const state = await store.load(instance)
  const begun = state?.instance.renamedTo
  if (begun === target) return
  if (begun !== undefined) throw halfRenamed(instance, begun)
  if ((await recordedStacks(place)).includes(to)) throw stackExists(place, to)
  await moveFile()
  if (state === undefined) return
  const changes = changesFor(await inOtherStack(state, project.name, to), await store.runs(instance, allRuns))
  const emptied = { ...state.instance, exports: valueMap(), renamedTo: target }
  const left: StateChange[] = [{ kind: 'remove-instance' }, { kind: 'instance', instance: emptied }]
  await store.commit(taken, changes, { lease, changes: left })
}

/** Returns true if an interrupted renaming has already given the file its new name as well. */
function isSameFile(from: string, to: string): boolean {
  return lstatSync(from).ino === lstatSync(to, { throwIfNoEntry: false })?.ino
}

/** Links the file to its new name, never overwriting a file that appeared meanwhile. */
function linkFile(from: string, to: string, exists: () => Failure): void {
  try {
    linkSync(from, to)
  } catch (error) {
    throw isTaken(error) ? exists() : error
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

function changesFor(
  { instance, resources, intents, tasks = [] }: InstanceState,
  runs: readonly RunRecord[],
): StateChange[] {
  return [
    { kind: 'instance', instance },
    ...resources.map((resource) => ({ kind: 'resource', resource }) as const),
    ...intents.map((intent) => ({ kind: 'begin', intent }) as const),
    ...tasks.map((task) => ({ kind: 'task', task }) as const),
    ...runs.toReversed().map((run) => ({ kind: 'run', run }) as const),
  ]
}
