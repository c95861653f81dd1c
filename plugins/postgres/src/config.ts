import { replacing, secret } from '@slipway/sdk'
import * as z from 'zod'

export const config = z.object({
  url: secret(z.string().min(1).describe('`postgres://user:password@host:port/database`')),
})

export type Config = z.output<typeof config>

/** Names that need quotes would only look as if they were the same in other programs. */
export const nameOf = (what: string) =>
  z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,62}$/)
    .describe(what)

/** The place of a table, which is part of its identity, so it is always required. */
export const inDatabase = replacing(nameOf('Name of the database.'))
