import type { PropertySchema } from '@slipway/model'

/** A property that a provider computes, with its path below the resource. */
export type Computing = readonly [path: readonly string[], schema: PropertySchema, isOptional: boolean]

/** Returns the properties that a provider computes. Includes those below objects, but not those in arrays and maps: their content comes with them. */
export function computing(schema: PropertySchema, above: readonly string[] = []): readonly Computing[] {
  return Object.entries(schema.attributes ?? {}).flatMap(([name, each]): readonly Computing[] => {
    const path = [...above, name]
    if (each.computed === true) return [[path, each, false]]
    if (each.computedWhenOmitted === true) return [[path, each, true]]
    return each.type === 'object' ? computing(each, path) : []
  })
}
