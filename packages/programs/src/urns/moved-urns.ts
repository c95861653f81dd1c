import { isList, isMap, type MutableValueMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import { formatUrn, ownType, parseProviderReference, parseUrn, qualifiedBelow } from './urn.ts'

/**
 * The URNs that change when one of them changes, because a URN contains the types of all parents.
 *
 * @param specs the specs of all records
 */
export function movedUrns(specs: readonly ValueMap[], from: string, to: string): ReadonlyMap<string, string> {
  const moved = new Map([[from, to]])
  // The loop also visits URNs that are added meanwhile.
  for (const [above, now] of moved) {
    for (const { urn, parent } of specs) {
      if (parent !== above || typeof urn !== 'string' || moved.has(urn)) continue
      const parts = parseUrn(urn)
      if (parts === undefined) continue
      const below = formatUrn({ ...parts, qualifiedType: qualifiedBelow(now, ownType(parts)) })
      if (below !== urn) moved.set(urn, below)
    }
  }
  return moved
}

/** The spec of a program's record with present URNs in its options. The properties belong to the plugin and stay unchanged. */
export function withMovedUrns(spec: ValueMap, moved: ReadonlyMap<string, string>): ValueMap {
  const { provider } = spec
  const reference = typeof provider === 'string' ? parseProviderReference(provider) : undefined
  const providerUrn = reference && moved.get(reference.urn)
  const changed: MutableValueMap = {}
  if (reference !== undefined && providerUrn !== undefined) changed['provider'] = `${providerUrn}::${reference.id}`
  for (const name of ['urn', 'parent', 'dependencies', 'propertyDependencies', 'options']) {
    const value = spec[name]
    const now = value === undefined ? undefined : inNewUrns(value, moved)
    if (now !== undefined && now !== value) changed[name] = now
  }
  return Object.keys(changed).length === 0 ? spec : valueMap([...Object.entries(spec), ...Object.entries(changed)])
}

/** A value with present URNs; the same value if it contains none. */
function inNewUrns(value: Value, moved: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') return moved.get(value) ?? value
  if (isList(value)) {
    const now = value.map((each) => inNewUrns(each, moved))
    return now.some((each, at) => each !== value[at]) ? now : value
  }
  if (!isMap(value)) return value
  const entries = Object.entries(value).map(([name, each]) => [name, inNewUrns(each, moved)] as const)
  return entries.some(([name, each]) => each !== value[name]) ? valueMap(entries) : value
}
