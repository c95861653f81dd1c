import { linkSync, lstatSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Failure } from '@slipway/model'
import type { InstanceState, RunRecord, StateChange } from '@slipway/stores'
import { ignore, type Observer } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import { readStackFile } from '../stacks/stack-file.ts'
import {
  assertName,
  plainName,
  selectedStack,
  selectStack,
  stackExists,
  type StackPlace,
  stacksOf,
} from '../stacks/which-stack.ts'
import { changeState, type LockedState } from '../state/change-state.ts'
import { inOtherStack } from '../state/in-other-stack.ts'
import { placeOf } from './place.ts'

export interface RenameStackRequest {
  readonly folder?: string | undefined
  /** How long to wait while somebody else changes the stack. Default: not at all. */
  readonly waitMs?: number
}

export interface RenamedStack {
  readonly from: string
  readonly to: string
}

/** More than anybody has run. */
const allRuns = 1_000_000

/**
 * Gives a stack another name, with its records, history and file. Nothing happens to its resources.
 *
 * One that is cut short is done once more: what is recorded under the new name is known as the same as long as nothing has changed under
 * either. Fails with `stack/exists`, `stack/unknown`, `stack/bad-name`, `stack/other-project`.
 */
export async function renameStack(
  slipway: Slipway,
  from: string,
  to: string,
  { folder, waitMs = 0 }: RenameStackRequest = {},
  observe: Observer = ignore,
): Promise<RenamedStack> {
  const place = placeOf(slipway, { folder })
  const old = plainName(place, from)
  assertName(to)
  if (old === to) throw stackExists(place, to)
  const request = { file: folder ?? '.', stack: old, waitMs }
  return await changeState(slipway, request, 'slipway stack rename', observe, async (locked) => {
    const { project } = place
    // What is wrong with it is better said before anything is written.
    const { file, exists } = readStackFile(project, old)
    await copyRecords(locked, place, to)
    const moved = join(project.stackFolder, `Pulumi.${to}${extname(file)}`)
    if (exists) moveFile(file, moved, () => stackExists(place, to))
    if (selectedStack(place) === old) selectStack(place, to)
    await locked.store.commit(locked.lease, [{ kind: 'remove-instance' }])
    return { from: old, to }
  })
}

/** Writes what is recorded under the new name, unless it is there since a renaming that was cut short. */
async function copyRecords({ store, instance, lockAlso }: LockedState, place: StackPlace, to: string): Promise<void> {
  const { project } = place
  const target = `${project.name}/${to}`
  // Whatever is there is only certain once nobody else can change it.
  const taken = await lockAlso(target)
  const state = await store.load(instance)
  const there = await store.load(target)
  const wanted = state && changesFor(await inOtherStack(state, project.name, to), await store.runs(instance, allRuns))
  const found = there && changesFor(there, await store.runs(target, allRuns))
  if (wanted !== undefined && found !== undefined && isSame(wanted, found)) return
  if (found !== undefined || (await stacksOf(place)).includes(to)) throw stackExists(place, to)
  if (wanted !== undefined) await store.commit(taken, wanted)
}

/** But for the version, which each store counts by itself. */
function isSame(wanted: readonly StateChange[], found: readonly StateChange[]): boolean {
  return isDeepStrictEqual(wanted.map(unversioned), found.map(unversioned))
}

function unversioned(change: StateChange): unknown {
  return change.kind === 'instance' ? { ...change.instance, version: 0 } : change
}

/** Nothing is overwritten: somebody may have made such a file meanwhile. One that was moved half-way is moved on. */
function moveFile(from: string, to: string, exists: () => Failure): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!isTaken(error)) throw error
    if (lstatSync(from).ino !== lstatSync(to).ino) throw exists()
  }
  rmSync(from)
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
