import { Failure } from '@slipway/model'
import type { KnownInstance, Sealer } from './port.ts'
import { decodeRecord } from './codec.ts'
import type { DamagedRecord, InstanceState, RecordKinds } from './records.ts'

/** A record as a driver keeps it. `intact` is false when its bytes are not those that were written. */
export interface StoredRow {
  readonly id: string
  readonly body: string
  readonly intact: boolean
}

export interface Decoded<Kind> {
  readonly records: readonly Kind[]
  readonly unread: readonly UnreadRecord[]
}

/** A record that could not be read, and why. */
export interface UnreadRecord {
  readonly record: DamagedRecord
  readonly failure: Failure
}

/** Reads rows of one kind. Those that are damaged, or whose secrets do not open, are set aside. */
export function decodeRows<Kind extends keyof RecordKinds>(
  kind: Kind,
  rows: readonly StoredRow[],
  sealer: Sealer,
): Decoded<RecordKinds[Kind]> {
  const records: RecordKinds[Kind][] = []
  const unread: UnreadRecord[] = []
  for (const row of rows) {
    try {
      if (!row.intact) throw new Failure('state/damaged-record', 'its checksum does not match')
      records.push(decodeRecord(row.body, sealer) as RecordKinds[Kind])
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      unread.push({ record: { kind, id: row.id, reason: error.message }, failure: error })
    }
  }
  return { records, unread }
}

/** What there are instances of, by the rows that a driver keeps under their names. */
export function knownInstances(rows: readonly StoredRow[], sealer: Sealer): readonly KnownInstance[] {
  const { unread } = decodeRows('instance', rows, sealer)
  const damages = new Map(unread.map(({ record }) => [record.id, record.reason]))
  return rows.map(({ id: name }) => {
    const damage = damages.get(name)
    return damage === undefined ? { name } : { name, damage }
  })
}

/** Refuses a state of which something cannot be read: what is not known would be made twice. */
export function refuseUnread(instance: string, unread: readonly UnreadRecord[]): void {
  const [first] = unread
  if (first === undefined) return
  const { message, hint } = first.failure
  const details = unread.map(({ record }) => `${record.kind} ${record.id}: ${record.reason}`)
  if (first.failure.code === 'state/wrong-key')
    throw new Failure('state/wrong-key', message, { details, ...(hint && { hint }) })
  throw new Failure('state/damaged-record', `${count(unread.length)} in the state of ${instance} cannot be read`, {
    details,
    hint: hintFor(instance, unread),
  })
}

/** Without the record of the instance itself there is no rest to look at. */
function hintFor(instance: string, unread: readonly UnreadRecord[]): string {
  const restore = 'restore the state from a copy'
  if (unread.some(({ record }) => record.kind === 'instance'))
    return `${restore}, or bring the instance back from what slipway state export has saved: slipway state import FILE --instance ${instance}`
  return `${restore}, or look at the rest with "slipway state list --instance ${instance}" and give up what is broken with "slipway state rm ID"`
}

/** In the order in which things were made, whatever order the driver found them in; without tasks when there are none. */
export function inOrder({ tasks = [], ...state }: InstanceState): InstanceState {
  const ordered = {
    ...state,
    resources: [...state.resources].sort((a, b) => a.createdAt - b.createdAt || compare(a.id, b.id)),
    intents: [...state.intents].sort(byStart),
  }
  return tasks.length === 0 ? ordered : { ...ordered, tasks: [...tasks].sort(byStart) }
}

function byStart<Started extends { readonly startedAt: number; readonly id: string }>(a: Started, b: Started): number {
  return a.startedAt - b.startedAt || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function count(damaged: number): string {
  return damaged === 1 ? 'one record' : `${damaged} records`
}
