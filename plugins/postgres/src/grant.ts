import { computed, defineResource, replacing } from '@slipway/sdk'
import * as z from 'zod'
import { config, inDatabase, nameOf } from './config.ts'
import { allBut, change, type Granted, granted, giveFirst, type Privilege, privileges, revoke } from './privileges.ts'
import {
  connectedIfThere,
  type PlaceOf,
  readServer,
  requireRecordedServer,
  requireSameServer,
  serverId,
  serverOf,
} from './ours.ts'
import { isMeant, listedInDatabases } from './named.ts'
import { connected } from './sql.ts'

export const grant = defineResource({
  type: 'postgres/grant',
  label: 'Grant',
  description:
    'The privileges of a role on a table. The role has exactly these privileges. A role that already has others on the table is refused. What a role has can be imported (`reader on shop.public.orders`). Use either a grant or a link for a role and a table, not both; to change from one to the other, first remove the one with its own `up`.',
  examples: ['type: postgres/grant\nspec:\n  database: shop\n  role: reader\n  table: orders\n  privileges: [SELECT]'],
  config,
  schema: z.object({
    database: inDatabase,
    role: replacing(nameOf('Role that gets the privileges.')),
    schema: replacing(nameOf('Schema of the table.').default('public')),
    table: replacing(nameOf('Name of the table.')),
    privileges: z.array(z.enum(privileges)).min(1).describe('Privileges, in any order.'),
    before: computed(
      z
        .array(z.enum(privileges))
        .describe('Those of them that the role had before. It keeps them when the grant is destroyed.'),
    ),
    answered: computed(
      z.boolean().optional().describe('Whether it is known that Slipway gave them, and what the role had before.'),
    ),
    server: serverId,
  }),
  identity: { fields: ['database', 'role', 'schema', 'table'] },
  imports: {
    by: 'name',
    find({ spec, id: said, ...call }) {
      if (!isMeant(said, [spec.role, spec.table], [spec.schema, spec.database])) return undefined
      return connectedIfThere(call, spec.database, recordOf(spec), async (session) => {
        const found = (await granted(session, spec)) ?? []
        if (found.length === 0) return undefined
        return {
          privileges: asListed(spec.privileges, found),
          before: [],
          answered: true,
          server: await serverOf(session),
        }
      })
    },
  },
  list: (call) =>
    listedInDatabases(
      call,
      `SELECT r.rolname || ' on ' || current_database() || '.' || n.nspname || '.' || c.relname AS id,
         string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type) AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       CROSS JOIN LATERAL aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
       WHERE c.relkind = 'r' AND a.grantee <> c.relowner AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
       GROUP BY r.rolname, n.nspname, c.relname ORDER BY 1`,
    ),
  // A second grant does no harm, and the call is over when its transaction is.
  settlement: 'repeatable',
  settlesWithinMs: 0,

  async deploy({ spec, current, ...call }) {
    const { database, privileges: wanted } = spec
    return connected(call, database, async (session) => {
      const server = await serverOf(session)
      if (current === undefined)
        return { before: [...(await giveFirst(session, spec, wanted))], answered: true, server }
      await requireRecordedServer(session, recordOf(current.spec))
      await change(session, spec, { given: wanted, taken: allBut(wanted) })
      const before = (current.spec.before ?? []).filter((privilege) => wanted.includes(privilege))
      return { before, answered: true, server }
    })
  },

  async read({ spec, ...call }) {
    const record = recordOf(spec)
    return connectedIfThere(call, spec.database, record, async (session) => {
      const found = await granted(session, spec)
      // The answer to a first call, which gives all or none, was lost: the privileges may come from somebody else.
      const isWhole = spec.privileges.every((one) => found?.includes(one))
      if (found === undefined || found.length === 0 || !(isWhole || isAnswered(spec))) {
        await requireSameServer(session, record)
        return undefined
      }
      return { privileges: asListed(spec.privileges, found), answered: true, ...(await readServer(session, spec)) }
    })
  },

  async destroy({ spec, ...call }) {
    const record = recordOf(spec)
    await connectedIfThere(call, spec.database, record, async (session) => {
      if ((await granted(session, spec)) === undefined) return requireSameServer(session, record)
      await requireRecordedServer(session, record)
      await revoke(session, spec, allBut(spec.before ?? []))
    })
  },
})

/** The real privileges in the order of the blueprint: the order means nothing. */
function asListed(wanted: readonly Privilege[], found: readonly Privilege[]): Privilege[] {
  const kept = wanted.filter((privilege) => found.includes(privilege))
  return [...kept, ...found.filter((privilege) => !kept.includes(privilege))]
}

interface Answer {
  readonly before?: readonly unknown[] | undefined
  readonly answered?: boolean | undefined
  readonly server?: string | undefined
}

/** Whether a call has answered. An empty list does not come back; `answered` says so, which earlier versions did not record. */
function isAnswered({ before, answered, server }: Answer): boolean {
  return answered === true || before !== undefined || server !== undefined
}

/** A grant has no id: on another server, a grant with the same names may be somebody else's. */
function recordOf(spec: Granted & PlaceOf['known']): PlaceOf {
  return { known: spec, naming: { words: `grant of ${spec.role} on the table ${spec.schema}.${spec.table}` } }
}
