import { defineLink, type LinkPhaseCall } from '@slipway/sdk'
import * as z from 'zod'
import { config, type Config } from './config.ts'
import { areSame, change, type Granted, granted, giveFirst, privileges, type Privilege, revoke } from './privileges.ts'
import { connectedIfThere, requireRecordedServer, requireSameServer, type PlaceOf, serverOf } from './ours.ts'
import { connected, type Session } from './sql.ts'
import { role } from './role.ts'
import { table } from './table.ts'

const text = z.string()

const allowed: Readonly<Record<string, readonly Privilege[]>> = {
  read: ['SELECT'],
  write: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
}

export const access = defineLink({
  a: role,
  b: table,
  description:
    'Lets a role access a table without a grant in the blueprint. A role that already has other privileges on the table, such as those of a grant, is refused; a role keeps privileges that somebody else grants later.',
  first: 'a',
  annotations: {
    'postgres.access': {
      on: 'a',
      type: 'string',
      allowedValues: Object.keys(allowed),
      default: 'read',
      description: 'Whether the role may only read the rows or also write them.',
    },
  },
  config,
  plan: (call) => ({ privileges: wantedBy(call.annotations) }),

  // Called again when the role or the table has changed, and with `destroy` when the link is removed.
  async updateB(call: LinkPhaseCall<Config>) {
    const { action, a, b, annotations } = call
    const { database, schema, name, server: ofTable } = tableSpec.parse(b.spec)
    const of = { role: z.object({ name: text }).parse(a.spec).name, schema, table: name }
    const wanted = wantedBy(annotations)
    const before = recorded(call.data, ofTable)
    if (action === 'destroy')
      return connectedIfThere(call, database, placeOf(of, before), (session) => takeBack(session, of, wanted, before))
    return connected(call, database, async (session) => {
      const server = await serverOf(session)
      const where = server === undefined ? {} : { server }
      if (before === undefined) return { privileges: wanted, kept: await giveFirst(session, of, wanted), ...where }
      await requireRecordedServer(session, placeOf(of, before))
      const { privileges: given, kept } = before
      const taken = given.filter((privilege) => !wanted.includes(privilege) && !kept.includes(privilege))
      await change(session, of, { given: wanted, taken })
      return { privileges: wanted, kept, ...where }
    })
  },
})

const tableSpec = z.object({ database: text, schema: text, name: text, server: text.optional() })

const recordedData = z.object({
  privileges: z.array(z.enum(privileges)),
  /** Privileges among them that the role had before the link, and keeps after it. */
  kept: z.array(z.enum(privileges)).default([]),
  /** Id of the server, as of a table. */
  server: text.optional(),
})

type Recorded = z.output<typeof recordedData>

function placeOf({ role: name, schema, table: to }: Granted, before: Recorded | undefined): PlaceOf {
  return { known: { server: before?.server }, naming: { words: `access of ${name} to the table ${schema}.${to}` } }
}

/** Revokes the link's privileges. Without an answer, the same ones count as the link's as in `giveFirst`. */
async function takeBack(
  session: Session,
  of: Granted,
  wanted: readonly Privilege[],
  before: Recorded | undefined,
): Promise<void> {
  if (before !== undefined) {
    if ((await granted(session, of)) === undefined) return requireSameServer(session, placeOf(of, before))
    await requireRecordedServer(session, placeOf(of, before))
    const { privileges: given, kept } = before
    // The answer of a last change may be lost: the privileges that it wanted are the link's, too.
    const own = [...new Set([...given, ...wanted])].filter((privilege) => !kept.includes(privilege))
    return revoke(session, of, own)
  }
  const found = (await granted(session, of)) ?? []
  if (areSame(found, wanted)) await revoke(session, of, wanted)
}

/**
 * The privileges that the link has recorded; `undefined` when no call has recorded any. The server is that of the table: a refresh, which
 * records a restored copy as the right one, records nothing for a link.
 */
function recorded(known: LinkPhaseCall<Config>['data'], ofTable: string | undefined): Recorded | undefined {
  if (known['privileges'] === undefined) return undefined
  const { server, ...rest } = recordedData.parse(known)
  return { ...rest, server: ofTable ?? server }
}

function wantedBy(annotations: LinkPhaseCall<Config>['annotations']): readonly Privilege[] {
  return allowed[String(annotations['postgres.access'] ?? 'read')] ?? []
}
