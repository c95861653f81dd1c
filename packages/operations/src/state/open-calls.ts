import { existenceOf } from '@slipway/engine'
import { Failure, type ResourceStatus, statusAfter } from '@slipway/model'
import type { InstanceState, Intent, LinkRecord, ResourceRecord, StateStore } from '@slipway/stores'
import { runningHolder } from '../lease/instance-lock.ts'

/**
 * Returns the records and the possible results of open calls. An open call determines the status: `creating` while its run is active,
 * `create-interrupted` otherwise.
 */
export function recordsOf(
  { resources, intents }: Pick<InstanceState, 'resources' | 'intents'>,
  isRunning: boolean,
): readonly ResourceRecord[] {
  const known = new Set(resources.map(({ id }) => id))
  const open = new Map(intents.map((intent) => [intent.resource.id, intent]))
  const made = intents.map(({ resource }) => resource).filter(({ id }) => !known.has(id))
  return [...resources, ...made].map((record) => withCall(record, open.get(record.id), isRunning))
}

function withCall(record: ResourceRecord, intent: Intent | undefined, isRunning: boolean): ResourceRecord {
  if (intent === undefined) return record
  const status = statusAfter(intent.action, isRunning ? 'begun' : 'cut')
  // A resource that freed its slot is recorded as absent, without a spec, once its successor's create begins.
  return { ...(intent.action === 'create' ? intent.resource : record), status }
}

/** Returns the resources in an unknown state: a call was interrupted, or the thing may or may not exist. */
export function recordsInDoubt({
  resources,
  intents,
}: Pick<InstanceState, 'resources' | 'intents'>): readonly ResourceRecord[] {
  const doubtful = resources.filter((record) => existenceOf(record) === 'doubtful')
  return [...intents.map(({ resource }) => resource), ...doubtful]
}

/** Returns the status of a link. Without an active run, a link in the middle of a phase was interrupted. */
export function linkStatus({ status }: LinkRecord, isRunning: boolean): ResourceStatus {
  if (isRunning) return status
  if (status === 'creating') return statusAfter('create', 'cut')
  if (status === 'updating') return statusAfter('update', 'cut')
  return status === 'destroying' ? statusAfter('delete', 'cut') : status
}

/** Whether a run may be active on an instance. Returns the failure if the lock of the instance is damaged. */
export async function mayRun(store: StateStore, instance: string): Promise<boolean | Failure> {
  try {
    return (await runningHolder(store, instance)) !== undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'state/damaged-lock') return error
    throw error
  }
}
