import {
  type Account,
  isMap,
  type ResourceTypeDefinition,
  revealed,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { computedPaths, valueAt } from './computed-paths.ts'
import { withoutComputed } from './without-computed.ts'

/**
 * Values by their paths, such as `spec.network.port`. Of a map, only the inner values are listed. Secrets are in plain text, so this is only for
 * comparing in memory.
 */
export type Leaves = ReadonlyMap<string, Value>

/** The description that a spec gives of its thing, by paths. */
export interface Accounted {
  readonly given: Leaves
  readonly told: Leaves
}

/** A cache by spec, with the definition that was used. A spec never changes, and many specs are compared with each other. */
const known = new WeakMap<ValueMap, { readonly by: ResourceTypeDefinition; readonly accounted: Accounted }>()

export function accounted(definition: ResourceTypeDefinition, spec: ValueMap): Accounted {
  const before = known.get(spec)
  if (before?.by === definition) return before.accounted
  const { given, told } = (definition.accountOf ?? bySchema(definition))(spec)
  const result = { given: leavesOf(given), told: leavesOf(told) }
  known.set(spec, { by: definition, accounted: result })
  return result
}

/**
 * Splits a spec by its schema into given and computed values. The id is in neither part, because the question is about two records that share it.
 * Names that begin with `__` are reserved for a provider.
 */
function bySchema({ schema, idField }: ResourceTypeDefinition): (spec: ValueMap) => Account {
  const isOwn = (name: string): boolean => name !== idField && !name.startsWith('__')
  return (spec) => {
    const own = valueMap(Object.entries(spec).filter(([name]) => isOwn(name)))
    const told = computedPaths(schema).map((path) => [path.slice('spec.'.length), valueAt(own, path) ?? null] as const)
    return { given: withoutComputed(schema, own), told: valueMap(told.filter(([, value]) => value !== null)) }
  }
}

function leavesOf(map: ValueMap): Leaves {
  const leaves = new Map<string, Value>()
  const collect = (values: ValueMap, path: string): void => {
    for (const [name, value] of Object.entries(values)) {
      if (isMap(value)) collect(value, `${path}.${name}`)
      else if (value !== null) leaves.set(`${path}.${name}`, value)
    }
  }
  const plain = revealed(map)
  if (isMap(plain)) collect(plain, 'spec')
  return leaves
}
