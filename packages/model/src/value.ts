import { bareMap } from './bare-map.ts'

/**
 * The one value type of the domain. Every dialect converts to it at its own door and nowhere else.
 *
 * Integers are exact: a `number` while safe, a `bigint` beyond ±(2^53 - 1). Maps have no prototype (`bareMap`), so a key such as
 * `__proto__` is a key like any other; make them with {@link valueMap}.
 */
export type Scalar = null | boolean | number | bigint | string

export type Value = Scalar | Secret | Unknown | readonly Value[] | ValueMap

export interface ValueMap {
  readonly [key: string]: Value
}

/** A map under construction. Freeze it by handing it out as a {@link ValueMap}. */
export interface MutableValueMap {
  [key: string]: Value
}

/** A value that must not be written or shown in plain text. Secrets never nest: the inside is plain. */
export class Secret {
  readonly value: Value
  readonly #parts: readonly string[]

  /** @param parts of a text: the secret parts, if the rest is not secret */
  constructor(value: Value, parts: readonly string[] = []) {
    this.value = value instanceof Secret ? value.value : value
    this.#parts = value instanceof Secret && parts.length === 0 ? value.parts : parts
  }

  /**
   * The secret parts of a text. A reader of the whole text may show one of these alone. Known only in the run that has put the text together; not
   * recorded.
   */
  get parts(): readonly string[] {
    return this.#parts
  }

  /** Keeps a secret out of templates and logs that forget to ask. */
  toString(): string {
    return '(secret)'
  }

  toJSON(): string {
    return '(secret)'
  }
}

/** A secret that goes to a provider and is written nowhere: no record, plan or event has it. Each run works it out again. */
export class PassedOn extends Secret {}

/** A value that is not known before something has been deployed. */
export class Unknown {
  /** The path that will make it known, for people: `resources.db.spec.id`. */
  readonly until: string

  constructor(until: string) {
    this.until = until
  }

  toJSON(): string {
    return `(known after ${this.until})`
  }
}

export function valueMap(entries?: Iterable<readonly [string, Value]>): MutableValueMap {
  const map = bareMap<Value>()
  if (entries !== undefined) for (const [key, value] of entries) map[key] = value
  return map
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}

export function isMap(value: Value | undefined): value is ValueMap {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Secret) &&
    !(value instanceof Unknown)
  )
}

export function isSecret(value: Value | undefined): value is Secret {
  return value instanceof Secret
}

export function isUnknown(value: Value | undefined): value is Unknown {
  return value instanceof Unknown
}

/** Marks a value secret; a secret stays as it is. If a part of the value is only passed on, so is the whole. */
export function secret(value: Value, parts?: readonly string[]): Secret {
  if (value instanceof Secret) return value
  return containsPassedOn(value) ? new PassedOn(value, parts) : new Secret(value, parts)
}

/** Marks a value as one that is only passed on. */
export function passedOn(value: Value, parts?: readonly string[]): PassedOn {
  return value instanceof PassedOn ? value : new PassedOn(value, parts)
}

/** A secret made from others. If one of them, or a part of one, is passed on, the result is passed on, too. */
export function secretFrom(sources: readonly Value[], value: Value, parts: readonly string[] = []): Secret {
  return sources.some(containsPassedOn) ? passedOn(value, parts) : secret(value, parts)
}

/** True if the value, or a part of it, is only passed on. */
export function containsPassedOn(value: Value): boolean {
  return someValue(value, (part) => part instanceof PassedOn)
}

/** The map without the values that are only passed on, at every depth. */
export function withoutPassedOn(map: ValueMap): ValueMap {
  return containsPassedOn(map) ? (kept(map) as ValueMap) : map
}

function kept(value: Value): Value {
  if (isList(value)) return value.filter((item) => !(item instanceof PassedOn)).map(kept)
  if (!isMap(value)) return value
  return valueMap(
    Object.entries(value).flatMap(([key, item]) => (item instanceof PassedOn ? [] : [[key, kept(item)] as const])),
  )
}

/** The value without its secret marks, at every depth. For plugins, and for people who asked by flag; for nobody else. */
export function revealed(value: Value): Value {
  if (value instanceof Secret) return revealed(value.value)
  if (isList(value)) return containsSecret(value) ? value.map(revealed) : value
  if (isMap(value)) return containsSecret(value) ? mapEntries(value, revealed) : value
  return value
}

/** True when the value is, or holds at any depth, a secret. */
export function containsSecret(value: Value): boolean {
  return someValue(value, isSecret)
}

/** True when the value is, or holds at any depth (inside secrets too), an unknown. */
export function containsUnknown(value: Value): boolean {
  return someValue(value, isUnknown)
}

/** True when the test holds for the value or for any value below it. Does not look into a value for which it holds. */
export function someValue(value: Value, test: (value: Value) => boolean): boolean {
  if (test(value)) return true
  if (value instanceof Secret) return someValue(value.value, test)
  if (isList(value)) return value.some((item) => someValue(item, test))
  if (isMap(value)) {
    for (const key in value) if (someValue(value[key] as Value, test)) return true
  }
  return false
}

/** A map with the same keys and each value changed by `change`. */
export function mapEntries(map: ValueMap, change: (value: Value, key: string) => Value): ValueMap {
  const changed = valueMap()
  for (const key in map) changed[key] = change(map[key] as Value, key)
  return changed
}

/** Equality by content. Secret marks do not count, order of map keys does not count; an unknown equals nothing. */
export function equalValues(a: Value, b: Value): boolean {
  if (a instanceof Secret) return equalValues(a.value, b)
  if (b instanceof Secret) return equalValues(a, b.value)
  if (a instanceof Unknown || b instanceof Unknown) return false
  if (a === b) return true
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, index) => equalValues(item, b[index] as Value))
  if (isMap(a)) return isMap(b) && equalMaps(a, b)
  return typeof a === 'number' && typeof b === 'number' && Number.isNaN(a) && Number.isNaN(b)
}

function equalMaps(a: ValueMap, b: ValueMap): boolean {
  let size = 0
  for (const key in a) {
    if (!(key in b) || !equalValues(a[key] as Value, b[key] as Value)) return false
    size++
  }
  for (const _ in b) size--
  return size === 0
}

/** The kind of a value in messages: `integer`, `list`, `secret string`. */
export function kindOf(value: Value): string {
  if (value instanceof Secret) return `secret ${kindOf(value.value)}`
  if (value instanceof Unknown) return 'unknown'
  if (value === null) return 'null'
  if (isList(value)) return 'list'
  if (typeof value === 'object') return 'map'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return typeof value
}
