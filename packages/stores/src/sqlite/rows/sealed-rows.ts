import { decodeRecord, encodeRecord, type Opener } from '../../encoding/codec.ts'
import type { Sealer } from '../../port.ts'
import type { RecordKinds } from '../../records.ts'
import { isUnbound } from '../../seal/sealed-text.ts'
import { markText, recordPlace, StateSeal } from '../../seal/state-seal.ts'
import { UnopenedSecret } from '../../seal/unopened-secret.ts'
import { isDamage, leavingSealed } from '../../encoding/state-rows.ts'
import { hasUnbound } from './seal-rows.ts'
import type { KeptRow, RecordTable, Rows } from './rows.ts'

/** A record of any kind in the database. */
export interface AnyRow {
  readonly kind: keyof RecordKinds
  readonly instance: string
  readonly row: KeptRow
  readonly put: (body: string) => void
}

const kinds: readonly (readonly [RecordTable, keyof RecordKinds])[] = [
  ['resources', 'resource'],
  ['intents', 'intent'],
  ['runs', 'run'],
  ['tasks', 'task'],
  ['links', 'link'],
  ['children', 'child'],
]

/** All records, including those of instances whose own record is gone. */
export function* allRows(rows: Rows): Iterable<AnyRow> {
  const own = rows.instances()
  for (const row of own)
    yield { kind: 'instance', instance: row.id, row, put: (body) => rows.putInstance(row.id, body) }
  for (const instance of [...own.map(({ id }) => id), ...rows.lostInstances()])
    for (const [table, kind] of kinds)
      for (const row of rows.all(table, instance))
        yield { kind, instance, row, put: (body) => rows.put(table, instance, row.id, body) }
}

export function readRow({ kind, instance, row }: AnyRow, open: Opener, state: string): object {
  return decodeRecord(row.body, open, recordPlace(state, instance, kind, row.id))
}

export function writtenRow(
  { kind, instance, row }: AnyRow,
  record: object,
  sealer: Pick<Sealer, 'seal'>,
  state: string,
): string {
  return encodeRecord(record, sealer, recordPlace(state, instance, kind, row.id))
}

/**
 * Before the first text is sealed with a key: seals texts of the first form anew if they open, and says under the key that none of them is
 * left, except those sealed with missing keys. Damaged texts stay damaged, and are named.
 */
export function markKey(rows: Rows, sealer: Sealer): void {
  const { state, marks } = rows.seals.get()
  const { keyId } = sealer
  if (marks.has(keyId)) return
  const open = leavingSealed(new StateSeal({ state, marks }, sealer).open)
  const unopened = new Set<string>()
  for (const each of allRows(rows)) {
    if (!each.row.intact || !hasUnbound(each.row.body)) continue
    try {
      const record = readRow(each, noting(open, unopened), state)
      each.put(writtenRow(each, record, sealer, state))
    } catch (error) {
      if (!isDamage(error)) throw error
    }
  }
  rows.seals.mark(keyId, markText(sealer, state, [...unopened].sort()))
}

function noting(open: Opener, unopened: Set<string>): Opener {
  return (sealed, place) => {
    const opened = open(sealed, place)
    if (opened instanceof UnopenedSecret && isUnbound(sealed)) unopened.add(opened.keyId)
    return opened
  }
}
