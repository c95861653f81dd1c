import { computed, defineResource, replacing, secret } from '@slipway/sdk'
import * as z from 'zod'
import { config, nameOf } from './config.ts'
import { scramVerifier } from './scram.ts'
import { connected, id, text, type Session } from './sql.ts'
import { tagged, tagOf, taken } from './tag.ts'

export const role = defineResource({
  type: 'postgres/role',
  label: 'Role',
  description: 'A role: a user who may connect, or a group of users. One that was made otherwise cannot be imported.',
  examples: ['type: postgres/role\nspec:\n  name: app\n  password: ${resources.password.spec.result}'],
  config,
  schema: z.object({
    name: replacing(nameOf('Name of the role.')),
    login: z.boolean().default(true).describe('Whether the role may connect.'),
    password: secret(
      z
        .string()
        .min(1)
        .optional()
        .describe('Password. Slipway cannot read it back, so it does not notice a change from outside.'),
    ),
    connections: z
      .int()
      .min(-1)
      .default(-1)
      .describe('Largest number of connections at the same time; -1 means no limit.'),
    oid: computed(z.int().describe('Object id on the server.')),
  }),
  idField: 'oid',
  identity: { fields: ['name'] },
  settlement: 'find',

  async deploy({ spec, resourceId, ...call }) {
    return connected(call, undefined, async (session) => {
      const { name } = spec
      const known = await find(session, name)
      if (known !== undefined && known.comment !== tagOf(resourceId)) throw taken(`role ${name}`)
      const how = `${known === undefined ? 'CREATE' : 'ALTER'} ROLE ${id(name)} ${optionsOf(spec)}`
      await session.run(how, tagged(`ROLE ${id(name)}`, resourceId))
      return { oid: (await find(session, name))?.oid ?? 0 }
    })
  },

  async read({ spec: { name }, resourceId, ...call }) {
    const found = await connected(call, undefined, (session) => find(session, name))
    if (found?.comment !== tagOf(resourceId)) return undefined
    const { login, connections, oid } = found
    return { login, connections, oid }
  },

  async destroy({ spec: { name }, resourceId, ...call }) {
    await connected(call, undefined, async (session) => {
      const found = await find(session, name)
      if (found?.comment === tagOf(resourceId)) await session.run(`DROP ROLE IF EXISTS ${id(name)}`)
    })
  },
})

interface FoundRole {
  readonly oid: number
  readonly login: boolean
  readonly connections: number
  readonly comment: string | null
}

async function find({ rows }: Session, name: string): Promise<FoundRole | undefined> {
  const [found] = await rows<FoundRole>(
    `SELECT oid::int, rolcanlogin AS login, rolconnlimit AS connections, shobj_description(oid, 'pg_authid') AS comment
     FROM pg_roles WHERE rolname = $1`,
    name,
  )
  return found
}

function optionsOf(spec: { login: boolean; connections: number; password?: string | undefined }): string {
  const { login, connections, password } = spec
  const secretPart = password === undefined ? 'PASSWORD NULL' : `PASSWORD ${text(scramVerifier(password))}`
  return `${login ? 'LOGIN' : 'NOLOGIN'} CONNECTION LIMIT ${connections} ${secretPart}`
}
