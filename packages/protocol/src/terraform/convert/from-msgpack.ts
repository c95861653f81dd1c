import type { CtyPath, CtyStep } from '../cty/path.ts'
import { CtyNumber } from '../cty/number.ts'
import { type CtyObject, type CtyTuple, type CtyType, typeFromJson } from '../cty/type.ts'
import {
  type Bound,
  CtyDynamic,
  type CtyMap,
  ctyMap,
  CtyUnknown,
  type CtyValue,
  inSetOrder,
  type MutableCtyMap,
  type Refinements,
  unknown,
} from '../cty/value.ts'
import { deepestValue, Mismatch, mostValues, wrongType } from './mismatch.ts'
import { MsgpackReader, type Token } from './msgpack-reader.ts'

/**
 * Reads a value of a type from unchecked msgpack.
 * @throws Mismatch, an Error, if it is not a value of the type
 */
export function fromMsgpack(type: CtyType, bytes: Uint8Array): CtyValue {
  const decoder = new Decoder(bytes)
  const value = decoder.value(type)
  decoder.end()
  return value
}

/** The extension that carries the known facts about an unknown value. */
const refinedCode = 12

/** The longest type that a value may bring along, in bytes: the names of types are short, even of large objects. */
const longestType = 1024 * 1024

class Decoder {
  readonly #reader: MsgpackReader
  readonly #path: CtyStep[] = []
  #values = 0
  #depth = 0

  constructor(bytes: Uint8Array) {
    this.#reader = new MsgpackReader(bytes)
  }

  end(): void {
    if (!this.#reader.isAtEnd) throw new Mismatch([], 'more bytes follow the value')
  }

  value(type: CtyType): CtyValue {
    if (++this.#values > mostValues) throw new Mismatch(this.#path, `there are more than ${mostValues} values`)
    const token = this.#reader.next(this.#path)
    if (token.kind === 'nil') return null
    if (token.kind === 'extension') return unknownFrom(token.code, token.bytes, this.#path)
    if (typeof type === 'string') return type === 'dynamic' ? this.#dynamic(token) : this.#scalar(type, token)
    if (++this.#depth > deepestValue) throw new Mismatch(this.#path, `values nest more than ${deepestValue} levels`)
    const value = this.#inner(type, token)
    this.#depth--
    return value
  }

  #scalar(type: 'string' | 'number' | 'bool', token: Token): CtyValue {
    if (type === 'bool' && token.kind === 'bool') return token.value
    if (type === 'string' && token.kind === 'text') return token.bytes.toString('utf8').normalize('NFC')
    const number = type === 'number' ? numberFrom(token) : undefined
    if (number === undefined) throw wrongType(this.#path, type, words(token))
    return number
  }

  #inner(type: Exclude<CtyType, string>, token: Token): CtyValue {
    switch (type.kind) {
      case 'list':
      case 'set': {
        if (token.kind !== 'list') throw wrongType(this.#path, type, words(token))
        const items = this.#items(token.size, () => type.element)
        return type.kind === 'set' ? inSetOrder(items) : items
      }
      case 'tuple':
        return this.#tuple(type, token)
      case 'map':
        if (token.kind !== 'map') throw wrongType(this.#path, type, words(token))
        return this.#entries(token.size, (key) => ({ step: { key }, type: type.element }))
      default:
        return this.#object(type, token)
    }
  }

  #tuple(type: CtyTuple, token: Token): CtyValue {
    if (token.kind !== 'list' || token.size !== type.elements.length) throw wrongType(this.#path, type, words(token))
    return this.#items(token.size, (index) => type.elements[index] as CtyType)
  }

  #object(type: CtyObject, token: Token): CtyValue {
    if (token.kind !== 'map') throw wrongType(this.#path, type, words(token))
    const value = this.#entries(token.size, (attribute) => {
      const of = type.attributes[attribute]
      if (of === undefined) throw new Mismatch(this.#path, `the type has no attribute ${shown(attribute)}`)
      return { step: { attribute }, type: of }
    })
    for (const name in type.attributes)
      if (!(name in value)) throw new Mismatch(this.#path, `the attribute ${shown(name)} is missing`)
    return value
  }

  #items(size: number, typeAt: (index: number) => CtyType): CtyValue[] {
    const items: CtyValue[] = []
    for (let index = 0; index < size; index++) items.push(this.#at({ index }, typeAt(index)))
    return items
  }

  #entries(size: number, at: (key: string) => { step: CtyStep; type: CtyType }): CtyMap {
    const map: MutableCtyMap = ctyMap()
    for (let index = 0; index < size; index++) {
      const token = this.#reader.next(this.#path)
      if (token.kind !== 'text') throw new Mismatch(this.#path, `${words(token)} stands where a key is expected`)
      const key = token.bytes.toString('utf8').normalize('NFC')
      if (key in map) throw new Mismatch(this.#path, `the key ${shown(key)} stands twice`)
      const { step, type } = at(key)
      map[key] = this.#at(step, type)
    }
    return map
  }

  #at(step: CtyStep, type: CtyType): CtyValue {
    this.#path.push(step)
    const value = this.value(type)
    this.#path.pop()
    return value
  }

  #dynamic(token: Token): CtyValue {
    if (token.kind !== 'list' || token.size !== 2)
      throw new Mismatch(this.#path, `${words(token)} stands where a type and a value are expected`)
    const said = this.#reader.next(this.#path)
    if (said.kind !== 'text' || said.bytes.length > longestType)
      throw new Mismatch(this.#path, `${words(said)} stands where a type is expected`)
    if (++this.#depth > deepestValue) throw new Mismatch(this.#path, `values nest more than ${deepestValue} levels`)
    const type = typeFrom(said.bytes.toString('utf8'), this.#path)
    const value = this.value(type)
    this.#depth--
    return value === null || value instanceof CtyUnknown || value instanceof CtyDynamic
      ? value
      : new CtyDynamic(type, value)
  }
}

function typeFrom(text: string, path: CtyPath): CtyType {
  try {
    return typeFromJson(JSON.parse(text))
  } catch (error) {
    throw new Mismatch(path, `its type cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function numberFrom(token: Token): CtyNumber | undefined {
  if (token.kind === 'text') return CtyNumber.parse(token.bytes.toString('latin1'))
  if (token.kind !== 'number') return undefined
  return CtyNumber.parse(String(token.value))
}

function unknownFrom(code: number, bytes: Buffer, path: CtyPath): CtyUnknown {
  if (code !== refinedCode) return unknown
  const refinements = refinementsFrom(bytes, path)
  return Object.keys(refinements).length === 0 ? unknown : new CtyUnknown(refinements)
}

type MutableRefinements = { -readonly [Name in keyof Refinements]: Refinements[Name] }

/** Reads refinements. Numbers with more digits and unknown names are skipped. */
function refinementsFrom(bytes: Buffer, path: CtyPath): Refinements {
  const reader = new MsgpackReader(bytes)
  const head = reader.next(path)
  if (head.kind !== 'map') throw new Mismatch(path, `what is known of an unknown value is ${words(head)}`)
  const known: MutableRefinements = {}
  for (let entry = 0; entry < head.size; entry++) {
    const name = reader.next(path)
    refine(known, name.kind === 'number' ? Number(name.value) : 0, reader, path)
  }
  return known
}

function refine(known: MutableRefinements, name: number, reader: MsgpackReader, path: CtyPath): void {
  const token = reader.next(path)
  if (name === 1 && token.kind === 'bool') known.isNull = token.value
  else if (name === 2 && token.kind === 'text') known.prefix = token.bytes.toString('utf8')
  else if ((name === 3 || name === 4) && token.kind === 'list' && token.size === 2) {
    const bound = boundFrom(reader, path)
    if (bound !== undefined) known[name === 3 ? 'lower' : 'upper'] = bound
  } else if (name === 5 && token.kind === 'number') known.fewest = Number(token.value)
  else if (name === 6 && token.kind === 'number') known.most = Number(token.value)
  else passOver(token, reader, path, 0)
}

function boundFrom(reader: MsgpackReader, path: CtyPath): Bound | undefined {
  const token = reader.next(path)
  const number = numberFrom(token)
  if (number === undefined) passOver(token, reader, path, 0)
  const inclusive = reader.next(path)
  return number === undefined || inclusive.kind !== 'bool' ? undefined : { number, inclusive: inclusive.value }
}

function passOver(token: Token, reader: MsgpackReader, path: CtyPath, depth: number): void {
  if (depth > 8) throw new Mismatch(path, 'what is known of an unknown value nests more than 8 levels')
  const inside = token.kind === 'list' ? token.size : token.kind === 'map' ? 2 * token.size : 0
  for (let index = 0; index < inside; index++) passOver(reader.next(path), reader, path, depth + 1)
}

function words(token: Token): string {
  switch (token.kind) {
    case 'nil':
      return 'null'
    case 'extension':
      return 'an unknown value'
    case 'list':
    case 'map':
      return `a ${token.kind} of ${token.size}`
    case 'number':
      return `the number ${token.value}`
    default:
      return `a ${token.kind}`
  }
}

function shown(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)
}
