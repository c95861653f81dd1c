import { valueMap } from '@slipway/model'
import { checksumOf } from '../losses/checksum.ts'
import type { CommitCount } from '../losses/commit-line.ts'
import type { PostgresAddress } from './address.ts'
import { lossBetween } from './lost-commits.ts'
import { noteState, type MachineFolder } from './machine-folder.ts'
import { refusalOf } from './open-state.ts'
import type { PasswordPlaces } from './password.ts'
import { draw, readKnownState, type KnownState } from './schema.ts'
import { Session } from './session.ts'
import { refuseHeld } from './refuse-held.ts'

/** A state in a database from one machine's point of view. */
export interface SharedPlace {
  readonly address: PostgresAddress
  readonly places: PasswordPlaces
  readonly machine: MachineFolder
  readonly top: string
}

/** Sentences about losses; empty if no loss is known. Changes nothing. */
export async function lossesIn(place: SharedPlace): Promise<readonly string[]> {
  return await within(place, async (session) => {
    const there = await session.repeatable((link) => readKnownState(link, place.address))
    const refusal = refusalOf(there, place.machine)
    if (refusal !== undefined) return [refusal]
    return there === undefined
      ? []
      : [...behind(place, there, await countsIn(session, place)), ...(await lostRows(session, place))]
  })
}

/**
 * Accepts the present state. If it is behind what this machine has seen of the same origin, draws a new origin, so that other machines
 * notice, too, and need not draw another. Fences all leases. An instance without its own record gets one, without exports.
 *
 * @throws Failure `state/in-use`
 */
export async function acceptIn(place: SharedPlace, newId: () => string): Promise<readonly string[]> {
  const { address, machine, top } = place
  return await within(place, async (session) => {
    const there = await session.repeatable((link) => readKnownState(link, address))
    if (there === undefined) {
      machine.accept(new Map())
      return []
    }
    if (there.id !== machine.id) {
      noteState(top, address, there.id)
      // Earlier notes about the other state no longer apply.
      machine.accept(new Map())
      return []
    }
    const isBehind =
      [...machine.allSeen()].some(([, seen]) => seen.origin === there.origin) &&
      behind(place, there, await countsIn(session, place)).length > 0
    await refuseHeld(session, address)
    const renewed = await mend(session, place, isBehind, newId)
    const now = (await session.repeatable((link) => readKnownState(link, address))) ?? there
    machine.accept(withOrigin(await countsIn(session, place), now.origin))
    return renewed
  })
}

async function mend(
  session: Session,
  { address: { schema } }: SharedPlace,
  isBehind: boolean,
  newId: () => string,
): Promise<readonly string[]> {
  const lacking = await session.query(
    `SELECT DISTINCT x.instance FROM (
       SELECT instance FROM ${schema}.records WHERE kind <> 'run' UNION SELECT instance FROM ${schema}.heads WHERE rows > 0) x
     WHERE NOT EXISTS (SELECT FROM ${schema}.records r WHERE r.kind = 'instance' AND r.instance = x.instance)`,
    [],
  )
  const names = lacking.map(({ instance }) => String(instance))
  const bodies = names.map((name) => JSON.stringify(anotherRecord(name, newId())))
  const sums = names.map((name, at) => checksumOf('instance', name, name, bodies[at] ?? ''))
  await session.query(
    `WITH origin AS (
       UPDATE ${schema}.state SET origin = $1 WHERE $1 <> ''),
     own AS (
       INSERT INTO ${schema}.records (kind, instance, id, body, checksum)
       SELECT 'instance', n.name, n.name, n.body, n.checksum FROM unnest($2::text[], $3::text[], $4::bigint[]) AS n (name, body, checksum)
       ON CONFLICT DO NOTHING RETURNING instance, checksum),
     there AS (SELECT instance, kind, checksum FROM ${schema}.records UNION ALL SELECT instance, 'instance', checksum FROM own),
     tally AS (
       SELECT instance, count(*) FILTER (WHERE kind <> 'run') AS rows, count(*) FILTER (WHERE kind = 'run') AS runs,
         coalesce(sum(checksum) FILTER (WHERE kind <> 'run'), 0) AS sum FROM there GROUP BY instance)
     INSERT INTO ${schema}.heads AS h (instance, fence, commits, latest, rows, sum, runs)
     SELECT coalesce(t.instance, k.instance), coalesce(k.fence, 0) + 1000000, coalesce(k.commits, 0), coalesce(k.latest, ''),
       coalesce(t.rows, 0), coalesce(t.sum, 0)::bigint & 281474976710655, coalesce(t.runs, 0)
     FROM tally t FULL JOIN ${schema}.heads k ON k.instance = t.instance
     ON CONFLICT (instance) DO UPDATE SET fence = excluded.fence, holder = NULL, ends_at = NULL,
       rows = excluded.rows, sum = excluded.sum, runs = excluded.runs`,
    [isBehind ? draw(8) : '', names, bodies, sums],
  )
  return names
}

function anotherRecord(name: string, id: string): object {
  const now = Date.now()
  const own = { id, name, version: now, status: 'interrupted', exports: valueMap() }
  return { ...own, createdAt: now, updatedAt: now }
}

function behind(
  { machine }: SharedPlace,
  { origin }: KnownState,
  counts: ReadonlyMap<string, number>,
): readonly string[] {
  return [...machine.allSeen()].flatMap(
    ([instance, seen]) => lossBetween(instance, seen, { origin, count: counts.get(instance) ?? 0 }) ?? [],
  )
}

async function countsIn(session: Session, { address: { schema } }: SharedPlace): Promise<ReadonlyMap<string, number>> {
  const rows = await session.query(`SELECT instance, commits FROM ${schema}.heads`, [])
  return new Map(rows.map(({ instance, commits }) => [String(instance), Number(commits)]))
}

function withOrigin(counts: ReadonlyMap<string, number>, origin: string): ReadonlyMap<string, CommitCount> {
  return new Map([...counts].map(([instance, count]) => [instance, { origin, count }]))
}

/** Losses according to the heads. */
async function lostRows(session: Session, { address: { schema } }: SharedPlace): Promise<readonly string[]> {
  const rows = await session.longQuery(
    `SELECT coalesce(h.instance, r.instance) AS instance, coalesce(h.rows, 0) AS expected, coalesce(r.rows, 0) AS there,
       coalesce(h.runs, 0) - coalesce(r.runs, 0) AS runs, coalesce(r.own, 0) AS own
     FROM ${schema}.heads h FULL JOIN (
       SELECT instance, count(*) FILTER (WHERE kind <> 'run') AS rows, count(*) FILTER (WHERE kind = 'run') AS runs,
         count(*) FILTER (WHERE kind = 'instance') AS own FROM ${schema}.records GROUP BY instance) r ON r.instance = h.instance
     ORDER BY 1`,
    [],
  )
  return rows.flatMap((row) => {
    const [expected, there, runs, own] = ['expected', 'there', 'runs', 'own'].map((name) => Number(row[name]))
    return lossesOfInstance(String(row['instance']), { expected, there, runs, own })
  })
}

interface Counted {
  readonly expected: number | undefined
  readonly there: number | undefined
  readonly runs: number | undefined
  readonly own: number | undefined
}

function lossesOfInstance(name: string, { expected = 0, there = 0, runs = 0, own = 0 }: Counted): readonly string[] {
  return [
    own === 0 && expected + there > 0 ? `${name}: the record of the instance itself is gone` : undefined,
    expected > there ? `${name}: ${expected - there} of its ${expected} records are gone` : undefined,
    expected < there ? `${name}: ${there - expected} of its ${there} records were not written by Slipway` : undefined,
    runs > 0 ? `${name}: ${runs} past runs are gone from its history` : undefined,
  ].filter((loss) => loss !== undefined)
}

async function within<T>({ address, places }: SharedPlace, work: (session: Session) => Promise<T>): Promise<T> {
  const session = new Session(address, places)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}
