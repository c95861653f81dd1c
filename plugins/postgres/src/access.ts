import { defineLink, type LinkPhaseCall } from '@slipway/sdk'
import * as z from 'zod'
import { config, type Config } from './config.ts'
import { grants, revokeAll, type Privilege } from './privileges.ts'
import { connected } from './sql.ts'
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
  description: 'Lets a role access a table without a grant in the blueprint.',
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
    if (action === 'destroy') return connected(call, database, (session) => revokeAll(session, of))
    const wanted = wantedBy(annotations)
    await connected(call, database, ({ run }) => run(...grants(of, wanted)))
    return { privileges: wanted }
  },
})

function wantedBy(annotations: LinkPhaseCall<Config>['annotations']): readonly Privilege[] {
  return allowed[String(annotations['postgres.access'] ?? 'read')] ?? []
}
