import type { Blueprint } from '@slipway/engine'
import { formOf, type Form } from '@slipway/source'
import type { Children } from './children.ts'
import { cursorIn, type Cursor } from './cursor.ts'
import {
  completeExpression,
  expressionPrefix,
  referencePrefix,
  type ExpressionPrefix,
} from './expression-completion.ts'
import type { Completion, Item } from './items.ts'
import { keyItems } from './key-items.ts'
import { completeLine } from './line-completion.ts'
import type { Known } from './known.ts'
import { isLiteral, isReference, valueItems } from './value-items.ts'

export interface CompletionWorld {
  readonly known: Known
  /** The last readable version of the blueprint, for the names in it. */
  readonly lastRead: Blueprint | undefined
  readonly children: Children
}

/** Completes a blueprint at an offset; the text need not be readable yet. */
export function complete(file: string, text: string, offset: number, world: CompletionWorld): Completion | undefined {
  const form = formOf(file, text)
  const line = form === 'bp' ? completeLine(text, offset, world.known) : undefined
  if (line !== undefined) return line
  const prefix = expressionPrefix(form, text, offset)
  if (prefix !== undefined) return expressionOrWord(prefix, file, text, offset, world)
  const cursor = cursorIn(file, text, offset)
  if (cursor === undefined) return undefined
  if (cursor.at === 'value' && isReference(cursor.path)) return bareReference(text, offset, world)
  const items = cursor.at === 'key' ? keyItems(cursor, cursor.path, world) : valueItems(cursor, world)
  return wordsAt(cursor, form, text, items)
}

function bareReference(text: string, offset: number, world: CompletionWorld): Completion {
  const { items, start, end } = completeExpression(referencePrefix(text, offset), world)
  return { items: items.filter(({ kind }) => kind !== 'function'), start, end }
}

/** In the blueprint language, a value and an expression begin alike. */
function expressionOrWord(
  prefix: ExpressionPrefix,
  file: string,
  text: string,
  offset: number,
  world: CompletionWorld,
): Completion {
  const cursor = prefix.isBare && prefix.path.length === 0 ? cursorIn(file, text, offset) : undefined
  const words = cursor?.at === 'value' ? wordsAt(cursor, 'bp', text, valueItems(cursor, world)) : undefined
  if (cursor !== undefined && words !== undefined && isLiteral(cursor.path)) return words
  const { items, start, end } = completeExpression(prefix, world)
  // Suggestions for a whole value come first, and nothing comes twice.
  const seen = new Set(words?.items.map(({ label }) => label))
  return { items: [...(words?.items ?? []), ...items.filter(({ label }) => !seen.has(label))], start, end }
}

/** The items that are not there already, in quotes where the form needs them. */
function wordsAt(cursor: Cursor, form: Form, text: string, items: readonly Item[]): Completion {
  const { start, end, at, siblings } = cursor
  const isQuoted = text[start - 1] === '"'
  const inQuotes = (item: Item): Item => {
    const { label, kind, isPlain } = item
    const isName = form === 'bp' && (at === 'key' || kind !== 'word')
    return isQuoted || isPlain === true || form === 'yaml' || isName ? item : { ...item, insert: JSON.stringify(label) }
  }
  return { items: items.filter(({ label }) => !siblings.has(label)).map(inQuotes), start, end }
}
