import { Failure } from '@slipway/model'
import type { InstanceState, ResourceRecord, StateChange, StateStore } from '@slipway/stores'
import { exportInstance, type ExportOptions } from '@slipway/stores/transfer'
import { setAside } from '@slipway/stores/upkeep'
import { folderOfState, type StatePlace } from '../../store/state-driver.ts'
import { recordsInDoubt, recordsOf } from '../open-calls.ts'

/** The records of an instance that will be gone once something else takes its place. */
export interface Loss {
  /** Names of resources. What they stand for is left outside. */
  readonly lost: readonly string[]
  /** Resources among them whose state is unknown. */
  readonly inDoubt: readonly string[]
}

/**
 * @param recorded `undefined` where it cannot be read
 * @param changes what will be recorded in its place
 * @param by how the same thing is known again: states of another engine have no ids of records
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

/** The store's view of an instance, or `undefined` where its record itself is damaged: it may be replaced all the same. */
export async function readable(store: StateStore, instance: string): Promise<InstanceState | undefined> {
  try {
    return await store.load(instance, { skipDamaged: true })
  } catch (error) {
    if (isDamage(error)) return undefined
    throw error
  }
}

/** Keeps an instance as it is recorded beside the state; the whole state, where something of it is damaged. Returns the path. */
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

function recordsIn(changes: readonly StateChange[]): Pick<InstanceState, 'resources' | 'intents'> {
  return {
    resources: changes.flatMap((change) => (change.kind === 'resource' ? [change.resource] : [])),
    intents: changes.flatMap((change) => (change.kind === 'begin' ? [change.intent] : [])),
  }
}

/** Of a create that is in doubt there is no id, nor of what only groups others. */
function thingOf({ name, type, replaced, spec: { id } }: ResourceRecord): string {
  return JSON.stringify([name, type, replaced, typeof id === 'string' ? id : ''])
}

function namesOf(records: readonly ResourceRecord[]): readonly string[] {
  return [...new Set(records.map(({ name }) => name))]
}
