import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '@slipway/model'
import { decodeRecord, encodeRecord } from '../../codec.ts'
import type { Sealer } from '../../port.ts'
import { damageText } from '../../read-state.ts'
import type { RecordKinds } from '../../records.ts'
import { keyIdOf } from '../../seal/sealed-text.ts'
import { damagedLock } from '../errors.ts'
import type { KeptRow, RecordTable, Rows } from '../rows.ts'
import { stateFile } from '../store.ts'
import { changeState } from './change-state.ts'
import { refuseInUse, type Keeper } from './in-use.ts'

export interface ResealRequest extends Keeper {
  readonly directory: string
  /** Opens what is sealed now. Fails with `state/wrong-key`, and then nothing is changed. */
  readonly unseal: Sealer['unseal']
  /** Asked for when everything has been opened, with the ids of the keys that did it; never when nothing is sealed. */
  readonly to: (from: readonly string[]) => Sealer
}

export interface ResealReport {
  readonly records: number
  readonly secrets: number
  /** Ids of the keys that nothing of the state is sealed with any more. */
  readonly from: readonly string[]
  /** The key that now seals everything; absent when there are no secrets. */
  readonly to?: string
  /** False when copies under the former keys may still lie in unused parts of the files, because others have them open. */
  readonly isSwept: boolean
}

/** Seals every secret of a state anew, all of them or none, whatever is killed. */
export function resealState(request: ResealRequest): Promise<ResealReport> {
  const file = stateFile(request.directory)
  return changeState(request.directory, request, (change) => {
    const report = change.transaction((rows) => {
      refuseInUse(rows, request)
      for (const instance of rows.locks.instances()) {
        const stored = rows.locks.get(instance)
        if ('damage' in stored) throw damagedLock(file, instance, stored.damage)
      }
      return reseal(rows, request)
    })
    return { ...report, isSwept: report.secrets === 0 || sweep(change.database) }
  })
}

interface Sealed {
  readonly kind: keyof RecordKinds
  readonly row: KeptRow
  readonly record: object
  readonly put: (body: string) => void
}

function reseal(rows: Rows, { unseal, to }: ResealRequest): Omit<ResealReport, 'isSwept'> {
  const from = new Set<string>()
  let secrets = 0
  const found: Sealed[] = []
  const open = (sealed: string): string => {
    from.add(keyIdOf(sealed))
    secrets++
    return unseal(sealed)
  }
  for (const { kind, row, put } of allRows(rows)) {
    if (!row.intact) throw damaged(kind, row)
    const before = secrets
    const record = decodeRecord(row.body, open)
    if (secrets > before) found.push({ kind, row, record, put })
  }
  if (found.length === 0) return { records: 0, secrets: 0, from: [] }
  const sealer = to([...from].sort())
  for (const { record, put } of found) put(encodeRecord(record, sealer))
  from.delete(sealer.keyId)
  return { records: found.length, secrets, from: [...from].sort(), to: sealer.keyId }
}

const kinds: readonly (readonly [RecordTable, keyof RecordKinds])[] = [
  ['resources', 'resource'],
  ['intents', 'intent'],
  ['runs', 'run'],
  ['tasks', 'task'],
  ['links', 'link'],
  ['children', 'child'],
]

function* allRows(rows: Rows): Iterable<Omit<Sealed, 'record'>> {
  for (const own of rows.instances()) {
    yield { kind: 'instance', row: own, put: (body) => rows.putInstance(own.id, body) }
    for (const [table, kind] of kinds)
      for (const row of rows.all(table, own.id))
        yield { kind, row, put: (body) => rows.put(table, own.id, row.id, body) }
  }
}

function damaged(kind: keyof RecordKinds, { id }: KeptRow): Failure {
  const details = [damageText({ kind, id, reason: 'its checksum does not match' })]
  return new Failure(
    'state/damaged-record',
    'a record cannot be read, and so not be sealed anew; nothing was changed',
    {
      details,
      hint: 'restore a backup with "slipway state restore FILE", or give up the record with "slipway state rm ID"',
    },
  )
}

/** Former texts lie on in pages that are not used any more, and in the journal. */
function sweep(database: DatabaseSync): boolean {
  try {
    database.exec('VACUUM')
    return Number(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy']) === 0
  } catch {
    // A full disk, or somebody who reads: what was committed stays.
    return false
  }
}
