import { computed, defineResource, replacing } from '@slipway/sdk'
import * as z from 'zod'
import { config, inDatabase, nameOf } from './config.ts'
import { allBut, change, granted, giveFirst, privileges, revoke } from './privileges.ts'
import { connected, connectedIfThere } from './sql.ts'

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
  }),
  identity: { fields: ['database', 'role', 'schema', 'table'] },
  // Granting again what is granted does no harm, and all is over when the transaction is.
  settlement: 'repeatable',
  settlesWithinMs: 0,

  async deploy({ spec, current, ...call }) {
    const { database, privileges: wanted } = spec
    return connected(call, database, async (session) => {
      if (current === undefined) return { before: [...(await giveFirst(session, spec, wanted))] }
      await change(session, spec, { given: wanted, taken: allBut(wanted) })
      return { before: (current.spec.before ?? []).filter((privilege) => wanted.includes(privilege)) }
    })
  },

  async read({ spec, ...call }) {
    const found = await connectedIfThere(call, spec.database, (session) => granted(session, spec))
    if (found === undefined || found.length === 0) return undefined
    // Nobody has the answer to a first call, which gives all or none: what is there may be from somebody else.
    if (spec.before === undefined && !spec.privileges.every((one) => found.includes(one))) return undefined
    // As the blueprint lists them: the order means nothing.
    const kept = spec.privileges.filter((privilege) => found.includes(privilege))
    return { privileges: [...kept, ...found.filter((privilege) => !kept.includes(privilege))] }
  },

  async destroy({ spec, ...call }) {
    await connectedIfThere(call, spec.database, (session) => revoke(session, spec, allBut(spec.before ?? [])))
  },
})
