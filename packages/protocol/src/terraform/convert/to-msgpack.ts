import type { CtyStep } from '../cty/path.ts'
import { CtyNumber } from '../cty/number.ts'
import { type CtyType, typeToJson } from '../cty/type.ts'
import {
  type Bound,
  CtyDynamic,
  type CtyMap,
  CtyUnknown,
  type CtyValue,
  isCtyList,
  isCtyMap,
  type Refinements,
} from '../cty/value.ts'
import { Mismatch, wrongType } from './mismatch.ts'
import { MsgpackWriter } from './msgpack-writer.ts'

/**
 * Writes a value of a type as msgpack.
 * @throws Mismatch, an Error, if it is not a value of the type
 */
export function toMsgpack(type: CtyType, value: CtyValue): Uint8Array {
  const encoder = new Encoder()
  encoder.value(type, value)
  return encoder.writer.bytes()
}

const plainUnknown = Uint8Array.of(0)

class Encoder {
  readonly writer = new MsgpackWriter()
  readonly #path: CtyStep[] = []

  value(type: CtyType, value: CtyValue): void {
    if (value === null) this.writer.nil()
    else if (value instanceof CtyUnknown) this.#unknown(value)
    else if (type === 'dynamic') this.#dynamic(value)
    else if (typeof type === 'string') this.#scalar(type, value)
    else if (type.kind === 'map' || type.kind === 'object') this.#map(type, value)
    else this.#list(type, value)
  }

  #scalar(type: 'string' | 'number' | 'bool', value: CtyValue): void {
    if (type === 'string' && typeof value === 'string') this.writer.text(value.normalize('NFC'))
    else if (type === 'bool' && typeof value === 'boolean') this.writer.bool(value)
    else if (type === 'number' && value instanceof CtyNumber) this.writer.number(value)
    else throw wrongType(this.#path, type, words(value))
  }

  #list(type: Exclude<CtyType, string | { kind: 'map' | 'object' }>, value: CtyValue): void {
    if (!isCtyList(value)) throw wrongType(this.#path, type, words(value))
    if (type.kind === 'tuple' && type.elements.length !== value.length) throw wrongType(this.#path, type, words(value))
    this.writer.list(value.length)
    for (const [index, item] of value.entries())
      this.#at({ index }, type.kind === 'tuple' ? (type.elements[index] as CtyType) : type.element, item)
  }

  #map(type: Extract<CtyType, { kind: 'list' | 'set' | 'map' } | { kind: 'object' }>, value: CtyValue): void {
    if (!isCtyMap(value)) throw wrongType(this.#path, type, words(value))
    if (type.kind === 'object') {
      this.#object(type.attributes, value)
      return
    }
    const keys = Object.keys(value)
    this.writer.map(keys.length)
    for (const key of keys) {
      this.writer.text(key.normalize('NFC'))
      this.#at({ key }, type.element, value[key] as CtyValue)
    }
  }

  #object(attributes: Readonly<Record<string, CtyType>>, value: CtyMap): void {
    for (const name in value)
      if (!(name in attributes)) throw new Mismatch(this.#path, `the type has no attribute "${name}"`)
    const names = Object.keys(attributes)
    this.writer.map(names.length)
    for (const attribute of names) {
      this.writer.text(attribute)
      this.#at({ attribute }, attributes[attribute] as CtyType, value[attribute] ?? null)
    }
  }

  #at(step: CtyStep, type: CtyType, value: CtyValue): void {
    this.#path.push(step)
    this.value(type, value)
    this.#path.pop()
  }

  #dynamic(value: CtyValue): void {
    if (!(value instanceof CtyDynamic)) throw wrongType(this.#path, 'dynamic', `${words(value)} without its type`)
    this.writer.list(2)
    this.writer.binary(Buffer.from(JSON.stringify(typeToJson(value.type))))
    this.value(value.type, value.value)
  }

  #unknown({ refinements }: CtyUnknown): void {
    if (refinements === undefined) this.writer.extension(0, plainUnknown)
    else this.writer.extension(12, refinementBytes(refinements))
  }
}

function refinementBytes({ isNull, prefix, lower, upper, fewest, most }: Refinements): Uint8Array {
  const writer = new MsgpackWriter()
  writer.map([isNull, prefix, lower, upper, fewest, most].filter((each) => each !== undefined).length)
  if (isNull !== undefined) {
    writer.integer(1)
    writer.bool(isNull)
  }
  if (prefix !== undefined) {
    writer.integer(2)
    writer.text(prefix)
  }
  if (lower !== undefined) writeBound(writer, 3, lower)
  if (upper !== undefined) writeBound(writer, 4, upper)
  if (fewest !== undefined) {
    writer.integer(5)
    writer.integer(fewest)
  }
  if (most !== undefined) {
    writer.integer(6)
    writer.integer(most)
  }
  return writer.bytes()
}

function writeBound(writer: MsgpackWriter, name: number, { number, inclusive }: Bound): void {
  writer.integer(name)
  writer.list(2)
  writer.number(number)
  writer.bool(inclusive)
}

function words(value: CtyValue): string {
  if (value instanceof CtyNumber) return 'a number'
  if (value instanceof CtyDynamic) return 'a value with its own type'
  if (isCtyList(value)) return `a list of ${value.length}`
  return typeof value === 'object' ? 'a map' : `a ${typeof value === 'string' ? 'text' : typeof value}`
}
