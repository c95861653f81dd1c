import { defineResource, replacing } from '@slipway/sdk'
import * as z from 'zod'
import { config, inDatabase, nameOf } from './config.ts'
import { granted, grants, privileges, revokeAll } from './privileges.ts'
import { connected } from './sql.ts'

export const grant = defineResource({
  type: 'postgres/grant',
  label: 'Grant',
  description: 'What a role may do with a table: this, and nothing else.',
  examples: ['type: postgres/grant\nspec:\n  database: shop\n  role: reader\n  table: orders\n  privileges: [SELECT]'],
  config,
  schema: z.object({
    database: inDatabase,
    role: replacing(nameOf('The role that is given them.')),
    schema: replacing(nameOf('The schema of the table.').default('public')),
    table: replacing(nameOf('The table.')),
    privileges: z.array(z.enum(privileges)).min(1).describe('In any order.'),
  }),
  identity: { fields: ['database', 'role', 'schema', 'table'] },
  // Granting again what is granted does no harm, and all is over when the transaction is.
  settlement: 'repeatable',
  settlesWithinMs: 0,

  async deploy({ spec, ...call }) {
    await connected(call, spec.database, ({ run }) => run(...grants(spec, spec.privileges)))
    return {}
  },

  async read({ spec, ...call }) {
    const found = await connected(call, spec.database, (session) => granted(session, spec))
    if (found === undefined || found.length === 0) return undefined
    // As the blueprint lists them: the order means nothing.
    const kept = spec.privileges.filter((privilege) => found.includes(privilege))
    return { privileges: [...kept, ...found.filter((privilege) => !kept.includes(privilege))] }
  },

  async destroy({ spec, ...call }) {
    await connected(call, spec.database, (session) => revokeAll(session, spec))
  },
})
