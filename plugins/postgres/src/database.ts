import { computed, defineResource, replacing } from '@slipway/sdk'
import * as z from 'zod'
import { config, nameOf } from './config.ts'
import { connected, id } from './sql.ts'
import { taken } from './tag.ts'

export const database = defineResource({
  type: 'postgres/database',
  label: 'Database',
  description: 'A database. Destroying the resource destroys everything in the database.',
  examples: ['type: postgres/database\nspec:\n  name: shop\n  owner: ${resources.app.spec.name}'],
  config,
  schema: z.object({
    name: replacing(nameOf('Name of the database.')),
    owner: nameOf('Role that owns the database. Default: the role that connects.').optional(),
    oid: computed(z.int().describe('Object id on the server.')),
  }),
  idField: 'oid',
  identity: { fields: ['name'] },
  // It cannot be made and tagged at once: after a crash a database of this name may be ours or another's.
  settlement: 'ask',

  async deploy({ spec: { name, owner }, current, ...call }) {
    return connected(call, undefined, async ({ run, rows }) => {
      const known = await rows('SELECT FROM pg_database WHERE datname = $1', name)
      if (current === undefined && known.length > 0) throw taken(`database ${name}`)
      if (current === undefined)
        await run(`CREATE DATABASE ${id(name)} ${owner === undefined ? '' : `OWNER ${id(owner)}`}`)
      else await run(`ALTER DATABASE ${id(name)} OWNER TO ${owner === undefined ? 'CURRENT_USER' : id(owner)}`)
      const [made] = await rows<{ oid: number }>('SELECT oid::int FROM pg_database WHERE datname = $1', name)
      return { oid: made?.oid ?? 0 }
    })
  },

  async read({ spec: { name, owner }, ...call }) {
    return connected(call, undefined, async ({ rows }) => {
      const asked = 'SELECT oid::int, pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1'
      const [found] = await rows<{ oid: number; owner: string }>(asked, name)
      // Who owns it is of interest to those who have said who should.
      return found && { oid: found.oid, ...(owner !== undefined && { owner: found.owner }) }
    })
  },

  async destroy({ spec: { name }, ...call }) {
    await connected(call, undefined, ({ run }) => run(`DROP DATABASE IF EXISTS ${id(name)} WITH (FORCE)`))
  },
})
