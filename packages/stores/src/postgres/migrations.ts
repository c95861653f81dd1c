import type { Link } from './link.ts'

/** A migration of a schema's tables to the next version. */
export interface Migration {
  /** Statements without a transaction: all steps and the new version share one. */
  readonly sql: (schema: string) => string
  /**
   * The oldest version that can still use the tables afterwards; for an expansion, the previous version. One release expands the tables,
   * and the next one removes unused parts, so that two consecutive releases can share a state.
   */
  readonly oldest: number
}

/** Step n makes version n + 2 of version n + 1. Steps are never changed once released. */
export const migrations: readonly Migration[] = [
  {
    // Recipients, another state that this one has moved to, and when it was last restored from a backup. Using them raises `oldest`.
    sql: (schema) => `
      CREATE TABLE ${schema}.team (key text NOT NULL, list text NOT NULL);
      INSERT INTO ${schema}.team VALUES ('', '');
      CREATE TABLE ${schema}.recipients (name text COLLATE "C" PRIMARY KEY, public text NOT NULL, wrapped text NOT NULL);
      ALTER TABLE ${schema}.state ADD COLUMN moved text NOT NULL DEFAULT '', ADD COLUMN restored text NOT NULL DEFAULT '';
    `,
    oldest: 1,
  },
]

/** Tables to copy before a step, as `v<version>_<table>`. */
const tables = ['state', 'marks', 'heads', 'records'] as const

/**
 * Runs all steps in one transaction, under a lock on the version's table, so that a second process finds the work done. Keeps copies of the
 * old tables. Does not wait for other engines, because those of the previous version can continue.
 */
export async function migrate(link: Link, schema: string, version: number, steps: readonly Migration[]): Promise<void> {
  const copies = tables.map((table) => `CREATE TABLE ${schema}.v${version}_${table} AS TABLE ${schema}.${table};`)
  const missing = steps.slice(version - 1)
  const { oldest = version } = missing.at(-1) ?? {}
  await link.query(`
    SELECT set_config('synchronous_commit', 'on', true);
    LOCK TABLE ${schema}.slipway_schema IN ACCESS EXCLUSIVE MODE;
    DO $slipway$ BEGIN
      IF (SELECT version FROM ${schema}.slipway_schema) = ${version} THEN
        IF EXISTS (SELECT FROM ${schema}.records) THEN
          ${copies.join('\n')}
        END IF;
        ${missing.map(({ sql }) => sql(schema)).join('\n')}
        UPDATE ${schema}.slipway_schema SET version = ${steps.length + 1}, oldest = ${oldest};
      END IF;
    END $slipway$;
  `)
}
