import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '@slipway/model'
import type { Opener } from '../../encoding/codec.ts'
import type { Sealer } from '../../port.ts'
import { damageText } from '../../encoding/read-state.ts'
import { keyIdOf } from '../../seal/sealed-text.ts'
import { markText, StateSeal } from '../../seal/state-seal.ts'
import type { Unsealer } from '../../seal/unseal-with-any.ts'
import { damagedLock } from '../folder/errors.ts'
import type { Rows } from '../rows/rows.ts'
import { allRows, readRow, writtenRow, type AnyRow } from '../rows/sealed-rows.ts'
import { stateFile } from '../store.ts'
import { changeState } from './change-state.ts'
import { refuseInUse, type Keeper } from './in-use.ts'

export interface ResealRequest extends Keeper {
  readonly directory: string
  /** Opens the present secrets. Fails with `state/wrong-key`, and then nothing changes. */
  readonly unsealer: Unsealer
  /** Called once everything is opened, with the ids of the used keys. Not called if nothing is sealed. */
  readonly to: (from: readonly string[]) => Sealer
}

export interface ResealReport {
  readonly records: number
  readonly secrets: number
  /** Ids of the former keys, which are no longer in use. */
  readonly from: readonly string[]
  /** The key that now seals everything; absent when there are no secrets. */
  readonly to?: string
  /** False if unused parts of the files may still contain copies under the former keys, because other processes have them open. */
  readonly isSwept: boolean
}

/** Seals every secret of a state anew, all or none, even after a kill. */
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

function reseal(rows: Rows, { unsealer, to }: ResealRequest): Omit<ResealReport, 'isSwept'> {
  const sealing = rows.seals.get()
  const { records, secrets, from } = openedRows(rows, new StateSeal(sealing, unsealer).open)
  if (records.length === 0) return { records: 0, secrets: 0, from: [] }
  const sealer = to([...from].sort())
  for (const [row, record] of records) row.put(writtenRow(row, record, sealer, sealing.state))
  rows.seals.removeMarks()
  rows.seals.mark(sealer.keyId, markText(sealer, sealing.state, []))
  from.delete(sealer.keyId)
  return { records: records.length, secrets, from: [...from].sort(), to: sealer.keyId }
}

interface OpenedRows {
  readonly records: readonly (readonly [row: AnyRow, record: object])[]
  readonly secrets: number
  /** Ids of the used keys. */
  readonly from: Set<string>
}

/** The records with secrets, opened. Fails if one is damaged or does not open. */
function openedRows(rows: Rows, opener: (...text: Parameters<Opener>) => string): OpenedRows {
  const from = new Set<string>()
  let secrets = 0
  const records: (readonly [AnyRow, object])[] = []
  const open: Opener = (sealed, place) => {
    const plain = opener(sealed, place)
    from.add(keyIdOf(sealed))
    secrets++
    return plain
  }
  const { state } = rows.seals.get()
  for (const each of allRows(rows)) {
    if (!each.row.intact) throw damaged(each)
    const before = secrets
    const record = readRow(each, open, state)
    if (secrets > before) records.push([each, record])
  }
  return { records, secrets, from }
}

function damaged({ kind, row: { id } }: AnyRow): Failure {
  const details = [damageText({ kind, id, reason: 'its checksum does not match' })]
  return new Failure(
    'state/damaged-record',
    'a record cannot be read, so it cannot be sealed again; nothing was changed',
    {
      details,
      hint: 'restore a backup with "slipway state restore FILE", or give up the record with "slipway state rm ID"',
    },
  )
}

/** Erases former texts from unused pages and from the journal. Returns whether that succeeded. */
function sweep(database: DatabaseSync): boolean {
  try {
    database.exec('VACUUM')
    return Number(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy']) === 0
  } catch {
    // The disk is full or another process reads. The commit itself stays.
    return false
  }
}
