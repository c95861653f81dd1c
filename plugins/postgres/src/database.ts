import { computed, defineResource, refused, replacing } from '@slipway/sdk'
import * as z from 'zod'
import { config, nameOf } from './config.ts'
import { isUnsure } from './last-update.ts'
import {
  type PlaceOf,
  readServer,
  requireRecordedServer,
  requireSameServer,
  requireSurelyRecordedServer,
  serverId,
  serverOf,
  unlike,
} from './ours.ts'
import { isMeant, listed } from './named.ts'
import { connected, id, type Session } from './sql.ts'

export const database = defineResource({
  type: 'postgres/database',
  label: 'Database',
  description:
    'A database. Destroying the resource destroys everything in the database. If somebody has made another database under its name, for example by restoring a dump, it is not destroyed: import it first with `slipway import`.',
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
  imports: {
    by: 'name',
    find: ({ spec, id: said, ...call }) =>
      connected(call, undefined, async (session) => {
        const found = await find(session, spec.name)
        if (found === undefined || (said !== `${found.oid}` && !isMeant(said, [spec.name]))) return undefined
        return { oid: found.oid, server: await serverOf(session), ...ownerOf(found, spec) }
      }),
  },
  list: (call) =>
    listed(
      call,
      `SELECT datname AS id, 'owned by ' || pg_get_userbyid(datdba) AS name FROM pg_database WHERE NOT datistemplate ORDER BY 1`,
    ),
  // A database cannot be made and tagged in one step: after a crash, a database with this name may be ours or somebody else's.
  settlement: 'ask',

  async deploy({ spec: { name, owner }, current, ...call }) {
    return connected(call, undefined, async (session) => {
      const found = await find(session, name)
      if (current === undefined) {
        if (found !== undefined) throw taken(name, found)
        await session.run(`CREATE DATABASE ${id(name)} ${owner === undefined ? '' : `OWNER ${id(owner)}`}`)
      } else {
        if (found === undefined) throw await missing(session, current.spec)
        await requireRecorded(session, found, current.spec)
        if (owner !== current.spec.owner || isUnsure(current))
          await session.run(`ALTER DATABASE ${id(name)} OWNER TO ${owner === undefined ? 'CURRENT_USER' : id(owner)}`)
      }
      return { oid: (await find(session, name))?.oid ?? 0, server: await serverOf(session) }
    })
  },

  async read({ spec, ...call }) {
    return connected(call, undefined, async (session) => {
      const found = await find(session, spec.name)
      if (found === undefined) {
        await requireSameServer(session, recordOf(spec))
        return undefined
      }
      await requireSameId(session, found, spec)
      return {
        oid: found.oid,
        ...(await readServer(session, spec, spec.oid !== undefined)),
        ...ownerOf(found, spec),
      }
    })
  },

  async destroy({ spec, ...call }) {
    await connected(call, undefined, async (session) => {
      const found = await find(session, spec.name)
      if (found === undefined) return requireSameServer(session, recordOf(spec))
      await requireSameId(session, found, spec)
      await requireSurelyRecordedServer(session, recordOf(spec))
      await session.run(`DROP DATABASE IF EXISTS ${id(spec.name)} WITH (FORCE)`)
    })
  },
})

interface FoundDatabase {
  readonly oid: number
  readonly owner: string
}

interface RecordedDatabase {
  readonly name: string
  readonly oid?: number | undefined
  readonly server?: string | undefined
}

async function find({ rows }: Session, name: string): Promise<FoundDatabase | undefined> {
  const asked = 'SELECT oid::int, pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1'
  const [found] = await rows<FoundDatabase>(asked, name)
  return found
}

function recordOf(spec: RecordedDatabase): PlaceOf {
  return { known: spec, naming: { words: `database ${spec.name}` } }
}

/**
 * Call this before a change. A database has no tag, so nothing distinguishes a new server, which may give the same object id, from an
 * upgraded one.
 * @throws CallError if only the user can say whether it is the recorded one
 */
async function requireRecorded(session: Session, found: FoundDatabase, known: RecordedDatabase): Promise<void> {
  await requireSameId(session, found, known)
  await requireRecordedServer(session, recordOf(known))
}

/** The owner counts only if the spec names one. */
function ownerOf({ owner }: FoundDatabase, spec: { readonly owner?: string | undefined }): { readonly owner?: string } {
  return spec.owner === undefined ? {} : { owner }
}

/** Somebody has dropped the database that was made, and made another: that happens in a restore, and its content is lost. Or this is another server. */
async function requireSameId(session: Session, { oid }: FoundDatabase, known: RecordedDatabase): Promise<void> {
  if (known.oid === undefined || `${known.oid}` === `${oid}`) return
  const take = `run slipway state rm, then slipway import with the id ${oid}`
  await requireRecordedServer(session, recordOf(known), take)
  throw unlike(`database ${known.name}`, 'has another object id than recorded', take)
}

function taken(name: string, { oid }: FoundDatabase): Error {
  return refused(`the database ${name} already exists`, {
    hint: `choose another name; or if Slipway should manage this one, run slipway import with the id ${oid}`,
  })
}

/** The error for an update of a missing database. */
async function missing(session: Session, known: RecordedDatabase): Promise<Error> {
  await requireSameServer(session, recordOf(known))
  return refused(`the database ${known.name} no longer exists`, {
    hint: 'slipway plan --refresh shows what is missing, and slipway up --refresh creates it again; if it was only renamed, rename it back',
  })
}
