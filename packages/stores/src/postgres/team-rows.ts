import { Failure } from '@slipway/model'
import { z } from 'zod'
import { teamChanged } from '../key-changed.ts'
import type { SealedTeam } from '../seal/team/team.ts'
import { foreignRecipients } from '../seal/team/team-sealer.ts'
import type { Session } from './session.ts'

/** A team as one JSON value, for queries that also read other data. */
export function teamText(schema: string): string {
  return `(SELECT json_build_object('key', t.key, 'list', t.list, 'recipients', (
      SELECT coalesce(json_agg(json_build_object('name', r.name, 'publicKey', r.public, 'wrapped', r.wrapped)), '[]')
      FROM (SELECT * FROM ${schema}.recipients ORDER BY name LIMIT 1000) r)) FROM ${schema}.team t LIMIT 1)`
}

const teamShape = z.object({
  key: z.string(),
  list: z.string(),
  recipients: z.array(z.object({ name: z.string(), publicKey: z.string(), wrapped: z.string() })),
})

/**
 * Reads a team from JSON; `undefined` without one.
 *
 * @throws Failure `state/corrupt` for an invalid team, which must not count as none, or another key would seal
 */
export function teamIn(json: unknown): SealedTeam | undefined {
  if (json === null || json === undefined) return undefined
  const { success, data } = teamShape.safeParse(json)
  if (success) return data.key === '' ? undefined : data
  throw new Failure('state/corrupt', 'the recipients of this state were changed without Slipway', {
    hint: 'nothing was changed; find out who can write the state, and ask the administrator of the database to restore a backup',
  })
}

/**
 * Writes a team atomically, if the present team is still `from`, as `assertTeamIsStill` checks it. The previous release, which knows no teams, then finds the state too new.
 *
 * @throws Failure `state/busy`, `state/foreign-recipient`
 */
export async function writeTeam(
  session: Session,
  schema: string,
  from: SealedTeam | undefined,
  to: SealedTeam,
): Promise<void> {
  const { recipients } = to
  const send = async (): Promise<true> => {
    const [row] = await session.link.query(
      `WITH durable AS MATERIALIZED (SELECT set_config('synchronous_commit', 'on', true) AS set),
        planted AS MATERIALIZED (
          SELECT r.name FROM ${schema}.recipients r WHERE $1::text <> '' AND NOT EXISTS (
            SELECT FROM unnest($7::text[], $8::text[]) AS k (name, public) WHERE k.name = r.name AND k.public = r.public)
          ORDER BY r.name LIMIT 1000),
        now AS (
          UPDATE ${schema}.team SET key = $2::text, list = $3::text FROM durable
          WHERE list = $1::text AND NOT EXISTS (SELECT FROM planted) RETURNING key),
        gone AS (
          DELETE FROM ${schema}.recipients WHERE EXISTS (SELECT FROM now) AND name <> ALL ($4::text[])),
        put AS (
          INSERT INTO ${schema}.recipients (name, public, wrapped)
          SELECT r.* FROM unnest($4::text[], $5::text[], $6::text[]) AS r (name, public, wrapped), now
          ON CONFLICT (name) DO UPDATE SET public = excluded.public, wrapped = excluded.wrapped),
        raised AS (UPDATE ${schema}.slipway_schema SET oldest = greatest(oldest, 2) WHERE EXISTS (SELECT FROM now))
      SELECT (SELECT key FROM now) AS key, (SELECT list FROM ${schema}.team LIMIT 1) = $1::text AS same,
        (SELECT json_agg(name) FROM planted) AS planted`,
      [
        from?.list ?? '',
        to.key,
        to.list,
        recipients.map(({ name }) => name),
        recipients.map(({ publicKey }) => publicKey),
        recipients.map(({ wrapped }) => wrapped),
        from?.recipients.map(({ name }) => name) ?? [],
        from?.recipients.map(({ publicKey }) => publicKey) ?? [],
      ],
    )
    if (typeof row?.['key'] === 'string') return true
    const planted = z.array(z.string()).safeParse(row?.['planted'])
    throw row?.['same'] === true && planted.success ? foreignRecipients(planted.data) : teamChanged()
  }
  const ask = async (): Promise<{ readonly applied: true } | undefined> => {
    const [row] = await session.link.query(`SELECT list FROM ${schema}.team FOR UPDATE`)
    if (row?.['list'] === to.list) return { applied: true }
    return undefined
  }
  await session.once(send, ask)
}
