import { defineLink, type LinkPhaseCall } from '@slipway/sdk'
import * as z from 'zod'
import { config, type Config } from './config.ts'
import { areSame, change, type Granted, granted, giveFirst, privileges, type Privilege, revoke } from './privileges.ts'
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
    'Lets a role access a table without a grant in the blueprint. A role that already has other privileges on the table, such as those of a grant, is refused; what it gets later from somebody else, it keeps.',
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

  // It comes again when the role or the table has changed, and with `destroy` when the link goes.
  async updateB(call: LinkPhaseCall<Config>) {
    const { action, a, b, annotations } = call
    const { database, schema, name } = z.object({ database: text, schema: text, name: text }).parse(b.spec)
    const of = { role: z.object({ name: text }).parse(a.spec).name, schema, table: name }
    const [wanted, before] = [wantedBy(annotations), givenBefore(call.data)]
    if (action === 'destroy') return connected(call, database, (session) => takeBack(session, of, { wanted, before }))
    const taken = before?.filter((privilege) => !wanted.includes(privilege)) ?? []
    await connected(call, database, async (session) => {
      if (before === undefined) await giveFirst(session, of, wanted)
      else await change(session, of, { given: wanted, taken })
    })
    return { privileges: wanted }
  },
})

interface Given {
  readonly wanted: readonly Privilege[]
  /** `undefined`: no call has said that it gave any. */
  readonly before: readonly Privilege[] | undefined
}

/** Takes what the link gave. Without an answer, the same is believed to be the link's as in `giveFirst`. */
async function takeBack(session: Session, of: Granted, { wanted, before }: Given): Promise<void> {
  // The answer of a last change may be lost: what that wanted is the link's, too.
  if (before !== undefined) return revoke(session, of, [...new Set([...before, ...wanted])])
  const found = (await granted(session, of)) ?? []
  if (areSame(found, wanted)) await revoke(session, of, wanted)
}

function givenBefore({ privileges: given }: LinkPhaseCall<Config>['data']): readonly Privilege[] | undefined {
  return given === undefined ? undefined : z.array(z.enum(privileges)).parse(given)
}

function wantedBy(annotations: LinkPhaseCall<Config>['annotations']): readonly Privilege[] {
  return allowed[String(annotations['postgres.access'] ?? 'read')] ?? []
}
