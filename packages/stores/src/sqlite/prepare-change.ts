import { encodeRecord } from '../codec.ts'
import type { Sealer } from '../port.ts'
import type { StateChange } from '../records.ts'
import type { RecordTable, Rows } from './rows.ts'

/** A change, encoded: what is left to do needs no key and cannot fail but for the disk. */
export type PreparedChange = (rows: Rows) => void

/** Fails with `state/unknown-value` for a record that cannot be written. */
export function prepareChange(instance: string, change: StateChange, sealer: Sealer): PreparedChange {
  const put = (table: RecordTable, record: object, id: string): PreparedChange => {
    const body = encodeRecord(record, sealer)
    return (rows) => rows.put(table, instance, id, body)
  }
  const remove = (table: RecordTable, id: string, isDamaged = false): PreparedChange =>
    isDamaged ? (rows) => rows.removeDamaged(table, instance, id) : (rows) => rows.remove(table, instance, id)

  switch (change.kind) {
    case 'instance': {
      const body = encodeRecord(change.instance, sealer)
      return (rows) => rows.putInstance(instance, body)
    }
    case 'begin':
      return put('intents', change.intent, change.intent.id)
    case 'end':
      return remove('intents', change.intentId, change.isDamaged)
    case 'resource':
      return put('resources', change.resource, change.resource.id)
    case 'forget':
      return remove('resources', change.resourceId, change.isDamaged)
    case 'run':
      return put('runs', change.run, change.run.id)
    case 'task':
      return put('tasks', change.task, change.task.id)
    case 'link':
      return put('links', change.link, change.link.id)
    case 'forget-link':
      return remove('links', change.linkId, change.isDamaged)
    case 'forget-task':
      return remove('tasks', change.taskId, change.isDamaged)
    case 'child':
      return put('children', change.child, change.child.name)
    case 'forget-child':
      return remove('children', change.name, change.isDamaged)
    case 'remove-instance':
      return (rows) => rows.removeInstance(instance)
  }
}
