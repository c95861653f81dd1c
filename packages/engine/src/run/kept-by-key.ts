import { equalValues, Failure, type PropertySchema, type ResourceTypeDefinition, type ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { currentResource } from '../reality/current-resource.ts'
import { foundByKey, identityOf, isFoundById, othersThatMayBe } from '../reality/doubt-verdict.ts'
import { identities } from '../spec/identity.ts'
import { withoutComputed } from '../spec/without-computed.ts'
import type { Session } from './session.ts'

/**
 * Another record that may be the same thing, if no declared identity can tell. Only the provider can say so. Types that find things by
 * resource id are asked once in a run; what is found by computed values is asked for each time, since the next may have a natural key.
 *
 * @throws Failure when the provider does not answer
 */
export async function keptByKey(record: ResourceRecord, session: Session): Promise<ResourceRecord | undefined> {
  const definition = session.definition(record.type)
  // A configuration of a provider is nothing outside, so two records cannot be the same one.
  const isTold =
    identities(definition, record).length > 0 ||
    session.knownById.has(record.type) ||
    definition?.configures !== undefined
  if (isTold || session.others(record).length === 0) return undefined
  const found = await foundByKey(record, { definition, settler: session.settler })
  if (found === 'byId') session.knownById.add(record.type)
  if (found === undefined || isFoundById(found)) return undefined
  for (const other of othersThatMayBe(found, record, { definition, others: session.others(record) })) {
    if (definition !== undefined && (await areToldApart(record, other, definition, session))) continue
    // Of two records of one thing, the other may have been struck meanwhile.
    if (session.others(record).some(({ id }) => id === other.id)) return other
  }
  return undefined
}

/**
 * Whether two records are certainly two things, although neither an identity nor what the schema calls fixed says so: its provider could
 * not make one of the other in place, or nothing of the type is fixed, and each is found as something else.
 */
async function areToldApart(
  record: ResourceRecord,
  other: ResourceRecord,
  definition: ResourceTypeDefinition,
  { calls, settler }: Session,
): Promise<boolean> {
  const { schema, replacementBy } = definition
  const givenTo = ({ spec }: ResourceRecord): ValueMap => withoutComputed(schema, spec)
  const asked = (one: ResourceRecord) =>
    calls.externalState(identityOf({ ...one, id: settler.unusedId(), spec: givenTo(one) }, settler))
  try {
    if (replacementBy === undefined && hasFixed(schema)) return false
    if (replacementBy !== undefined) {
      const about = identityOf(record, settler)
      const { replaceBecause } = await calls.diff({ ...about, current: currentResource(record), spec: givenTo(other) })
      if (replaceBecause.length > 0 || replacementBy === 'provider' || hasFixed(schema))
        return replaceBecause.length > 0
    }
    const [mine, its] = [await asked(record), await asked(other)]
    return mine !== undefined && (its === undefined || !equalValues(mine, its))
  } catch (thrown) {
    if (thrown instanceof Failure) return false
    throw thrown
  }
}

/** Whether the schema says of any property that it cannot change in place. */
function hasFixed({ mustRecreate, attributes = {}, items, mapValues, oneOf = [] }: PropertySchema): boolean {
  const inner = [...Object.values(attributes), ...oneOf, ...[items, mapValues].filter((part) => part !== undefined)]
  return mustRecreate === true || inner.some(hasFixed)
}
