import type { ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { foundByKey, isAskedLike, isFoundById } from '../../reality/doubt/doubt-verdict.ts'
import { identities } from '../../spec/identity.ts'
import { withoutComputed } from '../../spec/without-computed.ts'
import { NaturalKey } from './natural-key.ts'
import type { Asking, Session } from '../session/session.ts'
import { sameByComputedValues } from './same-computed-values.ts'

/**
 * Another record that may be the same thing, if no declared identity can decide: there is none, or the two only differ in spelling, which
 * the service may ignore. Only the provider knows. Types that find things by resource id are asked once in a run. A type that finds a thing
 * by computed values is asked each time, because its next thing may have a natural key.
 *
 * @throws Failure when the provider does not answer
 */
export async function sameByNaturalKey(
  record: ResourceRecord,
  session: Asking & Pick<Session, 'doubts'>,
): Promise<ResourceRecord | undefined> {
  const definition = session.definition(record.type)
  const { alike, isTold } = perhapsAlike(record, session)
  const found = await foundByKey(record, { definition, settler: session.settler })
  if (found === 'byId') session.doubts.knownById.add(record.type)
  if (found === undefined || isFoundById(found)) return undefined
  if (found === 'onlyWithComputed') return await sameByComputedValues(record, session)
  const givenTo = ({ type, spec }: ResourceRecord): ValueMap => {
    const schema = session.definition(type)?.schema
    return schema === undefined ? spec : withoutComputed(schema, spec)
  }
  const key = new NaturalKey(record, givenTo(record), session)
  const mayBe =
    alike ??
    session.records
      .others(record)
      .filter((other) => isAskedLike(other, record))
      .toArray()
  for (const other of mayBe) {
    if (await key.isOtherThan(other, givenTo(other))) continue
    // By now, the other record of the same thing may have been removed.
    const left = isTold ? session.records.things.alike(record).values() : session.records.others(record)
    if (left.some(({ id }) => id === other.id)) return other
  }
  return undefined
}

/** False if certainly no other record has the same key, so that no provider has to be asked. */
export function mayShareKey(
  record: ResourceRecord,
  session: Pick<Session, 'definition' | 'records' | 'doubts'>,
): boolean {
  // A configuration of a provider has no thing outside, so two records cannot be the same thing.
  if (session.doubts.knownById.has(record.type) || session.definition(record.type)?.configures !== undefined)
    return false
  const { alike } = perhapsAlike(record, session)
  return (alike?.values() ?? session.records.others(record)).next().done !== true
}

/** The records that differ only in spelling, if a declared identity tells all others apart. */
function perhapsAlike(
  record: ResourceRecord,
  session: Pick<Session, 'definition' | 'records'>,
): { readonly isTold: boolean; readonly alike: readonly ResourceRecord[] | undefined } {
  const isTold = identities(session.definition(record.type), record).length > 0
  return { isTold, alike: isTold ? session.records.things.alike(record) : undefined }
}
