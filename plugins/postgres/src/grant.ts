import { defineResource, replacing } from '@slipway/sdk'
import * as z from 'zod'
import { config, inDatabase, nameOf } from './config.ts'
import { granted, grants, privileges, revokeAll } from './privileges.ts'
import { connected } from './sql.ts'

export const grant = defineResource({
  type: 'postgres/grant',
  label: 'Grant',
  description: 'The privileges of a role on a table. The role has exactly these privileges.',
  examples: ['type: postgres/grant\nspec:\n  database: shop\n  role: reader\n  table: orders\n  privileges: [SELECT]'],
  config,
  schema: z.object({
    database: inDatabase,
    role: replacing(nameOf('Role that gets the privileges.')),
    schema: replacing(nameOf('Schema of the table.').default('public')),
    table: replacing(nameOf('Name of the table.')),
    privileges: z.array(z.enum(privileges)).min(1).describe('Privileges, in any order.'),
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
