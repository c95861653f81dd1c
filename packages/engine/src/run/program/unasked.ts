import type { ResourceRecord } from '@slipway/stores'
import type { Session } from '../session/session.ts'
import type { Unasked } from './program.ts'

/** The name of a resource that could not be asked for and may be the one in a record: by a former name, or by values that nobody knows. */
export function meaning(
  { name, type }: ResourceRecord,
  unasked: readonly Unasked[],
  session: Pick<Session, 'definition'>,
): string | undefined {
  const hasIdentity = session.definition(type)?.identity !== undefined
  const isMeant = (one: Unasked): boolean =>
    one.type === type && (hasIdentity || [one.name, ...one.aliases].includes(name))
  return unasked.find(isMeant)?.name
}
