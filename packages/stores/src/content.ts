import { createHash } from 'node:crypto'
import { Failure } from '@slipway/model'
import type { SealedTeam } from './seal/team/team.ts'
import type { RecordKinds } from './records.ts'

/** The content of a state as stored. Sealed texts stay sealed, and open in every copy with the same id. */
export interface StateContent {
  /** Id of the state. */
  readonly id: string
  readonly marks: ReadonlyMap<string, string>
  readonly team?: SealedTeam
  /** The fence of each instance. A copy continues above them. */
  readonly fences: ReadonlyMap<string, number>
  /** All rows. Rows of one kind and instance are in the order of writing. */
  readonly rows: readonly ContentRow[]
  /** The mark of the last restore; empty: never restored. */
  readonly restored: string
}

export interface ContentRow {
  readonly kind: keyof RecordKinds
  readonly instance: string
  readonly id: string
  readonly body: string
}

/** A digest of everything that a copy must have. Equal for equal states, whatever the driver. */
export function digestOf({ id, marks, team, rows, restored }: StateContent): string {
  const hash = createHash('sha256')
  const add = (...parts: readonly string[]): void => void hash.update(JSON.stringify(parts))
  add('state', id, restored, team?.key ?? '', team?.list ?? '')
  for (const [key, mark] of [...marks].sort(byText)) add('mark', key, mark)
  for (const { name, publicKey, wrapped } of team?.recipients ?? []) add('recipient', name, publicKey, wrapped)
  // Only runs have an order.
  for (const row of rows.filter(({ kind }) => kind === 'run')) add(row.kind, row.instance, row.id, row.body)
  const others = rows.filter(({ kind }) => kind !== 'run').map((row) => [placeOf(row), row.body] as const)
  for (const [place, body] of others.sort(byText)) add(place, body)
  return hash.digest('hex')
}

/** Groups rows by instance. Runs of removed instances may be interleaved with those of others. */
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

/** A state whose content can move to or from another place. */
export interface MovableState {
  look(): Promise<Found>
  /** Reads the content. Fails with `state/damaged-record` if a row is not as written. */
  read(): Promise<StateContent>
  /** Writes the content over a state that {@link look} found to be obsolete. Unusable until {@link settle}. */
  receive(content: StateContent, from: string): Promise<void>
  settle(): Promise<void>
  /** Makes the state unusable after its move. Fails with `state/busy` if it has changed since it was read. */
  leave(to: string, digest: string): Promise<void>
}

/** `arriving`: an unfinished move to this place. */
export type Found =
  | { readonly is: 'none' | 'empty' | 'live' }
  | { readonly is: 'arriving'; readonly from: string }
  | { readonly is: 'gone'; readonly to: string }

/** Interprets the state's own note: `>` and the place it has gone to, or `<` and the place it is coming from. */
export function foundBy(moved: string): Found {
  if (moved.startsWith('>')) return { is: 'gone', to: moved.slice(1) }
  return moved.startsWith('<') ? { is: 'arriving', from: moved.slice(1) } : { is: 'live' }
}

/** Higher than the state version of any release, so that every release refuses a moved state. */
export const movedVersion = 1_000_000

/** The failure for a state that has moved elsewhere. */
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
    hint: `all records are there: set SLIPWAY_STATE='${to}', or the setting state.place; the copy here stays unchanged`,
  })
}

export function changedMeanwhile(text: string): Failure {
  return new Failure('state/busy', `the state in ${text} was changed while it was copied`, {
    hint: 'nothing was moved; run the command again',
  })
}

export function damagedContent(rows: readonly ContentRow[]): Failure {
  return new Failure('state/damaged-record', 'the state has damaged records, so it was not copied', {
    details: rows.slice(0, 20).map(({ kind, instance, id }) => `${kind} ${id} of ${instance}`),
    hint: 'restore a backup with "slipway state restore FILE", or give up the broken record with "slipway state rm ID"',
  })
}
