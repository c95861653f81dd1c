import {
  equalValues,
  type FieldChange,
  isList,
  isMap,
  isSecret,
  isUnknown,
  type PropertySchema,
  secret,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { below } from './computed-paths.ts'

/** The differences between two specs. */
export interface SpecDiff {
  /** The changes in the order of the schema. A property that is not known yet counts as changed. */
  readonly changes: readonly FieldChange[]
  /** Paths of the changed properties that cannot change in place. */
  readonly recreate: readonly string[]
}

/**
 * Compares the recorded spec with the wanted one. Computed properties do not count, and neither do properties that are left out and that the
 * provider fills in. `null` means the same as absent. Without a record, all wanted values are new.
 */
export function diffSpec(schema: PropertySchema, previous: ValueMap | undefined, next: ValueMap): SpecDiff {
  const diff = new Diff('wanted')
  diff.attributes(schema, previous ?? valueMap(), next, 'spec', false)
  return diff
}

/** Compares the recorded spec with the real one, computed properties included. */
export function diffReality(schema: PropertySchema, recorded: ValueMap, real: ValueMap): readonly FieldChange[] {
  const diff = new Diff('real')
  diff.attributes(schema, recorded, real, 'spec', false)
  return diff.changes
}

/** Compares values without a schema. */
export function diffValues(previous: ValueMap, next: ValueMap, path: string): readonly FieldChange[] {
  const diff = new Diff('real')
  diff.map(undefined, previous, next, path, false)
  return diff.changes
}

/** The maximum number of comparisons between items of sets. Larger sets are compared in their order. */
const mostPairs = 1_000_000

class Diff implements SpecDiff {
  readonly changes: FieldChange[] = []
  readonly recreate: string[] = []
  readonly #against: 'wanted' | 'real'

  constructor(against: 'wanted' | 'real') {
    this.#against = against
  }

  attributes(schema: PropertySchema, previous: ValueMap, next: ValueMap, path: string, recreate: boolean): void {
    const attributes = schema.attributes ?? {}
    for (const name in attributes) {
      const attribute = attributes[name]
      if (attribute === undefined || attribute.writeOnly === true) continue
      if (this.#against === 'wanted' && isLeftToProvider(attribute, next[name])) continue
      if (!areSame(previous[name], next[name]))
        this.property(attribute, previous[name], next[name], `${path}.${name}`, recreate)
    }
    const compare = (name: string): void => {
      if (!Object.hasOwn(attributes, name) && !areSame(previous[name], next[name]))
        this.property(undefined, previous[name], next[name], below(path, name), recreate)
    }
    // The keys are compared in the same order as in keysOfBoth.
    for (const name in next) compare(name)
    for (const name in previous) if (!(name in next)) compare(name)
  }

  property(
    schema: PropertySchema | undefined,
    previous: Value | undefined,
    next: Value | undefined,
    path: string,
    inherited: boolean,
  ): void {
    const recreate = inherited || schema?.mustRecreate === true
    if (areSame(previous, next)) return
    if (isDefaultLeftOut(schema, previous, next)) return
    if (schema?.sensitive !== true && isMap(previous) && isMap(next)) {
      if (schema?.type === 'object') this.attributes(schema, previous, next, path, recreate)
      else this.map(schema?.mapValues, previous, next, path, recreate)
    } else if (schema?.sensitive !== true && isList(previous) && isList(next)) {
      this.list(schema, previous, next, path, recreate)
    } else this.#changed(schema, previous, next, path, recreate)
  }

  map(values: PropertySchema | undefined, previous: ValueMap, next: ValueMap, path: string, recreate: boolean): void {
    for (const key of keysOfBoth(previous, next)) {
      this.property(values, previous[key], next[key], below(path, key), recreate)
    }
  }

  list(
    schema: PropertySchema | undefined,
    previous: readonly Value[],
    next: readonly Value[],
    path: string,
    recreate: boolean,
  ): void {
    const field = schema?.sortArrayByField
    if (schema?.isSet === true && previous.length * next.length <= mostPairs)
      return this.#set(schema, previous, next, path, recreate)
    if (field === undefined && this.#lessOrMore(schema, previous, next, path, recreate)) return
    const before = pairUp(field, previous, next)
    for (let index = 0; index < Math.max(before.length, next.length); index++) {
      this.property(schema?.items, before[index], next[index], `${path}[${index}]`, recreate)
    }
  }

  /** Compares sets, whose order does not count. Items that are on both sides do not change; the other items are compared in their order. */
  #set(
    schema: PropertySchema,
    previous: readonly Value[],
    next: readonly Value[],
    path: string,
    recreate: boolean,
  ): void {
    const { items } = schema
    const left = [...previous]
    const news = [...next.entries()].filter(([, item]) => {
      const same = left.findIndex((old) => this.#isEqual(items, old, item))
      if (same >= 0) left.splice(same, 1)
      return same < 0
    })
    for (const [index, item] of news) this.property(items, left.shift(), item, `${path}[${index}]`, recreate)
    for (const [index, item] of left.entries())
      this.property(items, item, undefined, `${path}[${next.length + index}]`, recreate)
  }

  #isEqual(schema: PropertySchema | undefined, previous: Value, next: Value): boolean {
    if (areSame(previous, next)) return true
    if (!isMap(previous) || !isMap(next)) return false
    const diff = new Diff(this.#against)
    diff.property(schema, previous, next, '', false)
    return diff.changes.length === 0
  }

  /** Compares lists where items were either only removed or only added, so that the others do not move. False if the lists differ in another way. */
  #lessOrMore(
    schema: PropertySchema | undefined,
    previous: readonly Value[],
    next: readonly Value[],
    path: string,
    recreate: boolean,
  ): boolean {
    const isLess = previous.length > next.length
    const beside = isLess ? besides(previous, next) : besides(next, previous)
    for (const index of beside ?? []) {
      const [before, after] = isLess ? [previous[index], undefined] : [undefined, next[index]]
      this.property(schema?.items, before, after, `${path}[${index}]`, recreate)
    }
    return beside !== undefined
  }

  #changed(
    schema: PropertySchema | undefined,
    previous: Value | undefined,
    next: Value | undefined,
    path: string,
    recreate: boolean,
  ): void {
    const shown = (value: Value): Value => (schema?.sensitive === true && !isUnknown(value) ? secret(value) : value)
    this.changes.push({
      path,
      ...(isAbsent(previous) ? {} : { previous: shown(previous) }),
      ...(isAbsent(next) ? {} : { next: shown(next) }),
      ...(isAbsent(next) && schema?.loses !== undefined && { loses: schema.loses }),
    })
    if (recreate) this.recreate.push(path)
  }
}

/**
 * The indexes of a longer list's items that a shorter list does not have; `undefined` if the longer list does not contain the shorter one in its
 * order.
 */
function besides(longer: readonly Value[], shorter: readonly Value[]): readonly number[] | undefined {
  if (longer.length === shorter.length) return undefined
  const found: number[] = []
  let at = 0
  for (const [index, item] of longer.entries()) {
    if (at < shorter.length && areSame(item, shorter[at])) at++
    else found.push(index)
  }
  return at === shorter.length ? found : undefined
}

/** True for a property that the blueprint leaves to the provider. */
function isLeftToProvider(schema: PropertySchema, wanted: Value | undefined): boolean {
  return schema.computed === true || (schema.computedWhenOmitted === true && isAbsent(wanted))
}

/** True if one side has no value and the other has the default that the provider fills in. Both mean the same. */
function isDefaultLeftOut(
  schema: PropertySchema | undefined,
  previous: Value | undefined,
  next: Value | undefined,
): boolean {
  const { default: fallback = null, nullable } = schema ?? {}
  if (nullable !== true || fallback === null) return false
  const said = isAbsent(previous) ? next : isAbsent(next) ? previous : undefined
  return said !== undefined && said !== null && equalValues(said, fallback)
}

/**
 * True if both values mean the same. Called before a path is built, because most properties do not change. A secret `null` equals `null`.
 */
function areSame(previous: Value | undefined, next: Value | undefined): boolean {
  if (isAbsent(previous) && isAbsent(next)) return true
  return previous !== undefined && next !== undefined && equalValues(previous, next)
}

function isAbsent(value: Value | undefined): value is null | undefined {
  return value === undefined || value === null
}

/** The keys of the wanted map, in its order, followed by keys that are only recorded. */
function keysOfBoth(previous: ValueMap, next: ValueMap): string[] {
  const keys = Object.keys(next)
  for (const key in previous) if (!(key in next)) keys.push(key)
  return keys
}

/**
 * The recorded items in the order of the wanted ones to which they belong, by the field that identifies an item; `undefined` for a new
 * item. Leftover items come at the end.
 */
function pairUp(
  field: string | undefined,
  previous: readonly Value[],
  next: readonly Value[],
): readonly (Value | undefined)[] {
  if (field === undefined) return previous
  const left = Map.groupBy(previous, (item) => identityOf(item, field))
  const paired: (Value | undefined)[] = next.map((item) => left.get(identityOf(item, field))?.shift())
  for (const items of left.values()) paired.push(...items)
  return paired
}

function identityOf(item: Value, field: string): string {
  const plain = isSecret(item) ? item.value : item
  const value = isMap(plain) ? plain[field] : plain
  return isAbsent(value) || isUnknown(value) ? '' : `${typeof value}:${scalarText(value)}`
}

function scalarText(value: Value): string {
  if (isSecret(value)) return scalarText(value.value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
