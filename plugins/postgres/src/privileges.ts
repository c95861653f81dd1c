import { id, type Session } from './sql.ts'

/** Of tables, in the order in which PostgreSQL lists them. */
export const privileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] as const

export type Privilege = (typeof privileges)[number]

export interface Granted {
  readonly role: string
  readonly schema: string
  readonly table: string
}

/** Gives the role these privileges and takes all others. Does no harm when it is done twice. */
export function grants({ role, schema, table }: Granted, wanted: readonly Privilege[]): readonly string[] {
  const place = `${id(schema)}.${id(table)}`
  const others = privileges.filter((privilege) => !wanted.includes(privilege))
  return [
    ...(others.length === 0 ? [] : [`REVOKE ${others.join(', ')} ON TABLE ${place} FROM ${id(role)}`]),
    ...(wanted.length === 0 ? [] : [`GRANT ${wanted.join(', ')} ON TABLE ${place} TO ${id(role)}`]),
  ]
}

/** The privileges that a role has by itself; `undefined` when the role or the table is not there. */
export async function granted({ rows }: Session, of: Granted): Promise<readonly Privilege[] | undefined> {
  const found = await rows<{ privilege: Privilege | null }>(
    `SELECT a.privilege_type AS privilege FROM pg_class c JOIN pg_roles r ON r.rolname = $3
     LEFT JOIN LATERAL aclexplode(c.relacl) a ON a.grantee = r.oid
     WHERE c.relnamespace = to_regnamespace($1) AND c.relname = $2`,
    id(of.schema),
    of.table,
    of.role,
  )
  if (found.length === 0) return undefined
  return privileges.filter((one) => found.some(({ privilege }) => privilege === one))
}

/** Does no harm when the role or the table has gone. */
export async function revokeAll(session: Session, of: Granted): Promise<void> {
  if ((await granted(session, of)) !== undefined) await session.run(...grants(of, []))
}
