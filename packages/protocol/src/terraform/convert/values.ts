import { isList, isMap, isSecret, isUnknown, kindOf, Unknown, type Value, valueMap } from '@slipway/model'
import { CtyNumber } from '../cty/number.ts'
import type { CtyStep } from '../cty/path.ts'
import type { CtyObject, CtyType } from '../cty/type.ts'
import {
  CtyDynamic,
  type MutableCtyMap,
  ctyMap,
  type CtyValue,
  inSetOrder,
  isCtyList,
  isCtyMap,
  isCtyUnknown,
  unknown,
} from '../cty/value.ts'
import { Mismatch, wrongType } from './mismatch.ts'

/**
 * Converts a value of the domain to a value of a provider's type. Secret marks are dropped: the wire has none. Scalars are converted as in
 * Terraform: 80 becomes "80" where a text is wanted, and "80" becomes 80 where a number is wanted. Missing attributes become null.
 * @throws Mismatch for a value that cannot be of the type
 */
export function valueToCty(type: CtyType, value: Value | undefined): CtyValue {
  return new ToCty().value(type, value)
}

/** Converts the attributes of an object that the type has; a record may have further attributes, which are ignored. */
export function attributesToCty({ attributes }: CtyObject, value: { readonly [name: string]: Value }): MutableCtyMap {
  return new ToCty().attributes(attributes, value)
}

class ToCty {
  readonly #path: CtyStep[] = []

  value(type: CtyType, marked: Value | undefined): CtyValue {
    const value = isSecret(marked) ? marked.value : marked
    if (value === undefined || value === null) return null
    if (isUnknown(value)) return unknown
    if (type === 'dynamic') return this.#dynamic(value)
    if (typeof type === 'string') return this.#scalar(type, value)
    if (type.kind === 'map') {
      if (!isMap(value)) throw wrongType(this.#path, type, kindOf(value))
      return ctyMap(Object.entries(value).map(([key, item]) => [key, this.#at({ key }, type.element, item)]))
    }
    if (type.kind === 'object') {
      if (!isMap(value)) throw wrongType(this.#path, type, kindOf(value))
      return this.#object(type.attributes, value)
    }
    if (!isList(value)) throw wrongType(this.#path, type, kindOf(value))
    if (type.kind === 'tuple' && type.elements.length !== value.length)
      throw wrongType(this.#path, type, `a list of ${value.length}`)
    const items = value.map((item, index) =>
      this.#at({ index }, type.kind === 'tuple' ? (type.elements[index] ?? 'dynamic') : type.element, item),
    )
    return type.kind === 'set' ? inSetOrder(items) : items
  }

  #object(attributes: Readonly<Record<string, CtyType>>, value: { readonly [name: string]: Value }): CtyValue {
    for (const name in value)
      if (!Object.hasOwn(attributes, name))
        throw new Mismatch(this.#path, `the type has no attribute ${JSON.stringify(name.slice(0, 60))}`)
    return this.attributes(attributes, value)
  }

  attributes(attributes: Readonly<Record<string, CtyType>>, value: { readonly [name: string]: Value }): MutableCtyMap {
    const object = ctyMap()
    for (const attribute in attributes)
      object[attribute] = this.#at({ attribute }, attributes[attribute] as CtyType, value[attribute])
    return object
  }

  #scalar(type: 'string' | 'number' | 'bool', value: Value): CtyValue {
    if (type === 'string') {
      if (typeof value === 'string') return value.normalize('NFC')
      if (typeof value === 'boolean') return String(value)
      if (typeof value === 'number' || typeof value === 'bigint') return CtyNumber.of(value).text
    } else if (type === 'bool') {
      if (typeof value === 'boolean') return value
      if (value === 'true' || value === 'false') return value === 'true'
    } else {
      if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return CtyNumber.of(value)
      const number = typeof value === 'string' ? CtyNumber.parse(value) : undefined
      if (number !== undefined) return number
    }
    throw wrongType(this.#path, type, typeof value === 'string' ? 'another text' : kindOf(value))
  }

  /** Converts a value where any type is allowed: its form decides about its type. */
  #dynamic(value: Value): CtyValue {
    const type = typeOf(value)
    return new CtyDynamic(type, this.value(type, value))
  }

  #at(step: CtyStep, type: CtyType, value: Value | undefined): CtyValue {
    this.#path.push(step)
    const converted = this.value(type, value)
    this.#path.pop()
    return converted
  }
}

function typeOf(marked: Value): CtyType {
  const value = isSecret(marked) ? marked.value : marked
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number' || typeof value === 'bigint') return 'number'
  if (isList(value)) return { kind: 'tuple', elements: value.map(typeOf) }
  if (!isMap(value)) return 'dynamic'
  const attributes: Record<string, CtyType> = Object.create(null)
  for (const name in value) attributes[name] = typeOf(value[name] ?? null)
  return { kind: 'object', attributes }
}

export interface ToValue {
  /** A description, for people, of the step that will make unknown values known. */
  readonly until?: string
}

/**
 * Converts a value of a provider to a value of the domain. A number that the language cannot hold exactly becomes its decimal text, and
 * whole numbers of any size stay numbers. A value that brought its type along loses it.
 */
export function ctyToValue(value: CtyValue, options: ToValue = {}): Value {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (value instanceof CtyNumber) return numberOf(value)
  if (isCtyUnknown(value)) return new Unknown(options.until ?? 'the resource is made')
  if (value instanceof CtyDynamic) return ctyToValue(value.value, options)
  if (isCtyList(value)) return value.map((item) => ctyToValue(item, options))
  if (!isCtyMap(value)) return null
  return valueMap(Object.entries(value).map(([key, item]) => [key, ctyToValue(item, options)]))
}

function numberOf({ text, isInteger, approximate }: CtyNumber): Value {
  if (isInteger) return Number.isSafeInteger(approximate) ? approximate : BigInt(text)
  return CtyNumber.of(approximate).text === text ? approximate : text
}
