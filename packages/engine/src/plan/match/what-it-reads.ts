import {
  isList,
  isMap,
  isSecret,
  type ResourceTypeDefinition,
  secret,
  someValue,
  type Value,
  type ValueMap,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Expression, Origin } from '../../language/expression.ts'
import type { CheckedResource } from '../../check/checked.ts'
import { mayExist } from '../../reality/recorded/life-cycle.ts'

const origin: Origin = { start: 0, end: 0 }

/**
 * The minimum lengths of texts that count as a whole text, as a word in a text, and as a part of a text. Shorter texts are too often equal by
 * chance.
 */
const shortest = { whole: 4, word: 4, part: 8 }

/** Values that a resource may have read from others: each text that a provider has computed, with a reference to it. */
export type ReadTexts = ReadonlyMap<string, Expression>

/** Sorts the longest text first, because an address is more specific than an id that is a part of it. */
export function readTexts(texts: readonly (readonly [string, Expression])[]): ReadTexts {
  return new Map(texts.toSorted(([a], [b]) => b.length - a.length))
}

/** The computed texts of a recorded resource, including secret ones. */
export function computedTexts(
  { name, spec }: ResourceRecord,
  { schema: { attributes = {} } }: ResourceTypeDefinition,
): readonly (readonly [string, Expression])[] {
  return Object.entries(spec).flatMap(([field, value]) => {
    const isComputed = Object.hasOwn(attributes, field) && attributes[field]?.computed === true
    const text = isSecret(value) ? value.value : value
    if (!isComputed || typeof text !== 'string' || text.length < shortest.whole) return []
    return [[text, { kind: 'reference', to: 'resource', name, path: ['spec', field], origin }] as const]
  })
}

/** True if a recorded value is, or contains, a text that the provider of another resource has computed. */
export function tellsOf(value: Value, computed: string): boolean {
  return someValue(value, (each) => {
    const text = isSecret(each) ? each.value : each
    return typeof text === 'string' && (text === computed || textBetween(text, computed).length > 1)
  })
}

/**
 * A recorded value as an expression. A value, or part of a text, that came from another resource becomes a reference to that resource. If that
 * resource has been made anew, the expression gives the new value; otherwise it gives the same value as before.
 */
export function readAgain(value: Value, read: ReadTexts): Expression {
  if (read.size === 0) return { kind: 'literal', value, origin }
  if (typeof value === 'string') return textReadAgain(value, read, (text) => text)
  if (isSecret(value) && typeof value.value === 'string') return textReadAgain(value.value, read, secret)
  if (isList(value)) return { kind: 'list', items: value.map((item) => readAgain(item, read)), origin }
  if (!isMap(value)) return { kind: 'literal', value, origin }
  const entries = Object.entries(value).map(([key, item]) => [key, readAgain(item, read)] as const)
  return { kind: 'map', entries, origin }
}

/**
 * A text as an expression with references.
 *
 * @param kept turns the pieces between the references back into a text or a secret
 */
function textReadAgain(text: string, read: ReadTexts, kept: (text: string) => Value): Expression {
  const whole = read.get(text)
  if (whole !== undefined) return whole
  for (const [part, reference] of read) {
    const pieces: Expression[] = []
    const between = textBetween(text, part)
    if (between.length < 2) continue
    for (const [at, piece] of between.entries()) {
      if (at > 0) pieces.push(reference)
      if (piece !== '') pieces.push(textReadAgain(piece, read, kept))
    }
    return { kind: 'text', parts: pieces, origin }
  }
  return { kind: 'literal', value: kept(text), origin }
}

/** The pieces of a text around a part of it; the whole text if it does not have that part. */
function textBetween(text: string, part: string): readonly string[] {
  if (part.length >= shortest.part) return text.split(part)
  if (part.length < shortest.word || !text.includes(part)) return [text]
  const before = /^[\w-]/.test(part) ? '(?<![\\w-])' : ''
  const after = /[\w-]$/.test(part) ? '(?![\\w-])' : ''
  return text.split(new RegExp(`${before}${RegExp.escape(part)}${after}`, 'u'))
}

/** The other records. */
interface Around {
  /** The known ids of the records that have these names. */
  readonly idsOf: (names: readonly string[]) => readonly string[]
  /** The records that the plan or run leaves alone. */
  readonly left: () => Iterable<ResourceRecord>
  readonly definition: (type: string) => ResourceTypeDefinition | undefined
}

/**
 * The ids of the records that a wanted resource reads.
 *
 * @param spec its spec
 */
export function readsNow(resource: CheckedResource, spec: ValueMap, around: Around): readonly string[] {
  const { dependsOn, again } = resource
  const { alsoReads = [] } = again ?? {}
  const ids = [...around.idsOf(dependsOn), ...alsoReads, ...mentionedStill(resource, spec, around)]
  return ids.length < 2 ? ids : [...new Set(ids)]
}

/**
 * Ids of records that are left alone and that a resource still mentions, because changes of a property are ignored. The resource still
 * counts as their reader, so that a destroy of both begins with it. Once such a record is to go, the resource no longer keeps it alive.
 */
function mentionedStill(
  { name, options }: CheckedResource,
  spec: ValueMap,
  { left, definition: definitionOf }: Around,
): readonly string[] {
  if ((options?.ignoreChanges ?? []).length === 0) return []
  return [...left()].flatMap((record) => {
    const definition = definitionOf(record.type)
    if (definition === undefined || record.name === name || !mayExist(record)) return []
    return computedTexts(record, definition).some(([text]) => tellsOf(spec, text)) ? [record.id] : []
  })
}
