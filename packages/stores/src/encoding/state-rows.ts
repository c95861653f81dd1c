import { Failure } from '@slipway/model'
import { decodeRecord, type Opener } from './codec.ts'
import type { KnownInstance } from '../port.ts'
import type { DamagedRecord, LinkRecord, RecordKinds, ResourceRecord } from '../records.ts'
import { isWrongKey, keyIdOf } from '../seal/sealed-text.ts'
import { recordPlace, type StateSeal } from '../seal/state-seal.ts'
import { isTeamKey } from '../seal/team/team-key.ts'
import { UnopenedSecret } from '../seal/unopened-secret.ts'

/** A record as stored by a driver. `intact` is false if its bytes have changed since it was written. */
export interface StoredRow {
  readonly id: string
  readonly body: string
  readonly intact: boolean
}

export interface Decoded<Kind> {
  readonly records: readonly Kind[]
  readonly unread: readonly UnreadRecord[]
}

/** An unreadable record with the reason. */
export interface UnreadRecord {
  readonly record: DamagedRecord
  readonly failure: Failure
}

/** Opens secrets where possible and leaves the rest sealed. For users who look, and for code that only moves records. */
export function leavingSealed(open: StateSeal['open']): Opener {
  return (sealed, place) => {
    try {
      return open(sealed, place)
    } catch (error) {
      if (isWrongKey(error)) return new UnopenedSecret(sealed, place)
      throw error
    }
  }
}

/** Like `leavingSealed`, but leaves only a team's secrets sealed. */
export function leavingTeamsSealed(open: StateSeal['open']): Opener {
  const lenient = leavingSealed(open)
  return (sealed, place) => (isTeamKey(keyIdOf(sealed)) ? lenient : open)(sealed, place)
}

const leaveAll: Opener = (sealed, place) => new UnopenedSecret(sealed, place)

/** The state and instance of rows, and the opener for their secrets. */
export interface RowsOf {
  readonly state: string
  readonly instance: string
  readonly open: Opener
}

/** Reads rows of one kind. Sets aside rows that are damaged, or whose secrets do not open. */
export function decodeRows<Kind extends keyof RecordKinds>(
  kind: Kind,
  rows: readonly StoredRow[],
  { state, instance, open }: RowsOf,
): Decoded<RecordKinds[Kind]> {
  const records: RecordKinds[Kind][] = []
  const unread: UnreadRecord[] = []
  for (const row of rows) {
    try {
      if (!row.intact) throw new Failure('state/damaged-record', 'its checksum does not match')
      records.push(decodeRecord(row.body, open, recordPlace(state, instance, kind, row.id)) as RecordKinds[Kind])
    } catch (error) {
      if (!(error instanceof Failure) || !(isWrongKey(error) || isDamage(error))) throw error
      const plain = kind === 'link' ? plainLink(row) : plainResource(kind, row)
      const name = row.intact ? plain?.name : undefined
      const reason = isWrongKey(error) ? 'its secrets do not open' : error.message
      const record = { kind, id: row.id, ...(name !== undefined && { name }), reason }
      unread.push({ record, failure: error })
    }
  }
  return { records, unread }
}

/** The part of a resource's row that needs no key: values are sealed, names and ids are not. */
export function plainResource(kind: keyof RecordKinds, { body }: StoredRow): Partial<ResourceRecord> | undefined {
  if (kind !== 'resource' && kind !== 'intent') return undefined
  try {
    const record = JSON.parse(body) as { readonly resource?: object } | null
    return (kind === 'intent' ? record?.resource : record) ?? undefined
  } catch {
    return undefined
  }
}

/** Like `plainResource`, for a link. */
export function plainLink({ body }: StoredRow): Partial<LinkRecord> | undefined {
  try {
    return (JSON.parse(body) as Partial<LinkRecord> | null) ?? undefined
  } catch {
    return undefined
  }
}

/** The known instances: from their rows, and names whose rows are gone. */
export function knownInstances(rows: readonly StoredRow[], gone: readonly string[] = []): readonly KnownInstance[] {
  const { unread } = decodeRows('instance', rows, { state: '', instance: '', open: leaveAll })
  const damages = new Map(unread.map(({ record }) => [record.id, record.reason]))
  const known = rows.map(({ id: name }) => {
    const damage = damages.get(name)
    return damage === undefined ? { name } : { name, damage }
  })
  return [...known, ...gone.map((name) => ({ name, damage: 'it is gone' }))].sort((a, b) => (a.name < b.name ? -1 : 1))
}

export function isDamage(error: unknown): boolean {
  return error instanceof Failure && error.code === 'state/damaged-record'
}
