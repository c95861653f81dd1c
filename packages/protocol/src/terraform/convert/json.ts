import type { CtyStep } from '../cty/path.ts'
import { CtyNumber } from '../cty/number.ts'
import { type CtyType, typeFromJson, typeToJson } from '../cty/type.ts'
import { CtyDynamic, ctyMap, CtyUnknown, type CtyValue, inSetOrder, isCtyList, isCtyMap } from '../cty/value.ts'
import { deepestValue, Mismatch, mostValues, wrongType } from './mismatch.ts'

/**
 * Reads a value of a type from JSON, the form of values in states. Numbers keep all their digits. Missing attributes become null; a name
 * that the type does not have is refused.
 * @throws Mismatch, or a SyntaxError for text that is not JSON
 */
export function ctyFromJson(type: CtyType, json: string): CtyValue {
  return new FromJson().value(type, parsed(json))
}

/**
 * Writes a value without unknowns as JSON. Numbers have all their digits.
 * @throws Mismatch for an unknown value, or for a value that is not of the type
 */
export function ctyToJson(type: CtyType, value: CtyValue): string {
  return new ToJson().text(type, value)
}

/** Parses JSON with numbers as `CtyNumber`s, so that no digit is lost in a double. */
function parsed(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (CtyNumber.parse(context?.source ?? String(value)) ?? value) : value,
  )
}

class FromJson {
  readonly #path: CtyStep[] = []
  #values = 0

  value(type: CtyType, json: unknown): CtyValue {
    if (++this.#values > mostValues) throw new Mismatch(this.#path, `there are more than ${mostValues} values`)
    if (this.#path.length > deepestValue) throw new Mismatch(this.#path, `values nest more than ${deepestValue} levels`)
    if (json === null || json === undefined) return null
    if (type === 'dynamic') return this.#dynamic(json)
    if (typeof type === 'string') return this.#scalar(type, json)
    if (type.kind === 'map' || type.kind === 'object') return this.#map(type, json)
    if (!Array.isArray(json)) throw wrongType(this.#path, type, words(json))
    if (type.kind === 'tuple' && type.elements.length !== json.length) throw wrongType(this.#path, type, words(json))
    const items = json.map((item: unknown, index) =>
      this.#at({ index }, type.kind === 'tuple' ? (type.elements[index] as CtyType) : type.element, item),
    )
    return type.kind === 'set' ? inSetOrder(items) : items
  }

  #scalar(type: 'string' | 'number' | 'bool', json: unknown): CtyValue {
    if (type === 'string' && typeof json === 'string') return json.normalize('NFC')
    if (type === 'bool' && typeof json === 'boolean') return json
    if (type === 'bool' && (json === 'true' || json === 'false')) return json === 'true'
    const number = type === 'number' ? (json instanceof CtyNumber ? json : CtyNumber.parse(textOf(json))) : undefined
    if (number === undefined) throw wrongType(this.#path, type, words(json))
    return number
  }

  #map(type: Extract<CtyType, { kind: 'list' | 'set' | 'map' } | { kind: 'object' }>, json: unknown): CtyValue {
    if (!isPlainMap(json)) throw wrongType(this.#path, type, words(json))
    if (type.kind !== 'object')
      return ctyMap(Object.keys(json).map((key) => [key, this.#at({ key }, type.element, json[key])]))
    for (const name of Object.keys(json))
      if (!(name in type.attributes))
        throw new Mismatch(this.#path, `the type has no attribute ${JSON.stringify(name.slice(0, 60))}`)
    return ctyMap(
      Object.keys(type.attributes).map((attribute) => [
        attribute,
        this.#at({ attribute }, type.attributes[attribute] as CtyType, own(json, attribute)),
      ]),
    )
  }

  #dynamic(json: unknown): CtyValue {
    if (!isPlainMap(json) || !('type' in json) || !('value' in json))
      throw new Mismatch(this.#path, `${words(json)} stands where a type and a value are expected`)
    const type = typeFromJson(json['type'])
    const value = this.value(type, json['value'])
    return value === null ? null : new CtyDynamic(type, value)
  }

  #at(step: CtyStep, type: CtyType, json: unknown): CtyValue {
    this.#path.push(step)
    const value = this.value(type, json)
    this.#path.pop()
    return value
  }
}

class ToJson {
  readonly #path: CtyStep[] = []

  text(type: CtyType, value: CtyValue): string {
    if (value === null) return 'null'
    if (value instanceof CtyUnknown) throw new Mismatch(this.#path, 'an unknown value has no JSON')
    if (value instanceof CtyDynamic)
      return `{"value":${this.text(value.type, value.value)},"type":${JSON.stringify(typeToJson(value.type))}}`
    if (type === 'dynamic') throw wrongType(this.#path, type, 'a value without its type')
    if (value instanceof CtyNumber) return value.text
    if (typeof type === 'string') return JSON.stringify(value)
    if (isCtyList(value)) {
      if (type.kind === 'map' || type.kind === 'object') throw wrongType(this.#path, type, 'a list')
      return `[${value
        .map((item, index) =>
          this.#at({ index }, type.kind === 'tuple' ? (type.elements[index] ?? 'dynamic') : type.element, item),
        )
        .join(',')}]`
    }
    if (!isCtyMap(value) || (type.kind !== 'map' && type.kind !== 'object'))
      throw wrongType(this.#path, type, 'something else')
    return `{${Object.keys(value)
      .map((key) => {
        const of = type.kind === 'object' ? type.attributes[key] : type.element
        if (of === undefined) throw new Mismatch(this.#path, `the type has no attribute "${key}"`)
        return `${JSON.stringify(key)}:${this.#at({ key }, of, value[key] as CtyValue)}`
      })
      .join(',')}}`
  }

  #at(step: CtyStep, type: CtyType, value: CtyValue): string {
    this.#path.push(step)
    const text = this.text(type, value)
    this.#path.pop()
    return text
  }
}

function isPlainMap(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !(json instanceof CtyNumber)
}

function own(json: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(json, name) ? json[name] : undefined
}

function textOf(json: unknown): string {
  return typeof json === 'string' ? json : ''
}

function words(json: unknown): string {
  if (json instanceof CtyNumber) return `the number ${json.text}`
  if (Array.isArray(json)) return `a list of ${json.length}`
  return typeof json === 'object' ? 'a map' : `a ${typeof json === 'string' ? 'text' : typeof json}`
}
