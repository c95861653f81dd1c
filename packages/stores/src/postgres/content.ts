import { Failure } from '@slipway/model'
import { checksumOf } from '../losses/checksum.ts'
import {
  changedMeanwhile,
  damagedContent,
  digestOf,
  foundBy,
  inOrder,
  movedVersion,
  type ContentRow,
  type Found,
  type MovableState,
  type StateContent,
} from '../content.ts'
import type { SharedPlace } from './accept.ts'
import type { SqlRow } from './link.ts'
import { MachineFolder, noteState } from './machine-folder.ts'
import { migrations } from './migrations.ts'
import { refuseHeld } from './refuse-held.ts'
import { draw, makeState, readKnownState, type KnownState } from './schema.ts'
import { Session } from './session.ts'
import { teamIn, teamText } from './team-rows.ts'

/** The state of a schema as a movable state. */
export function movableDatabase(place: SharedPlace): MovableState {
  return {
    look: () => within(place, (session) => look(session, place)),
    read: () => within(place, (session) => readContent(session, place)),
    receive: (content, from) => within(place, (session) => receive(session, place, content, `<${from}`)),
    settle: () => within(place, (session) => setMark(session, place, '')),
    leave: (to, digest) =>
      within(place, async (session) => {
        // We hold the locks, and newcomers find the mark, so the content cannot change between reading and comparing.
        await setMark(session, place, `>${to}`)
        if (digestOf(await readContent(session, place)) === digest) return
        await setMark(session, place, '')
        throw changedMeanwhile(place.address.text)
      }),
  }
}

/** The whole content at one moment, for a backup. */
export function contentInDatabase(place: SharedPlace): Promise<StateContent> {
  return within(place, async (session) => {
    await presentState(session, place)
    return await readContent(session, place)
  })
}

/**
 * Replaces the state with a backup in one transaction.
 *
 * @param make gives the content for a state with this id and these recipients
 * @throws Failure `state/in-use`
 */
export function replaceInDatabase(
  place: SharedPlace,
  make: (present: Pick<KnownState, 'id' | 'team'>) => Promise<StateContent>,
): Promise<void> {
  return within(place, async (session) => {
    const present = await session.repeatable((link) => readKnownState(link, place.address))
    if (present !== undefined) await refuseHeld(session, place.address)
    await receive(session, place, await make(present ?? { id: place.machine.id }), '')
  })
}

async function presentState(session: Session, { address }: SharedPlace): Promise<KnownState> {
  const present = await session.repeatable((link) => readKnownState(link, address))
  if (present !== undefined) return present
  throw new Failure('state/no-state', `there is no state in ${address.text}`, { hint: 'slipway up makes one' })
}

async function look(session: Session, { address }: SharedPlace): Promise<Found> {
  const { schema } = address
  const [there] = await session.query(`SELECT to_regclass($1) IS NOT NULL AS there`, [`${schema}.state`])
  if (there?.['there'] !== true) {
    // Fails for foreign tables.
    await session.repeatable((link) => readKnownState(link, address))
    return { is: 'none' }
  }
  const [row] = await session.query(
    `SELECT moved, EXISTS (SELECT FROM ${schema}.records WHERE kind = 'instance') AS live FROM ${schema}.state`,
    [],
  )
  const found = foundBy(textIn(row, 'moved'))
  return found.is === 'live' && row?.['live'] !== true ? { is: 'empty' } : found
}

/** Reads the content in one statement, which sees a single moment. */
async function readContent(session: Session, { address: { schema } }: SharedPlace): Promise<StateContent> {
  const rows = await session.longQuery(
    `SELECT '#state' AS kind, id AS instance, restored AS id, ${teamText(schema)}::text AS body, 0 AS checksum, 0 AS place FROM ${schema}.state
     UNION ALL SELECT '#mark', key, '', mark, 0, 0 FROM ${schema}.marks
     UNION ALL SELECT '#fence', instance, fence::text, '', 0, 0 FROM ${schema}.heads
     UNION ALL SELECT kind, instance, id, body, checksum, place FROM ${schema}.records ORDER BY place`,
    [],
  )
  const of = (kind: string): readonly SqlRow[] => rows.filter((row) => row['kind'] === kind)
  const [state] = of('#state')
  const team = teamIn(JSON.parse(textIn(state, 'body', 'null')))
  const found = rows.filter((row) => !String(row['kind']).startsWith('#')).map(contentRow)
  const damaged = found.filter(({ intact }) => !intact)
  if (damaged.length > 0) throw damagedContent(damaged.map(({ row }) => row))
  return {
    id: String(state?.['instance']),
    restored: textIn(state, 'id'),
    marks: new Map(of('#mark').map((row) => [String(row['instance']), String(row['body'])])),
    fences: new Map(of('#fence').map((row) => [String(row['instance']), Number(row['id'])])),
    rows: inOrder(found.map(({ row }) => row)),
    ...(team && { team }),
  }
}

function textIn(row: SqlRow | undefined, name: string, otherwise = ''): string {
  const value = row?.[name]
  return typeof value === 'string' ? value : otherwise
}

function contentRow(row: SqlRow): { readonly row: ContentRow; readonly intact: boolean } {
  const [kind, instance, id, body] = ['kind', 'instance', 'id', 'body'].map((name) => String(row[name])) as [
    ContentRow['kind'],
    string,
    string,
    string,
  ]
  return { row: { kind, instance, id, body }, intact: Number(row['checksum']) === checksumOf(kind, instance, id, body) }
}

/** Margin for fences issued since: a copy continues far above them. */
const ahead = 1_000_000

/**
 * Replaces the whole content in one transaction. Fences and commit numbers never go back.
 *
 * @param moved the move note for the state; empty: the state is usable
 */
async function receive(
  session: Session,
  { address, top }: SharedPlace,
  content: StateContent,
  moved: string,
): Promise<void> {
  const { schema } = address
  const { id, rows, marks, team, restored } = content
  await session.repeatable(async (link) => {
    const [there] = await link.query(`SELECT to_regclass($1) IS NOT NULL AS there`, [`${schema}.state`])
    if (there?.['there'] !== true) await makeState(link, address, id)
  })
  const instances = [...new Set([...rows.map(({ instance }) => instance), ...content.fences.keys()])]
  const recipients = team?.recipients ?? []
  await session.longQuery(replacement(schema, versionsFor(moved, team !== undefined)), [
    rows.map(({ kind }) => kind),
    rows.map(({ instance }) => instance),
    rows.map((row) => row.id),
    rows.map(({ body }) => body),
    rows.map((row) => checksumOf(row.kind, row.instance, row.id, row.body)),
    instances,
    instances.map((instance) => content.fences.get(instance) ?? 0),
    draw(8),
    [...marks.keys()],
    [...marks.values()],
    team?.key ?? '',
    team?.list ?? '',
    recipients.map(({ name }) => name),
    recipients.map(({ publicKey }) => publicKey),
    recipients.map(({ wrapped }) => wrapped),
    id,
    restored,
    moved,
  ])
  noteState(top, address, id)
  // Earlier notes about it no longer apply.
  new MachineFolder(top, id).accept(new Map())
}

/**
 * Rows: $1 kinds, $2 instances, $3 ids, $4 bodies, $5 checksums. Heads: $6 instances, $7 fences, $8 id of the commit. Marks: $9 keys, $10 texts. The
 * team: $11 key, $12 list, $13 names, $14 public keys, $15 wrapped keys. The state: $16 id, $17 restored, $18 moved.
 */
function replacement(schema: string, version: { readonly version: number; readonly oldest: number }): string {
  return `WITH durable AS MATERIALIZED (SELECT set_config('synchronous_commit', 'on', true) AS set),
      fresh AS MATERIALIZED (
        SELECT r.* FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
          WITH ORDINALITY AS r (kind, instance, id, body, checksum, at), durable),
      gone AS (
        DELETE FROM ${schema}.records r WHERE NOT EXISTS (
          SELECT FROM fresh f WHERE f.kind = r.kind AND f.instance = r.instance AND f.id = r.id)),
      put AS (
        INSERT INTO ${schema}.records (kind, instance, id, body, checksum)
        SELECT kind, instance, id, body, checksum FROM fresh ORDER BY at
        ON CONFLICT (kind, instance, id) DO UPDATE SET body = excluded.body, checksum = excluded.checksum),
      tally AS (
        SELECT i.instance, i.fence, count(f.id) FILTER (WHERE f.kind <> 'run') AS rows, count(f.id) FILTER (WHERE f.kind = 'run') AS runs,
          coalesce(sum(f.checksum) FILTER (WHERE f.kind <> 'run'), 0) AS sum
        FROM unnest($6::text[], $7::bigint[]) AS i (instance, fence) LEFT JOIN fresh f ON f.instance = i.instance GROUP BY 1, 2),
      heads AS (
        INSERT INTO ${schema}.heads AS h (instance, fence, commits, latest, rows, sum, runs)
        SELECT coalesce(t.instance, k.instance), greatest(t.fence, k.fence, 0) + ${ahead}, coalesce(k.commits, 0) + 1, $8::text,
          coalesce(t.rows, 0), coalesce(t.sum, 0)::bigint & 281474976710655, coalesce(t.runs, 0)
        FROM tally t FULL JOIN ${schema}.heads k ON k.instance = t.instance
        ON CONFLICT (instance) DO UPDATE SET fence = excluded.fence, holder = NULL, ends_at = NULL, commits = excluded.commits,
          latest = excluded.latest, rows = excluded.rows, sum = excluded.sum, runs = excluded.runs),
      unmarked AS (DELETE FROM ${schema}.marks WHERE key <> ALL ($9::text[])),
      marked AS (
        INSERT INTO ${schema}.marks SELECT m.* FROM unnest($9::text[], $10::text[]) AS m
        ON CONFLICT (key) DO UPDATE SET mark = excluded.mark),
      teamed AS (UPDATE ${schema}.team SET key = $11::text, list = $12::text),
      left_out AS (DELETE FROM ${schema}.recipients WHERE name <> ALL ($13::text[])),
      let_in AS (
        INSERT INTO ${schema}.recipients SELECT r.* FROM unnest($13::text[], $14::text[], $15::text[]) AS r
        ON CONFLICT (name) DO UPDATE SET public = excluded.public, wrapped = excluded.wrapped),
      versioned AS (UPDATE ${schema}.slipway_schema SET version = ${version.version}, oldest = ${version.oldest})
    UPDATE ${schema}.state SET id = $16::text, restored = $17::text, moved = $18::text FROM durable`
}

async function setMark(session: Session, { address: { schema } }: SharedPlace, moved: string): Promise<void> {
  const [row] = await session.query(`SELECT key FROM ${schema}.team`, [])
  const { version, oldest } = versionsFor(moved, row?.['key'] !== '')
  const fenced =
    moved === '' ? '' : `, fenced AS (UPDATE ${schema}.heads SET fence = fence + 1, holder = NULL, ends_at = NULL)`
  await session.query(
    `WITH durable AS MATERIALIZED (SELECT set_config('synchronous_commit', 'on', true) AS set),
      versioned AS (UPDATE ${schema}.slipway_schema SET version = ${version}, oldest = ${oldest})${fenced}
     UPDATE ${schema}.state SET moved = $1::text FROM durable`,
    [moved],
  )
}

function versionsFor(moved: string, hasTeam: boolean): { readonly version: number; readonly oldest: number } {
  if (moved !== '') return { version: movedVersion, oldest: movedVersion }
  return { version: migrations.length + 1, oldest: hasTeam ? 2 : 1 }
}

async function within<T>({ address, places }: SharedPlace, work: (session: Session) => Promise<T>): Promise<T> {
  const session = new Session(address, places)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}
