import { computed, defineResource, replacing, secret } from '@slipway/sdk'
import * as z from 'zod'
import { config, nameOf } from './config.ts'
import { isUnsure } from './last-update.ts'
import { scramVerifier } from './scram.ts'
import { isMeant, listed } from './named.ts'
import { connected, id, text, type Session } from './sql.ts'
import {
  isOurs,
  isSurely,
  readServer,
  requireRecorded,
  requireRecordedServer,
  serverId,
  serverOf,
  tellLeft,
  type Found,
  type Known,
  type RecordOf,
} from './ours.ts'
import { notOurs, tagged, taken } from './tag.ts'

export const role = defineResource({
  type: 'postgres/role',
  label: 'Role',
  description:
    'A role: a user who may connect, or a group of users. One that was made otherwise can be imported by its name; as its password cannot be read, the next `up` sets the one of the blueprint. The comment of the role carries a tag, `slipway` and the resource id; if you write another one, leave the tag in it: then the role is known again also on a copy of the server.',
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
        .describe(
          'Password. Slipway cannot read it back, so it does not notice a change from outside, and leaves it until the blueprint has another one.',
        ),
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
  imports: {
    by: 'name',
    find: ({ spec, id: said, ...call }) =>
      connected(call, undefined, async (session) => {
        const found = isMeant(said, [spec.name]) ? await find(session, spec.name) : undefined
        if (found === undefined) return undefined
        const { login, connections, oid } = found
        return { login, connections, oid, password: null, server: await serverOf(session) }
      }),
  },
  list: (call) =>
    listed(
      call,
      `SELECT rolname AS id, CASE WHEN rolcanlogin THEN 'may connect' ELSE '' END AS name FROM pg_roles
       WHERE rolname !~ '^pg_' ORDER BY 1`,
    ),

  async deploy({ spec, current, resourceId, ...call }) {
    return connected(call, undefined, async (session) => {
      const { name } = spec
      const known = await find(session, name)
      const record = recordOf(current?.spec ?? spec)
      if (!(await isOurs(session, known, resourceId, record)) && known !== undefined)
        throw (current === undefined ? taken : notOurs)(record.naming, resourceId)
      const options = optionsOf(spec, known === undefined || isUnsure(current) ? undefined : current?.spec).join(' ')
      if (known === undefined)
        await session.run(`CREATE ROLE ${id(name)} ${options}`, tagged(`ROLE ${id(name)}`, resourceId))
      else {
        await requireRecordedServer(session, record)
        if (options !== '') await session.run(`ALTER ROLE ${id(name)} ${options}`)
      }
      return { oid: (await find(session, name))?.oid ?? 0, server: await serverOf(session) }
    })
  },

  async read({ spec, resourceId, ...call }) {
    return connected(call, undefined, async (session) => {
      const found = await find(session, spec.name)
      const record = recordOf(spec)
      if (!(await isOurs(session, found, resourceId, record)) || found === undefined) return undefined
      const { login, connections, oid } = found
      return { login, connections, oid, ...(await readServer(session, spec, isSurely(found, resourceId, record))) }
    })
  },

  async destroy({ spec, resourceId, ...call }) {
    await connected(call, undefined, async (session) => {
      const found = await find(session, spec.name)
      const record = recordOf(spec)
      const isOwn = await isOurs(session, found, resourceId, record)
      if (found === undefined) return
      if (!isOwn) return tellLeft(call, record.naming.words)
      await requireRecorded(session, found, record)
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

interface Options {
  readonly login: boolean
  readonly connections: number
  readonly password?: string | undefined
}

/**
 * The properties that differ from the record; all of them if there is no record or the last update is in doubt: there may be an unwanted
 * password then. The rest stays as it is: somebody may have changed it by hand, and the plan has not shown it.
 */
function optionsOf({ login, connections, password }: Options, recorded: Options | undefined): readonly string[] {
  const options: string[] = []
  if (login !== recorded?.login) options.push(login ? 'LOGIN' : 'NOLOGIN')
  if (connections !== recorded?.connections) options.push(`CONNECTION LIMIT ${connections}`)
  if (recorded === undefined || password !== recorded.password)
    options.push(`PASSWORD ${password === undefined ? 'NULL' : text(scramVerifier(password))}`)
  return options
}
