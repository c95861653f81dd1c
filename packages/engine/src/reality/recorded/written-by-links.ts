import { addTo } from '@slipway/graph'
import { isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { LinkRecord } from '@slipway/stores'
import { childOf } from '../../language/child-name.ts'
import { pathSteps, valueAt } from '../../spec/computed-paths.ts'

/** A field that a link has written to a resource. */
export interface Written {
  /** The path of the field: `spec.policy.name`. */
  readonly path: string
  readonly value: Value
}

/** The fields that links have written to resources, by name of the resource. They exist outside although no blueprint has them. */
export function writtenByLinks(links: readonly LinkRecord[]): ReadonlyMap<string, readonly Written[]> {
  const found = new Map<string, Written[]>()
  for (const { a, data, mappings } of links) {
    const child = childOf(a.name)
    for (const [target, source] of Object.entries(mappings)) {
      const at = target.indexOf('::')
      const value = valueAt(data, source)
      if (at < 0 || value === undefined) continue
      const name = `${child === undefined ? '' : `${child}/`}${target.slice(0, at)}`
      addTo(found, name, { path: target.slice(at + 2), value })
    }
  }
  return found
}

/** A spec with the fields that links have written to it. Items of lists are left alone. */
export function withWritten(spec: ValueMap, written: readonly Written[]): ValueMap {
  return written.reduce((changed, { path, value }) => setBelow(changed, pathSteps(path), value), spec)
}

/** A spec in which the fields that links have written have their recorded values again. */
export function withoutWritten(spec: ValueMap, written: readonly Written[], recorded: ValueMap): ValueMap {
  return written.reduce((changed, { path }) => setBelow(changed, pathSteps(path), valueAt(recorded, path)), spec)
}

function setBelow(map: ValueMap, [step, ...rest]: readonly (string | number)[], value: Value | undefined): ValueMap {
  if (typeof step !== 'string') return map
  const { [step]: before, ...others } = map
  if (rest.length > 0) {
    const inner = setBelow(isMap(before) ? before : valueMap(), rest, value)
    return valueMap(Object.entries({ ...map, [step]: inner }))
  }
  return valueMap(Object.entries(value === undefined ? others : { ...map, [step]: value }))
}
