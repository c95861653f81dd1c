import { Failure } from '@slipway/model'
import { holdsSecret, missingKeys } from './missing-keys.ts'
import type { Lease, StateStore } from '../port.ts'
import { damageText } from './read-state.ts'
import type { DamagedRecord, InstanceState, StateChange } from '../records.ts'

/** Maximum number of records per commit. After a kill, a repetition continues. */
const atOnce = 100

/**
 * Writes all records with secrets of an instance again, to seal them with the present key. Can be repeated at any time.
 *
 * @returns the number of these records
 * @throws Failure `state/damaged-record` or `state/wrong-key` for a secret that does not open; the instance then stays unchanged
 */
export async function resealInstance(store: StateStore, lease: Lease): Promise<number> {
  const { instance } = lease
  const state = await store.load(instance)
  const damaged: DamagedRecord[] = []
  const runs = await store.runs(instance, Number.MAX_SAFE_INTEGER, (record) => damaged.push(record))
  if (damaged.length > 0 || missingKeys(runs).length > 0) throw unopened(instance, damaged, missingKeys(runs))
  const changes = [
    ...(state === undefined ? [] : changesOf(state)),
    // The oldest first, though none changes its place.
    ...runs.toReversed().map((run): StateChange => ({ kind: 'run', run })),
  ].filter(holdsSecret)
  for (let at = 0; at < changes.length; at += atOnce) await store.commit(lease, changes.slice(at, at + atOnce))
  return changes.length
}

/** The changes that write all records of an instance except its history. */
export function changesOf({ instance, ...state }: InstanceState): readonly StateChange[] {
  return [
    { kind: 'instance', instance },
    ...state.resources.map((resource): StateChange => ({ kind: 'resource', resource })),
    ...state.intents.map((intent): StateChange => ({ kind: 'begin', intent })),
    ...(state.tasks ?? []).map((task): StateChange => ({ kind: 'task', task })),
    ...(state.links ?? []).map((link): StateChange => ({ kind: 'link', link })),
    ...(state.children ?? []).map((child): StateChange => ({ kind: 'child', child })),
  ]
}

function unopened(instance: string, damaged: readonly DamagedRecord[], keys: readonly string[]): Failure {
  const details = [
    ...damaged.map(damageText),
    ...keys.map((key) => `a run in its history is sealed with the key ${key}`),
  ]
  return new Failure(
    damaged.length > 0 ? 'state/damaged-record' : 'state/wrong-key',
    `the history of ${instance} cannot be read, so it cannot be sealed again`,
    { details, hint: 'restore the key, or continue without the lost part (slipway state accept); then run this again' },
  )
}
