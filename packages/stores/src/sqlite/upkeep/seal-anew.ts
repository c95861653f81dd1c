import type { DatabaseSync } from 'node:sqlite'
import type { Opener } from '../../encoding/codec.ts'
import type { Sealer } from '../../port.ts'
import { isWrongKey } from '../../seal/sealed-text.ts'
import { markText, StateSeal } from '../../seal/state-seal.ts'
import { sealTeam, type Team } from '../../seal/team/team.ts'
import { sealerOfTeam } from '../../seal/team/team-sealer.ts'
import { unsealWithAny, type Unsealer } from '../../seal/unseal-with-any.ts'
import { isDamage } from '../../encoding/state-rows.ts'
import { Rows } from '../rows/rows.ts'
import { allRows, readRow, writtenRow, type AnyRow } from '../rows/sealed-rows.ts'

/**
 * Makes of a backup, which only this process has open, another state with the same content: with another id, to which its secrets are bound.
 * Leaves it as it is where a key is missing. A record that is damaged stays as it is, and damaged.
 *
 * @returns whether that was done
 */
export function sealAnew(image: DatabaseSync, own: Sealer, { team: present, id }: PresentState = {}): boolean {
  const rows = new Rows(image)
  const sealing = rows.seals.get()
  const former = sealing.team && own.openTeam?.(sealing.team, sealing.state, 'copy')
  const team = present ?? former
  if (sealing.team !== undefined && team === undefined) return false
  const teams = [present, former].filter((each) => each !== undefined)
  const [first = own, ...others] = teams.map((each) => sealerOfTeam(own, each.key.id, () => each))
  const opened = openedRows(rows, unsealWithAny(first, ...others))
  if (opened === undefined) return false
  image.exec('BEGIN')
  rows.begin()
  if (id === undefined) rows.seals.renew()
  else rows.seals.adopt(id)
  const { state } = rows.seals.get()
  if (team !== undefined) rows.seals.setTeam(sealTeam(team, state))
  for (const [row, record] of opened) row.put(writtenRow(row, record, first, state))
  rows.seals.removeMarks()
  // Without secrets no key is needed, and there may be none.
  if (opened.length > 0) rows.seals.mark(first.keyId, markText(first, state, []))
  rows.end()
  image.exec('COMMIT')
  return true
}

/** The state that a backup replaces. */
export interface PresentState {
  /** Its recipients stay: otherwise a user who was removed after the backup would be a recipient again. */
  readonly team?: Team | undefined
  /** Absent: the backup becomes another state. */
  readonly id?: string
}

/** The records with secrets; `undefined` if a key is missing. */
function openedRows(rows: Rows, sealer: Unsealer): readonly (readonly [AnyRow, object])[] | undefined {
  const sealing = rows.seals.get()
  const { state, open } = new StateSeal(sealing, sealer)
  const found: (readonly [AnyRow, object])[] = []
  for (const each of allRows(rows)) {
    if (!each.row.intact) continue
    let hasSecrets = false
    const noting: Opener = (sealed, place) => {
      hasSecrets = true
      return open(sealed, place)
    }
    try {
      const record = readRow(each, noting, state)
      if (hasSecrets) found.push([each, record])
    } catch (error) {
      if (isWrongKey(error)) return undefined
      if (!isDamage(error)) throw error
    }
  }
  return found
}
