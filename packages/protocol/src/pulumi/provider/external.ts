import { type PropertySchema, type ValueMap, valueMap } from '@slipway/model'
import { keptName, viewsName } from '../convert/schema.ts'
import { attributesOf, keptOf } from './resource.ts'
import type { Views } from './views.ts'

/** What a plugin has read of a resource. */
interface Read {
  readonly id: string
  readonly outputs: ValueMap
  /** As they are known now. */
  readonly inputs: ValueMap
  /** The inputs that the plugin has read itself; left out where it says none. */
  readonly said?: ValueMap | undefined
  /** What it is made of, where the plugin has told that now. */
  readonly views?: Views | undefined
}

/** A spec as it really is, with what of the answer has no other place. */
export function externalSpec(
  schema: PropertySchema,
  recorded: ValueMap,
  { id, outputs, inputs, said, views }: Read,
): ValueMap {
  const real = attributesOf(schema, withId(valueMap([...Object.entries(outputs), ...Object.entries(said ?? {})]), id))
  const kept = keptOf(schema, valueMap([...Object.entries(recorded), ...Object.entries(real)]), { inputs, outputs })
  const isKept = kept !== undefined || recorded[keptName] !== undefined
  const seen = views ?? recorded[viewsName]
  return valueMap([
    ...Object.entries(real).filter(([name]) => name !== viewsName),
    ...(seen === undefined ? [] : [[viewsName, seen] as const]),
    ...(isKept ? [[keptName, kept ?? valueMap()] as const] : []),
  ])
}

export function withId(outputs: ValueMap, id: string): ValueMap {
  return valueMap([...Object.entries(outputs), ['id', id]])
}
