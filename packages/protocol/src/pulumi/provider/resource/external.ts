import { type PropertySchema, type ValueMap, valueMap } from '@slipway/model'
import { initErrorsName, keptName, notedNames, readFirstName, viewsName } from '../../convert/schema.ts'
import { attributesOf, keptOf, withId } from './resource.ts'
import type { Views } from './views.ts'

/** A resource as a plugin has read it. */
interface Read {
  readonly id: string
  readonly outputs: ValueMap
  readonly inputs: ValueMap
  /** The inputs that the plugin has read itself; absent if it reports none. */
  readonly said?: ValueMap | undefined
  /** The resource's views, if the plugin has just reported them. */
  readonly views?: Views | undefined
  /** Whether the plugin wants a read before the next change. */
  readonly isReadFirst: boolean
  /** The reasons why the resource is incomplete. */
  readonly initErrors: readonly string[]
}

/** Returns the real spec, with the parts of the answer that have no other place. */
export function externalSpec(
  schema: PropertySchema,
  recorded: ValueMap,
  { id, outputs, inputs, said, views, isReadFirst, initErrors }: Read,
): ValueMap {
  const real = attributesOf(schema, withId(valueMap([...Object.entries(outputs), ...Object.entries(said ?? {})]), id))
  const kept = keptOf(schema, valueMap([...Object.entries(recorded), ...Object.entries(real)]), { inputs, outputs })
  const isKept = kept !== undefined || recorded[keptName] !== undefined
  const seen = views ?? recorded[viewsName]
  return valueMap([
    ...Object.entries(real).filter(([name]) => !notedNames.has(name)),
    ...(seen === undefined ? [] : [[viewsName, seen] as const]),
    ...(isReadFirst || recorded[readFirstName] === true ? [[readFirstName, isReadFirst] as const] : []),
    ...(initErrors.length > 0 || recorded[initErrorsName] !== undefined ? [[initErrorsName, initErrors] as const] : []),
    ...(isKept ? [[keptName, kept ?? valueMap()] as const] : []),
  ])
}
