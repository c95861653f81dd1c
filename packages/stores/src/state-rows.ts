import { Failure } from '@slipway/model'
import type { Sealer } from './port.ts'
import { decodeRecord } from './codec.ts'
import type { DamagedRecord, InstanceState, Intent, ResourceRecord } from './records.ts'

/** A record as a driver keeps it. `intact` is false when its bytes are not those that were written. */
export interface StoredRow {
  readonly id: string
  readonly body: string
  readonly intact: boolean
}

export interface Decoded<Kind> {
  readonly records: readonly Kind[]
  readonly damaged: readonly DamagedRecord[]
}

/** Reads rows of one kind; those that cannot be read are named instead. A missing key is no damage: it fails. */
export function decodeRows<Kind extends object>(
  kind: DamagedRecord['kind'],
  rows: readonly StoredRow[],
  sealer: Sealer,
): Decoded<Kind> {
  const records: Kind[] = []
  const damaged: DamagedRecord[] = []
  for (const row of rows) {
    try {
      if (!row.intact) throw new Failure('state/damaged-record', 'its checksum does not match')
      records.push(decodeRecord<Kind>(row.body, sealer))
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'state/damaged-record') throw error
      damaged.push({ kind, id: row.id, reason: error.message })
    }
  }
  return { records, damaged }
}

/** Refuses a state of which something cannot be read: what is not known would be made twice. */
export function refuseDamage(instance: string, damaged: readonly DamagedRecord[]): void {
  if (damaged.length === 0) return
  throw new Failure('state/damaged-record', `${count(damaged.length)} in the state of ${instance} cannot be read`, {
    details: damaged.map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`),
    hint: `restore the state from a copy, or look at the rest with "slipway state list --instance ${instance}" and give up what is broken with "slipway state rm"`,
  })
}

/** In the order in which things were made, whatever order the driver found them in. */
export function inOrder(state: InstanceState): InstanceState {
  return { ...state, resources: [...state.resources].sort(byCreation), intents: [...state.intents].sort(byStart) }
}

function byCreation(a: ResourceRecord, b: ResourceRecord): number {
  return a.createdAt - b.createdAt || compare(a.id, b.id)
}

function byStart(a: Intent, b: Intent): number {
  return a.startedAt - b.startedAt || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function count(damaged: number): string {
  return damaged === 1 ? 'one record' : `${damaged} records`
}
