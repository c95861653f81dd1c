import { randomBytes } from 'node:crypto'
import { Failure } from '@slipway/model'
import type { PostgresAddress } from './address.ts'
import { isMadeByOther, isNothingThere } from './errors.ts'
import { movedState } from '../content.ts'
import type { SealedTeam } from '../seal/team/team.ts'
import type { Link, SqlRow } from './link.ts'
import { migrate, migrations, type Migration } from './migrations.ts'
import { teamIn, teamText } from './team-rows.ts'

/** The facts in a database about its state. */
export interface KnownState {
  /** The id that sealed texts are bound to. It also names a machine's folder for the state. */
  readonly id: string
  /** Drawn again when an outdated state is accepted: numbers of different origins are not comparable. */
  readonly origin: string
  /** Marks by key id: see `StateSeal`. */
  readonly marks: ReadonlyMap<string, string>
  /** The recipients who can open sealed texts. Absent: any holder of the key that sealed them. */
  readonly team?: SealedTeam
  /** The mark of the last restore; empty: never restored. */
  readonly restored: string
}

/**
 * Reads the state in a schema; `undefined` if there is none.
 *
 * @throws Failure `state/newer-version`, `state/foreign-tables`, `state/unsuitable-database`, or errors of `pg`
 */
export async function readKnownState(
  link: Link,
  address: PostgresAddress,
  steps: readonly Migration[] = migrations,
): Promise<KnownState | undefined> {
  try {
    return await readWhole(link, address, steps)
  } catch (error) {
    if (error instanceof Failure || !isNothingThere(error)) throw error
    return await withoutState(link, address, steps)
  }
}

/** Fails with the error of `pg` if a table is missing. */
async function readWhole(link: Link, address: PostgresAddress, steps: readonly Migration[]): Promise<KnownState> {
  const { schema } = address
  const [row] = await link.query(
    `SELECT v.version, v.oldest, s.id, s.origin, current_setting('server_encoding') AS encoding,
       (SELECT json_agg(json_build_array(key, mark)) FROM ${schema}.marks) AS marks,
       ${teamText(schema)} AS team, s.moved, s.restored
     FROM ${schema}.slipway_schema v LEFT JOIN ${schema}.state s ON true LIMIT 1`,
  )
  const moved = row?.['moved']
  if (typeof moved === 'string' && moved !== '') throw movedState(address.text, moved)
  const version = knownVersion(row, address, steps.length + 1)
  if (version < steps.length + 1) {
    await migrate(link, schema, version, steps)
    return await readWhole(link, address, steps)
  }
  assertEncoding(row?.['encoding'], address)
  const [id, origin] = [row?.['id'], row?.['origin']]
  if (typeof id !== 'string' || typeof origin !== 'string' || !isDrawn(id) || !isDrawn(origin)) throw foreign(address)
  const team = teamIn(row?.['team'])
  const restored = typeof row?.['restored'] === 'string' ? row['restored'] : ''
  return { id, origin, restored, marks: marksIn(row?.['marks']), ...(team && { team }) }
}

/** Distinguishes an empty schema, another version with other tables, and foreign tables. */
async function withoutState(
  link: Link,
  address: PostgresAddress,
  steps: readonly Migration[],
): Promise<KnownState | undefined> {
  const { schema } = address
  const [row] = await link.query(
    `SELECT count(*)::int AS tables, bool_or(relname = 'slipway_schema') AS ours
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`,
    [schema],
  )
  if (row?.['ours'] === true) {
    const [found] = await link.query(`SELECT version, oldest FROM ${schema}.slipway_schema LIMIT 1`)
    const version = knownVersion(found, address, steps.length + 1)
    if (version <= steps.length) await migrate(link, schema, version, steps)
    return await readWhole(link, address, steps).catch((error: unknown) => {
      throw isNothingThere(error) ? foreign(address) : error
    })
  }
  if (Number(row?.['tables']) > 0) throw foreign(address)
  return undefined
}

/** The version of the state. Accepts a newer version that is compatible with ours. */
function knownVersion(row: SqlRow | undefined, { text }: PostgresAddress, ours: number): number {
  const [found, oldest] = [Number(row?.['version']), Number(row?.['oldest'])]
  const isSound = Number.isSafeInteger(found) && found >= 1 && Number.isSafeInteger(oldest)
  if (isSound && (found <= ours || oldest <= ours)) return Math.max(found, 1)
  if (isSound)
    throw new Failure(
      'state/newer-version',
      `the state in ${text} was written by a newer Slipway: it has state version ${found}, but this one knows only ${ours}`,
      { hint: 'nothing was changed; upgrade Slipway on this machine' },
    )
  throw new Failure('state/corrupt', `the state in ${text} has no version`, {
    hint: 'nothing was changed; ask the administrator of the database to restore a backup',
  })
}

function assertEncoding(encoding: unknown, { text }: PostgresAddress): void {
  if (encoding === 'UTF8') return
  throw new Failure('state/unsuitable-database', `${text} cannot store all text: its encoding is ${String(encoding)}`, {
    hint: 'name a database in UTF8: createdb --encoding=UTF8 --template=template0 NAME',
  })
}

function foreign({ text, schema }: PostgresAddress): Failure {
  return new Failure(
    'state/foreign-tables',
    `the schema ${schema} in ${text} has tables that do not belong to a state of Slipway`,
    {
      hint: 'nothing was changed; name another schema: ?schema=NAME at the end of the URL',
    },
  )
}

function marksIn(json: unknown): ReadonlyMap<string, string> {
  if (!Array.isArray(json)) return new Map()
  return new Map(json.map((pair: unknown) => (Array.isArray(pair) ? [String(pair[0]), String(pair[1])] : ['', ''])))
}

/** True for a text from {@link draw}. Checked because it becomes part of paths. */
export function isDrawn(text: string): boolean {
  return /^[0-9a-f]{16,64}$/.test(text)
}

export function draw(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

/** Creates the state of a schema atomically. If another process was faster, uses its state. */
export async function makeState(
  link: Link,
  address: PostgresAddress,
  id: string,
  steps?: readonly Migration[],
): Promise<KnownState> {
  const encoding = await link.query(`SELECT current_setting('server_encoding') AS encoding`)
  assertEncoding(encoding[0]?.['encoding'], address)
  try {
    await link.query(tables(address.schema, id))
  } catch (error) {
    if (!isMadeByOther(error)) throw error
  }
  // Run the migrations at once, so that the present tables are always made in the same way.
  const made = await readKnownState(link, address, steps)
  if (made === undefined) throw new Error('the tables that were just made are gone')
  return made
}

/**
 * Several statements in one text form one transaction. The schema may exist already, made by the database's owner for a user without the
 * right to create one.
 *
 * @param id drawn by {@link draw}
 */
function tables(schema: string, id: string): string {
  return `
    SELECT set_config('synchronous_commit', 'on', true);
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = '${schema}') THEN CREATE SCHEMA ${schema}; END IF;
    END $$;
    CREATE TABLE ${schema}.slipway_schema (version integer NOT NULL, oldest integer NOT NULL);
    CREATE TABLE ${schema}.state (id text NOT NULL, origin text NOT NULL);
    CREATE TABLE ${schema}.marks (key text PRIMARY KEY, mark text NOT NULL);
    CREATE TABLE ${schema}.heads (
      instance text COLLATE "C" PRIMARY KEY, fence bigint NOT NULL, holder text, ends_at timestamptz,
      commits bigint NOT NULL, latest text NOT NULL,
      rows bigint NOT NULL, sum bigint NOT NULL, runs bigint NOT NULL
    );
    CREATE TABLE ${schema}.records (
      kind text COLLATE "C" NOT NULL, instance text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
      body text NOT NULL, checksum bigint NOT NULL, place bigint GENERATED ALWAYS AS IDENTITY,
      PRIMARY KEY (kind, instance, id)
    );
    CREATE INDEX runs_by_age ON ${schema}.records (instance, place) WHERE kind = 'run';
    INSERT INTO ${schema}.slipway_schema VALUES (1, 1);
    INSERT INTO ${schema}.state VALUES ('${id}', '${draw(8)}');
  `
}
