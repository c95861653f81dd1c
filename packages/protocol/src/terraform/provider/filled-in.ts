import { type ComputedValues, isList, isMap, type Value, type ValueMap } from '@slipway/model'
import { ctyToValue, valueToCty } from '../convert/values.ts'
import type { CtyType } from '../cty/type.ts'
import { type CtyValue } from '../cty/value.ts'
import { keptOf, terraformName } from '../kept.ts'
import { couldComeFrom } from '../rules/could-come-from.ts'
import { attributeOf, elementsOf, entriesOf, type Shape } from '../rules/nested.ts'
import { withWholeBlocks } from '../rules/whole-blocks.ts'
import type { BlockSchema, NestedAttributes, TypeSchema } from '../schema/schema.ts'
import type { Described, Held } from './held.ts'
import { belowPath } from './paths.ts'
import { exactBeside, keptBeside, type Wanted } from './record.ts'

/**
 * Returns the values of a state that the provider has computed, by their paths in the spec. A spec may leave out attributes at every depth;
 * the values that the provider puts there are found by index, by key, and in sets by the given attributes.
 */
export function filledIn({ block, type }: TypeSchema, name: string, spec: ValueMap, state: CtyValue): ComputedValues {
  const filling = new Filling(`resources.${name}`)
  filling.object(block, { given: spec, state, path: 'spec', types: type.attributes })
  return filling.filled
}

/** A resource that the provider has answered about. */
interface Answered extends Wanted {
  readonly type: Described
  readonly resourceName: string
  /** The recorded spec; absent for a new resource. */
  readonly before: ValueMap | undefined
  /** The hash of the provider's binary. */
  readonly by: string
}

/** Returns the values that the provider has filled in, and the data that goes back to it. */
export function recordedValues(answered: Answered, held: Held): ComputedValues {
  const { type, resourceName, spec, before, by } = answered
  const exact = exactBeside(type, answered, held.state)
  const kept = { ...held, exact, by, identityVersion: type.identity?.version }
  const beside = keptBeside(before === undefined ? {} : keptOf(before), kept)
  return { ...filledIn(type, resourceName, spec, held.state), [`spec.${terraformName}`]: beside }
}

interface Place {
  readonly given: ValueMap
  readonly state: CtyValue
  readonly path: string
  readonly types: Readonly<Record<string, CtyType>>
}

class Filling {
  readonly filled: Record<string, Value> = {}
  readonly #resource: string

  constructor(resource: string) {
    this.#resource = resource
  }

  object(shape: Shape, { given, state, path, types }: Place): void {
    for (const [name, { computed, writeOnly, nested, type }] of Object.entries(shape.attributes)) {
      if (writeOnly) continue
      const at = belowPath(path, name)
      const part = attributeOf(state, name)
      if (computed && (given[name] ?? null) === null)
        this.filled[at] = ctyToValue(part, { until: `${this.#resource}.${at}` })
      else if (nested !== undefined)
        this.#parts({ nesting: nested.nesting, shape: nested, type }, given[name], part, at)
    }
    for (const [name, { nesting, block }] of Object.entries(shape.blocks ?? {})) {
      const parts = { nesting, shape: block, type: types[name] ?? 'dynamic' } as const
      this.#parts(parts, given[name], attributeOf(state, name), belowPath(path, name))
    }
  }

  #parts(parts: Parts, given: Value | undefined, state: CtyValue, path: string): void {
    const { nesting } = parts
    if (nesting === 'single' || nesting === 'group') this.#part(parts, given, state, path)
    else if (nesting === 'map' && isMap(given)) {
      const found = entriesOf(state)
      for (const [key, item] of Object.entries(given)) this.#part(parts, item, found[key], belowPath(path, key))
    } else if (isList(given)) {
      const found = nesting === 'set' ? this.#matches(parts, given, state) : elementsOf(state)
      for (const [index, item] of given.entries()) this.#part(parts, item, found[index], `${path}[${index}]`)
    }
  }

  #part({ shape, type, nesting }: Parts, given: Value | undefined, state: CtyValue | undefined, path: string): void {
    if (!isMap(given) || state === undefined) return
    this.object(shape, { given, state, path, types: attributesOf(elementOf(type, nesting)) })
  }

  /** Pairs the elements of the set with the given elements from which they could come. */
  #matches(
    { shape, type, nesting }: Parts,
    given: readonly Value[],
    state: CtyValue,
  ): readonly (CtyValue | undefined)[] {
    const left = new Set(elementsOf(state))
    return given.map((item) => {
      const config = wholeElement(shape, valueToCty(elementOf(type, nesting), item))
      const match = left.values().find((each) => couldComeFrom(shape, each, config))
      if (match !== undefined) left.delete(match)
      return match
    })
  }
}

interface Parts {
  readonly nesting: NestedAttributes['nesting'] | 'group'
  readonly shape: Shape
  readonly type: CtyType
}

function wholeElement(shape: Shape, value: CtyValue): CtyValue {
  return shape.blocks === undefined ? value : withWholeBlocks(shape as BlockSchema, value)
}

function elementOf(type: CtyType, nesting: Parts['nesting']): CtyType {
  if (nesting === 'single' || nesting === 'group' || typeof type === 'string') return type
  return type.kind === 'list' || type.kind === 'set' || type.kind === 'map' ? type.element : 'dynamic'
}

function attributesOf(type: CtyType): Readonly<Record<string, CtyType>> {
  return typeof type !== 'string' && type.kind === 'object' ? type.attributes : {}
}
