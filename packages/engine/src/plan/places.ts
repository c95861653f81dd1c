import { containsUnknown, revealed, type Value, type ValueMap } from '@slipway/model'
import { namespaceOf } from '../blueprint/check/definitions.ts'
import type { Providers } from '../gather/gathered.ts'
import { oldKey, type PlanStep } from './plan.ts'

/**
 * Steps that make something where another resource still is, such as the file of a renamed resource: the key of the step,
 * and the key of the removal that must come first.
 *
 * A place is what types that are destroyed before they are made again cannot change: the path of a file. Where nothing
 * is fixed it is all that is given: the same process under another name listens on the same port. Types of one provider
 * share their places: a link may come where a file was.
 */
export function takenPlaces(steps: readonly PlanStep[], providers: Providers): ReadonlyMap<string, string> {
  const removals = new Map<string, string>()
  for (const { action, key, current, destroyFirst } of steps) {
    const isRemoved = action === 'delete' || (action === 'replace' && destroyFirst === true)
    const place = isRemoved && current !== undefined ? placeOf(current.type, current.spec, providers) : undefined
    if (place !== undefined) removals.set(place, action === 'replace' ? oldKey(key) : key)
  }
  const taken = new Map<string, string>()
  if (removals.size === 0) return taken
  for (const { action, key, type, desired } of steps) {
    const isMade = action === 'create' || action === 'replace'
    const place = isMade && desired !== undefined ? placeOf(type, desired, providers) : undefined
    const removal = place === undefined ? undefined : removals.get(place)
    if (removal !== undefined && removal !== oldKey(key)) taken.set(key, removal)
  }
  return taken
}

/** Undefined where there is none, or it is not known. */
function placeOf(type: string, spec: ValueMap, providers: Providers): string | undefined {
  const definition = providers.type(type)
  if (definition?.destroyBeforeCreate !== true) return undefined
  const given: [string, Value][] = []
  const fixed: [string, Value][] = []
  for (const [name, attribute] of Object.entries(definition.schema.attributes ?? {})) {
    const value = spec[name] ?? null
    if (attribute.computed === true || value === null) continue
    given.push([name, revealed(value)])
    if (attribute.mustRecreate === true) fixed.push([name, revealed(value)])
  }
  const place = fixed.length > 0 ? fixed : given
  if (place.length === 0 || place.some(([, value]) => containsUnknown(value))) return undefined
  return JSON.stringify([namespaceOf(type), place], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}
