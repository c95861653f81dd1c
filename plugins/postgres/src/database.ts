import { computed, defineResource, replacing } from '@slipway/sdk'
import * as z from 'zod'
import { config, nameOf } from './config.ts'
import { isUnsure } from './last-update.ts'
import { serverId, serverOf, tellLeft, unlike, type Known } from './ours.ts'
import { connected, id, type Session } from './sql.ts'
import { notOurs, taken } from './tag.ts'

export const database = defineResource({
  type: 'postgres/database',
  label: 'Database',
  description:
    'A database. Destroying the resource destroys everything in the database, but not another database that somebody has made under its name.',
  examples: ['type: postgres/database\nspec:\n  name: shop\n  owner: ${resources.app.spec.name}'],
  config,
  schema: z.object({
    name: replacing(nameOf('Name of the database.')),
    owner: nameOf('Role that owns the database. Default: the role that connects.').optional(),
    oid: computed(z.int().describe('Object id on the server.')),
    server: serverId,
  }),
  idField: 'oid',
  identity: { fields: ['name'] },
  // It cannot be made and tagged at once: after a crash a database of this name may be ours or another's.
  settlement: 'ask',

  async deploy({ spec: { name, owner }, current, ...call }) {
    return connected(call, undefined, async (session) => {
      const known = await find(session, name)
      if (current === undefined && known !== undefined) throw taken(`database ${name}`)
      if (current === undefined)
        await session.run(`CREATE DATABASE ${id(name)} ${owner === undefined ? '' : `OWNER ${id(owner)}`}`)
      else if (known !== undefined && !(await isRecorded(session, known, current.spec)))
        throw notOurs(`database ${name}`)
      else if (owner !== current.spec.owner || isUnsure(current))
        await session.run(`ALTER DATABASE ${id(name)} OWNER TO ${owner === undefined ? 'CURRENT_USER' : id(owner)}`)
      return { oid: (await find(session, name))?.oid ?? 0, server: await serverOf(session) }
    })
  },

  async read({ spec, ...call }) {
    return connected(call, undefined, async (session) => {
      const found = await find(session, spec.name)
      if (found === undefined || isOther(found, spec)) return undefined
      const server = spec.server === undefined ? undefined : await serverOf(session)
      return {
        oid: found.oid,
        ...(server !== undefined && { server }),
        // Who owns it is of interest to those who have said who should.
        ...(spec.owner !== undefined && { owner: found.owner }),
      }
    })
  },

  async destroy({ spec, ...call }) {
    await connected(call, undefined, async (session) => {
      const found = await find(session, spec.name)
      if (found === undefined) return
      if (!(await isRecorded(session, found, spec))) return tellLeft(call, `database ${spec.name}`)
      await session.run(`DROP DATABASE IF EXISTS ${id(spec.name)} WITH (FORCE)`)
    })
  },
})

interface FoundDatabase {
  readonly oid: number
  readonly owner: string
}

async function find({ rows }: Session, name: string): Promise<FoundDatabase | undefined> {
  const asked = 'SELECT oid::int, pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1'
  const [found] = await rows<FoundDatabase>(asked, name)
  return found
}

/** Somebody has dropped the one that was made, and made another. An import gives the id as text. */
function isOther({ oid }: FoundDatabase, known: Known): boolean {
  return known.oid !== undefined && `${known.oid}` !== `${oid}`
}

/**
 * Whether it is the one that is recorded, before anything is done to it. It has no tag, so nothing tells a new server, which may give the
 * same object id, from one that was upgraded.
 *
 * @throws CallError if only the user can say
 */
async function isRecorded(
  session: Session,
  found: FoundDatabase,
  known: Known & { readonly name: string },
): Promise<boolean> {
  if (isOther(found, known)) return false
  const server = known.server === undefined ? undefined : await serverOf(session)
  if (server !== known.server) throw unlike(`database ${known.name}`, 'is on another server than recorded')
  return true
}
