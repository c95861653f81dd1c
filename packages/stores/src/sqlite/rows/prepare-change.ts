import { encodeChange, type InnerKind } from '../../encoding/encode-change.ts'
import type { Sealer } from '../../port.ts'
import type { StateChange } from '../../records.ts'
import type { RecordTable, Rows } from './rows.ts'

/** An encoded change. Applying it needs no key and can fail only because of the disk. */
export type PreparedChange = (rows: Rows) => void

const tableOf: Readonly<Record<InnerKind, RecordTable>> = {
  resource: 'resources',
  intent: 'intents',
  run: 'runs',
  task: 'tasks',
  link: 'links',
  child: 'children',
}

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
  const encoded = encodeChange(state, instance, change, sealer)
  if (encoded.act === 'wipe') return (rows) => rows.removeInstance(instance)
  if (encoded.act === 'remove') {
    const { kind, id, isDamaged } = encoded
    const table = tableOf[kind]
    return isDamaged ? (rows) => rows.removeDamaged(table, instance, id) : (rows) => rows.remove(table, instance, id)
  }
  const { kind, id, body } = encoded
  if (kind === 'instance') return (rows) => rows.putInstance(instance, body)
  return (rows) => rows.put(tableOf[kind], instance, id, body)
}
