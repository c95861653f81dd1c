import { encodeRecord } from '../codec.ts'
import type { Sealer } from '../port.ts'
import type { RecordKinds, StateChange } from '../records.ts'
import { recordPlace } from '../seal/state-seal.ts'
import type { RecordTable, Rows } from './rows.ts'

/** A change, encoded: what is left to do needs no key and cannot fail but for the disk. */
export type PreparedChange = (rows: Rows) => void

/**
 * Fails with `state/unknown-value` for a record that cannot be written.
 *
 * @param state id of the state
 */
export function prepareChange(
  state: string,
  instance: string,
  change: StateChange,
  sealer: Pick<Sealer, 'seal'>,
): PreparedChange {
  const encoded = (kind: keyof RecordKinds, record: object, id: string): string =>
    encodeRecord(record, sealer, recordPlace(state, instance, kind, id))
  const put = (table: RecordTable, kind: keyof RecordKinds, record: object, id: string): PreparedChange => {
    const body = encoded(kind, record, id)
    return (rows) => rows.put(table, instance, id, body)
  }
  const remove = (table: RecordTable, id: string, isDamaged = false): PreparedChange =>
    isDamaged ? (rows) => rows.removeDamaged(table, instance, id) : (rows) => rows.remove(table, instance, id)

  switch (change.kind) {
    case 'instance': {
      const body = encoded('instance', change.instance, instance)
      return (rows) => rows.putInstance(instance, body)
    }
    case 'begin':
      return put('intents', 'intent', change.intent, change.intent.id)
    case 'end':
      return remove('intents', change.intentId, change.isDamaged)
    case 'resource':
      return put('resources', 'resource', change.resource, change.resource.id)
    case 'forget':
      return remove('resources', change.resourceId, change.isDamaged)
    case 'run':
      return put('runs', 'run', change.run, change.run.id)
    case 'task':
      return put('tasks', 'task', change.task, change.task.id)
    case 'link':
      return put('links', 'link', change.link, change.link.id)
    case 'forget-link':
      return remove('links', change.linkId, change.isDamaged)
    case 'forget-task':
      return remove('tasks', change.taskId, change.isDamaged)
    case 'child':
      return put('children', 'child', change.child, change.child.name)
    case 'forget-child':
      return remove('children', change.name, change.isDamaged)
    case 'remove-instance':
      return (rows) => rows.removeInstance(instance)
  }
}
