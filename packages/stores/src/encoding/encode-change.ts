import { encodeRecord } from './codec.ts'
import type { Sealer } from '../port.ts'
import type { RecordKinds, StateChange } from '../records.ts'
import { recordPlace } from '../seal/state-seal.ts'

/** The kinds of records of an instance other than its own. */
export type InnerKind = Exclude<keyof RecordKinds, 'instance'>

/** A change in a driver's form. Writing it needs no key. */
export type EncodedChange =
  | { readonly act: 'put'; readonly kind: keyof RecordKinds; readonly id: string; readonly body: string }
  | { readonly act: 'remove'; readonly kind: InnerKind; readonly id: string; readonly isDamaged: boolean }
  /** Removes the instance with all its records. */
  | { readonly act: 'wipe' }

/**
 * Fails with `state/unknown-value` for a record that cannot be written.
 *
 * @param state id of the state
 */
export function encodeChange(
  state: string,
  instance: string,
  change: StateChange,
  sealer: Pick<Sealer, 'seal'>,
): EncodedChange {
  const put = (kind: keyof RecordKinds, record: object, id: string): EncodedChange => {
    return { act: 'put', kind, id, body: encodeRecord(record, sealer, recordPlace(state, instance, kind, id)) }
  }
  switch (change.kind) {
    case 'instance':
      return put('instance', change.instance, instance)
    case 'begin':
      return put('intent', change.intent, change.intent.id)
    case 'end':
      return remove('intent', change.intentId, change.isDamaged)
    case 'resource':
      return put('resource', change.resource, change.resource.id)
    case 'forget':
      return remove('resource', change.resourceId, change.isDamaged)
    case 'run':
      return put('run', change.run, change.run.id)
    case 'task':
      return put('task', change.task, change.task.id)
    case 'link':
      return put('link', change.link, change.link.id)
    case 'forget-link':
      return remove('link', change.linkId, change.isDamaged)
    case 'forget-task':
      return remove('task', change.taskId, change.isDamaged)
    case 'child':
      return put('child', change.child, change.child.name)
    case 'forget-child':
      return remove('child', change.name, change.isDamaged)
    case 'remove-instance':
      return { act: 'wipe' }
  }
}

function remove(kind: InnerKind, id: string, isDamaged = false): EncodedChange {
  return { act: 'remove', kind, id, isDamaged }
}
