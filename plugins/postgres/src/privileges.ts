import { refused } from '@slipway/sdk'
import { id, type Session } from './sql.ts'

/** Privileges of tables, in PostgreSQL's order. */
export const privileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] as const

export type Privilege = (typeof privileges)[number]

export interface Granted {
  readonly role: string
  readonly schema: string
  readonly table: string
}

export interface PrivilegeChanges {
  readonly given?: readonly Privilege[]
  readonly taken?: readonly Privilege[]
}

/** Gives and takes privileges, all or none. Does no harm when it is done twice. */
export async function change(
  { run }: Session,
  of: Granted,
  { given = [], taken = [] }: PrivilegeChanges,
): Promise<void> {
  const [place, role] = [`TABLE ${placeOf(of)}`, id(of.role)]
  await run(
    ...(taken.length === 0 ? [] : [`REVOKE ${taken.join(', ')} ON ${place} FROM ${role}`]),
    ...(given.length === 0 ? [] : [`GRANT ${given.join(', ')} ON ${place} TO ${role}`]),
  )
}

/** All privileges that are not among these. */
export function allBut(kept: readonly Privilege[]): readonly Privilege[] {
  return privileges.filter((privilege) => !kept.includes(privilege))
}

/**
 * The privileges that a role has by itself; `undefined` when the role or the table is not there. The owner of a table has all of them
 * before anybody gives any, which the server does not list.
 */
export async function granted({ rows }: Session, of: Granted): Promise<readonly Privilege[] | undefined> {
  const found = await rows<{ privilege: Privilege | null }>(
    `SELECT a.privilege_type AS privilege FROM pg_class c JOIN pg_roles r ON r.rolname = $3
     LEFT JOIN LATERAL aclexplode(COALESCE(c.relacl, acldefault('r', c.relowner))) a ON a.grantee = r.oid
     WHERE c.relnamespace = to_regnamespace($1) AND c.relname = $2`,
    id(of.schema),
    of.table,
    of.role,
  )
  if (found.length === 0) return undefined
  return privileges.filter((one) => found.some(({ privilege }) => privilege === one))
}

/** Revokes privileges. Does no harm when the role or the table is gone. */
export async function revoke(session: Session, of: Granted, taken: readonly Privilege[]): Promise<void> {
  if ((await granted(session, of)) !== undefined) await change(session, of, { taken })
}

/**
 * Gives the first privileges that a role gets on a table, and takes none.
 *
 * What the role has already, somebody else gave. If more is there than is wanted, it is refused: it would be taken later. If less is there,
 * as by the default privileges of a new table, it is no obstacle, and the role keeps it in the end. A privilege has no comment that says
 * who gave it: so exactly the wanted ones are believed to come from a first call whose answer was lost, which gave all or none. Refusing
 * those, too, would make every lost answer a question to the user.
 *
 * @returns what the role had before
 */
export async function giveFirst(
  session: Session,
  of: Granted,
  wanted: readonly Privilege[],
): Promise<readonly Privilege[]> {
  const found = (await granted(session, of)) ?? []
  const others = found.filter((privilege) => !wanted.includes(privilege))
  if (others.length > 0) throw hasOthers(of, others)
  await change(session, of, { given: wanted })
  return areSame(found, wanted) ? [] : found
}

export function areSame(found: readonly Privilege[], wanted: readonly Privilege[]): boolean {
  return found.length === new Set(wanted).size && found.every((privilege) => wanted.includes(privilege))
}

function hasOthers(of: Granted, others: readonly Privilege[]): Error {
  const { role, schema, table } = of
  const [list, place] = [others.join(', '), `${schema}.${table}`]
  return refused(`the role ${role} already has privileges on the table ${place}: ${list}`, {
    hint: `if they are not needed: REVOKE ${list} ON TABLE ${placeOf(of)} FROM ${id(role)}; if they should stay, add them to the resource; if another grant or link gives them, keep only one of the two`,
  })
}

function placeOf({ schema, table }: Granted): string {
  return `${id(schema)}.${id(table)}`
}
