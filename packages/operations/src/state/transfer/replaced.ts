import { Failure } from '@slipway/model'
import type { InstanceState, ResourceRecord, StateChange, StateStore } from '@slipway/stores'
import { exportInstance, type ExportOptions } from '@slipway/stores/transfer'
import { setAside } from '@slipway/stores/upkeep'
import { folderOfState, type StatePlace } from '../../store/state-driver.ts'
import { recordsInDoubt, recordsOf } from '../open-calls.ts'

/** The records of an instance that will be gone once other records replace them. */
export interface Loss {
  /** Names of resources whose things stay outside without a record. */
  readonly lost: readonly string[]
  /** Lost resources whose state is unknown. */
  readonly inDoubt: readonly string[]
}

/**
 * Determines the loss.
 *
 * @param recorded `undefined` if unreadable
 * @param changes the records that will replace the recorded ones
 * @param by how to recognise the same thing: states of other engines have no record ids
 */
export function lossBy(
  recorded: InstanceState | undefined,
  changes: readonly StateChange[],
  by: 'record' | 'thing',
): Loss {
  if (recorded === undefined) return { lost: [], inDoubt: [] }
  const keyOf = by === 'record' ? ({ id }: ResourceRecord) => id : thingOf
  const kept = new Set(recordsOf(recordsIn(changes), false).map(keyOf))
  const isLost = (record: ResourceRecord): boolean => !kept.has(keyOf(record))
  const doubted = new Set(recordsInDoubt(recorded).map(({ id }) => id))
  const gone = recordsOf(recorded, false).filter((record) => isLost(record) && record.status !== 'destroyed')
  return { lost: namesOf(gone), inDoubt: namesOf(gone.filter(({ id }) => doubted.has(id))) }
}

/** Returns the stored state of an instance; `undefined` if its own record is damaged, which does not prevent a replacement. */
export async function readable(store: StateStore, instance: string): Promise<InstanceState | undefined> {
  try {
    return await store.load(instance, { skipDamaged: true })
  } catch (error) {
    if (isDamage(error)) return undefined
    throw error
  }
}

/** Saves a copy of an instance's records beside the state, or of the whole state if any record is damaged. Returns the path. */
export async function keepReplaced(
  store: StateStore,
  instance: string,
  { folders, sealer }: Pick<ExportOptions, 'sealer'> & { readonly folders: StatePlace },
): Promise<string> {
  const name = `${instance.replaceAll('/', '-')}.json`
  const text = await exported(store, instance, { sealer })
  const directory =
    text === undefined ? folderOfState(folders, 'slipway state import over damaged records') : folders.state
  return setAside(directory, name, text)
}

async function exported(store: StateStore, instance: string, options: ExportOptions): Promise<string | undefined> {
  try {
    return await exportInstance(store, instance, { ...options, onDamaged: () => undefined })
  } catch (error) {
    if (isDamage(error)) return undefined
    throw error
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Failure && error.code === 'state/damaged-record'
}

/** Returns the records and the open calls among changes. */
export function recordsIn(changes: readonly StateChange[]): Pick<InstanceState, 'resources' | 'intents'> {
  return {
    resources: changes.flatMap((change) => (change.kind === 'resource' ? [change.resource] : [])),
    intents: changes.flatMap((change) => (change.kind === 'begin' ? [change.intent] : [])),
  }
}

/** Returns a key that identifies a thing across engines. A create in doubt and a mere group have no id. */
function thingOf({ name, type, replaced, spec: { id } }: ResourceRecord): string {
  return JSON.stringify([name, type, replaced, typeof id === 'string' ? id : ''])
}

function namesOf(records: readonly ResourceRecord[]): readonly string[] {
  return [...new Set(records.map(({ name }) => name))]
}
