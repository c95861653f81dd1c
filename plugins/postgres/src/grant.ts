import { computed, defineResource, replacing } from '@slipway/sdk'
import * as z from 'zod'
import { config, inDatabase, nameOf } from './config.ts'
import { allBut, change, type Granted, granted, giveFirst, privileges, revoke } from './privileges.ts'
import {
  connectedIfThere,
  type PlaceOf,
  readServer,
  requireRecordedServer,
  requireSameServer,
  serverId,
  serverOf,
} from './ours.ts'
import { connected } from './sql.ts'

export const grant = defineResource({
  type: 'postgres/grant',
  label: 'Grant',
  description:
    'The privileges of a role on a table. The role has exactly these privileges. A role that already has others on the table is refused. Use either a grant or a link for a role and a table, not both; to change from one to the other, first remove the one with its own `up`.',
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
  // Granting again what is granted does no harm, and all is over when the transaction is.
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
      // Nobody has the answer to a first call, which gives all or none: what is there may be from somebody else.
      const isWhole = spec.privileges.every((one) => found?.includes(one))
      if (found === undefined || found.length === 0 || !(isWhole || isAnswered(spec))) {
        await requireSameServer(session, record)
        return undefined
      }
      // As the blueprint lists them: the order means nothing.
      const kept = spec.privileges.filter((privilege) => found.includes(privilege))
      const others = found.filter((privilege) => !kept.includes(privilege))
      return { privileges: [...kept, ...others], answered: true, ...(await readServer(session, spec)) }
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

interface Answer {
  readonly before?: readonly unknown[] | undefined
  readonly answered?: boolean | undefined
  readonly server?: string | undefined
}

/** Whether a call has answered. An empty list does not come back; `answered` says so, which earlier versions did not record. */
function isAnswered({ before, answered, server }: Answer): boolean {
  return answered === true || before !== undefined || server !== undefined
}

/** A grant has no id: on another server, what has the same names may be somebody else's. */
function recordOf(spec: Granted & PlaceOf['known']): PlaceOf {
  return { known: spec, naming: { words: `grant of ${spec.role} on the table ${spec.schema}.${spec.table}` } }
}
