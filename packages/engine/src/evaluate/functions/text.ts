import { nodeSize, sizeOf } from '../../language/bounded.ts'
import { scalarText } from '../../language/scalar-text.ts'
import { FunctionProblem, list, parameters, text } from './core-function.ts'
import type { Value } from '@slipway/model'
import type { PlainFunction } from './core-function.ts'

export const textFunctions: readonly PlainFunction[] = [
  {
    name: 'join',
    summary: 'The items of a list as one text, with the separator between them.',
    parameters: parameters('list: list', 'separator: string'),
    returns: 'string',
    size: ([items, separator]) => sizeOf(list(items)) + list(items).length * text(separator).length,
    call: ([items, separator]) => list(items).map(scalarItem).join(text(separator)),
  },
  {
    name: 'split',
    summary: 'The list of texts that lie between the separators.',
    parameters: parameters('text: string', 'separator: string'),
    returns: 'list',
    size: ([whole, separator]) => {
      const parts = separator === '' ? text(whole).length : occurrences(text(whole), text(separator)) + 1
      return text(whole).length + nodeSize * parts
    },
    call: ([whole, separator]) => (separator === '' ? Array.from(text(whole)) : text(whole).split(text(separator))),
  },
  {
    name: 'replace',
    summary: 'The text with every occurrence of one text replaced by another.',
    parameters: parameters('text: string', 'search: string', 'replacement: string'),
    returns: 'string',
    size: ([whole, search, replacement]) => {
      if (search === '') throw new FunctionProblem('the text to search for is empty')
      return text(whole).length + occurrences(text(whole), text(search)) * text(replacement).length
    },
    call: ([whole, search, replacement]) => text(whole).replaceAll(text(search), () => text(replacement)),
  },
  {
    name: 'trim',
    summary: 'The text without white space at both ends.',
    parameters: parameters('text: string'),
    returns: 'string',
    size: ofText,
    call: ([whole]) => text(whole).trim(),
  },
  {
    name: 'to_upper',
    summary: 'The text in upper case.',
    parameters: parameters('text: string'),
    returns: 'string',
    size: ofText,
    call: ([whole]) => text(whole).toUpperCase(),
  },
  {
    name: 'to_lower',
    summary: 'The text in lower case.',
    parameters: parameters('text: string'),
    returns: 'string',
    size: ofText,
    call: ([whole]) => text(whole).toLowerCase(),
  },
]

function ofText([whole]: readonly Value[]): number {
  return text(whole).length
}

function occurrences(whole: string, search: string): number {
  let count = 0
  for (let at = whole.indexOf(search); at !== -1; at = whole.indexOf(search, at + search.length)) count++
  return count
}

function scalarItem(item: Parameters<typeof scalarText>[0]): string {
  const written = scalarText(item)
  if (written === undefined) throw new FunctionProblem('an item of the list is a list or a map, not text')
  return written
}
