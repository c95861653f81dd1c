import { fieldsOf } from '../fields/fields.ts'
import { typeItems, type Completion, type Item } from './items.ts'
import type { Known } from './known.ts'

const header =
  /^(\s*)(resource|data|variable|value|export)\s+(?:\*|"?[\w-]+"?(?:\s+as\s+[\w-]+)?)\s*:\s*"?([\w@/:.-]*)$/
const topWord = /^[a-z]*$/
const topWords = ['version', 'transform', 'variable', 'value', 'include', 'data', 'resource', 'export', 'metadata']

/** Completes where the beginning of a line in the blueprint language is enough, without the rest of the text. */
export function completeLine(text: string, offset: number, known: Known): Completion | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const line = text.slice(lineStart, offset)
  const after = /^[\w@/:.-]*/.exec(text.slice(offset))?.[0].length ?? 0
  const [, , word, written] = header.exec(line) ?? []
  if (word !== undefined && written !== undefined) {
    return { items: types(word, known), start: offset - written.length, end: offset + after }
  }
  if (!topWord.test(line)) return undefined
  const items = topWords.map((label): Item => ({ label, kind: 'word' }))
  return { items, start: lineStart, end: offset + after }
}

function types(word: string, known: Known): readonly Item[] {
  if (word === 'resource') return typeItems(known.resourceTypes)
  if (word === 'data') return typeItems(known.dataSourceTypes)
  const { words = [] } = fieldsOf(word === 'variable' ? 'variable' : 'value')['type'] ?? {}
  const items = words.map((label): Item => ({ label, kind: 'word' }))
  return word === 'variable' ? [...items, ...typeItems(known.variableTypes)] : items
}
