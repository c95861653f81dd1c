import { createHash } from 'node:crypto'
import { Failure } from '@slipway/model'
import type { SealedTeam } from './seal/team/team.ts'
import type { RecordKinds } from './records.ts'

/** All of a state as it is kept: what is sealed in it stays sealed, and opens in every copy with the same id. */
export interface StateContent {
  /** Id of the state. */
  readonly id: string
  readonly marks: ReadonlyMap<string, string>
  readonly team?: SealedTeam
  /** Of each instance. A copy goes on above them. */
  readonly fences: ReadonlyMap<string, number>
  /** All rows; those of one kind and instance are in the order in which they were written. */
  readonly rows: readonly ContentRow[]
  /** Drawn when a backup was put back last; empty: never. */
  readonly restored: string
}

export interface ContentRow {
  readonly kind: keyof RecordKinds
  readonly instance: string
  readonly id: string
  readonly body: string
}

/** Of everything that a copy must have: equal for equal states, whichever driver keeps them. */
export function digestOf({ id, marks, team, rows, restored }: StateContent): string {
  const hash = createHash('sha256')
  const add = (...parts: readonly string[]): void => void hash.update(JSON.stringify(parts))
  add('state', id, restored, team?.key ?? '', team?.list ?? '')
  for (const [key, mark] of [...marks].sort(byText)) add('mark', key, mark)
  for (const { name, publicKey, wrapped } of team?.recipients ?? []) add('recipient', name, publicKey, wrapped)
  // Runs are told in their order, and everything else has none.
  for (const row of rows.filter(({ kind }) => kind === 'run')) add(row.kind, row.instance, row.id, row.body)
  const others = rows.filter(({ kind }) => kind !== 'run').map((row) => [placeOf(row), row.body] as const)
  for (const [place, body] of others.sort(byText)) add(place, body)
  return hash.digest('hex')
}

/** Of instances that are not there any more a run of one may stand between those of another. */
export function inOrder(rows: readonly ContentRow[]): readonly ContentRow[] {
  return [...rows].sort((a, b) => (a.instance < b.instance ? -1 : Number(a.instance > b.instance)))
}

export function countsOf({ rows }: StateContent): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(rows, ({ instance }) => instance)].map(([instance, own]) => [instance, own.length]))
}

function placeOf({ kind, instance, id }: ContentRow): string {
  return JSON.stringify([kind, instance, id])
}

function byText([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : Number(a > b)
}

/** A state whose content can go to another place, or come from one. */
export interface MovableState {
  look(): Promise<Found>
  /** Fails with `state/damaged-record` where a row is not what was written. */
  read(): Promise<StateContent>
  /** Takes the place of what {@link look} has found to be of no use any more. Nobody can use it before {@link settle}. */
  receive(content: StateContent, from: string): Promise<void>
  settle(): Promise<void>
  /** Nobody can use it any more. Fails with `state/busy` when it is not what was read. */
  leave(to: string, digest: string): Promise<void>
}

/** `arriving`: it was being moved here, and that was not done. */
export type Found =
  | { readonly is: 'none' | 'empty' | 'live' }
  | { readonly is: 'arriving'; readonly from: string }
  | { readonly is: 'gone'; readonly to: string }

/** What stands in the state: `>` to where it has gone, `<` from where it is coming. */
export function foundBy(moved: string): Found {
  if (moved.startsWith('>')) return { is: 'gone', to: moved.slice(1) }
  return moved.startsWith('<') ? { is: 'arriving', from: moved.slice(1) } : { is: 'live' }
}

/** Higher than any that a release will have: every one of them refuses a state that has gone elsewhere. */
export const movedVersion = 1_000_000

/** Of a state that is looked for where it is not any more. */
export function movedState(text: string, moved: string): Failure {
  const found = foundBy(moved)
  if (found.is === 'arriving')
    return new Failure(
      'state/moved',
      `the state in ${text} has not arrived yet: it is being moved here from ${found.from}`,
      {
        hint: `nothing is lost; run the move again there: SLIPWAY_STATE='${found.from}' slipway state move '${text}'`,
      },
    )
  const to = found.is === 'gone' ? found.to : 'another place'
  return new Failure('state/moved', `the state in ${text} has moved to ${to}`, {
    hint: `everything that was recorded is there: set SLIPWAY_STATE='${to}', or the setting state.place; what is here is only kept, and changes no more`,
  })
}

export function changedMeanwhile(text: string): Failure {
  return new Failure('state/busy', `the state in ${text} was changed while it was copied`, {
    hint: 'nothing was moved; run the command again',
  })
}

export function damagedContent(rows: readonly ContentRow[]): Failure {
  return new Failure('state/damaged-record', 'the state has records that are not what was written, and is not copied', {
    details: rows.slice(0, 20).map(({ kind, instance, id }) => `${kind} ${id} of ${instance}`),
    hint: 'put a backup back with "slipway state restore FILE", or give up what is broken with "slipway state rm ID"',
  })
}
