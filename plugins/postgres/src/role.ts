import { computed, defineResource, replacing, secret } from '@slipway/sdk'
import * as z from 'zod'
import { config, nameOf } from './config.ts'
import { scramVerifier } from './scram.ts'
import { connected, id, text, type Session } from './sql.ts'
import { isOurs, requireRecorded, serverId, serverOf, tellLeft, type Found, type Known, type RecordOf } from './ours.ts'
import { notOurs, tagged, taken } from './tag.ts'

export const role = defineResource({
  type: 'postgres/role',
  label: 'Role',
  description:
    'A role: a user who may connect, or a group of users. One that was made otherwise cannot be imported. The comment of the role carries a tag, `slipway` and the resource id; if you write another one, leave the tag in it: then the role is known again also on a copy of the server.',
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
    server: serverId,
  }),
  idField: 'oid',
  identity: { fields: ['name'] },
  settlement: 'find',

  async deploy({ spec, current, resourceId, ...call }) {
    return connected(call, undefined, async (session) => {
      const { name } = spec
      const known = await find(session, name)
      const isForeign =
        known !== undefined && !(await isOurs(session, known, resourceId, recordOf(current?.spec ?? spec)))
      if (isForeign) throw current === undefined ? taken(`role ${name}`) : notOurs(`role ${name}`)
      const options = optionsOf(spec)
      if (known === undefined)
        await session.run(`CREATE ROLE ${id(name)} ${options}`, tagged(`ROLE ${id(name)}`, resourceId))
      else await session.run(`ALTER ROLE ${id(name)} ${options}`)
      return { oid: (await find(session, name))?.oid ?? 0, server: await serverOf(session) }
    })
  },

  async read({ spec, resourceId, ...call }) {
    return connected(call, undefined, async (session) => {
      const found = await find(session, spec.name)
      if (found === undefined || !(await isOurs(session, found, resourceId, recordOf(spec)))) return undefined
      const { login, connections, oid } = found
      return { login, connections, oid }
    })
  },

  async destroy({ spec, resourceId, ...call }) {
    await connected(call, undefined, async (session) => {
      const found = await find(session, spec.name)
      if (found === undefined) return
      const record = recordOf(spec)
      if (!(await isOurs(session, found, resourceId, record))) return tellLeft(call, record.naming.words)
      requireRecorded(found, record)
      await session.run(`DROP ROLE IF EXISTS ${id(spec.name)}`)
    })
  },
})

function recordOf(spec: Known & { readonly name: string }): RecordOf {
  return { known: spec, naming: { words: `role ${spec.name}`, statement: `ROLE ${id(spec.name)}` } }
}

interface FoundRole extends Found {
  readonly login: boolean
  readonly connections: number
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
