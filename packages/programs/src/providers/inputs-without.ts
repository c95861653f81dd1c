import { isList, isMap, Unknown, type ValueMap, valueMap } from '@slipway/model'
import { parseProviderReference } from '../urns/urn.ts'
import { recordedResource } from './definitions.ts'

/**
 * The inputs of a record with those from some other resources unknown; `undefined` if none came from these.
 *
 * @param others recorded specs of the other resources
 */
export function inputsWithout(spec: ValueMap, others: readonly ValueMap[]): ValueMap | undefined {
  const urns = urnsOf(others)
  const needed = isMap(spec['propertyDependencies']) ? spec['propertyDependencies'] : valueMap()
  const isFromThem = (name: string): boolean => {
    const from = needed[name]
    return isList(from) && from.some((urn) => typeof urn === 'string' && urns.has(urn))
  }
  const { inputs } = recordedResource(spec)
  const names = Object.keys(inputs).filter(isFromThem)
  if (names.length === 0) return undefined
  const lost = names.map((name) => [name, new Unknown(`inputs.${name}`)] as const)
  return valueMap([...Object.entries(inputs), ...lost])
}

/** True if the resource's provider is one of the others. */
export function isAtOneOf(spec: ValueMap, others: readonly ValueMap[]): boolean {
  const { provider = '' } = recordedResource(spec)
  const reference = parseProviderReference(provider)
  return reference !== undefined && urnsOf(others).has(reference.urn)
}

function urnsOf(specs: readonly ValueMap[]): ReadonlySet<string> {
  return new Set(specs.map((spec) => recordedResource(spec).urn))
}
