import { charactersIn, scalarText } from '../../language/scalar-text.ts'
import { nodeSize, sizeOf } from '../../language/bounded.ts'
import { FunctionProblem, isNone, list, text } from './argument.ts'
import type { Argument } from './argument.ts'
import { parameters } from './core-function.ts'
import type { PlainFunction } from './core-function.ts'

export const textFunctions: readonly PlainFunction[] = [
  {
    name: 'join',
    summary:
      'Joins the items of a list into one string, with the separator between them. Items that are none are left out.',
    parameters: parameters('list: list', 'separator: string'),
    returns: 'string',
    size: ([items, separator]) => sizeOf(list(items)) + list(items).length * text(separator).length,
    call: ([items, separator]) =>
      list(items)
        .filter((item) => !isNone(item))
        .map(scalarItem)
        .join(text(separator)),
  },
  {
    name: 'split',
    summary: 'Splits a string at each separator and returns the list of the parts.',
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
    summary: 'Replaces every occurrence of one string by another.',
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
    summary: 'Removes white space from both ends of a string.',
    parameters: parameters('text: string'),
    returns: 'string',
    size: ofText,
    call: ([whole]) => text(whole).trim(),
  },
  {
    name: 'trimprefix',
    summary: 'Removes a prefix from a string. Without this prefix the string stays unchanged.',
    parameters: parameters('text: string', 'prefix: string'),
    returns: 'string',
    size: ofText,
    call: ([whole, prefix]) =>
      text(whole).startsWith(text(prefix)) ? text(whole).slice(text(prefix).length) : text(whole),
  },
  {
    name: 'trimsuffix',
    summary: 'Removes a suffix from a string. Without this suffix the string stays unchanged.',
    parameters: parameters('text: string', 'suffix: string'),
    returns: 'string',
    size: ofText,
    call: ([whole, suffix]) =>
      text(whole).endsWith(text(suffix)) ? text(whole).slice(0, text(whole).length - text(suffix).length) : text(whole),
  },
  {
    name: 'to_upper',
    summary: 'Returns the string in upper case.',
    parameters: parameters('text: string'),
    returns: 'string',
    size: ofText,
    call: ([whole]) => text(whole).toUpperCase(),
  },
  {
    name: 'to_lower',
    summary: 'Returns the string in lower case.',
    parameters: parameters('text: string'),
    returns: 'string',
    size: ofText,
    call: ([whole]) => text(whole).toLowerCase(),
  },
  {
    name: 'substr',
    summary:
      'Returns the part of a string from the index `start` up to, but not including, the index `end`. Without `end`, returns the rest of the string.',
    parameters: parameters('text: string', 'start: integer', 'end?: integer'),
    returns: 'string',
    size: ofText,
    call: ([whole, start, end]) => substring(text(whole), start, end),
  },
  {
    name: 'index',
    summary: 'Returns the index at which a string first occurs in another, or -1 if it does not occur.',
    parameters: parameters('text: string', 'search: string'),
    returns: 'integer',
    call: ([whole, search]) => characterAt(text(whole), text(whole).indexOf(text(search))),
  },
  {
    name: 'last_index',
    summary: 'Returns the index at which a string last occurs in another, or -1 if it does not occur.',
    parameters: parameters('text: string', 'search: string'),
    returns: 'integer',
    call: ([whole, search]) => characterAt(text(whole), text(whole).lastIndexOf(text(search))),
  },
  {
    name: 'has_prefix',
    summary: 'Returns whether a string begins with a prefix.',
    parameters: parameters('text: string', 'prefix: string'),
    returns: 'boolean',
    call: ([whole, prefix]) => text(whole).startsWith(text(prefix)),
  },
  {
    name: 'has_suffix',
    summary: 'Returns whether a string ends with a suffix.',
    parameters: parameters('text: string', 'suffix: string'),
    returns: 'boolean',
    call: ([whole, suffix]) => text(whole).endsWith(text(suffix)),
  },
]

function ofText([whole]: readonly Argument[]): number {
  return text(whole).length
}

function occurrences(whole: string, search: string): number {
  let count = 0
  for (let at = whole.indexOf(search); at !== -1; at = whole.indexOf(search, at + search.length)) count++
  return count
}

/** The index in characters for an index in code units. */
function characterAt(whole: string, at: number): number {
  return at === -1 ? -1 : charactersIn(whole.slice(0, at))
}

function substring(whole: string, start: Argument | undefined, end: Argument | undefined): string {
  const length = charactersIn(whole)
  const from = Number(start)
  const to = end === undefined ? length : Number(end)
  if (from < 0 || to < 0) throw new FunctionProblem('an index is negative: characters are counted from 0')
  if (to > length || from > length)
    throw new FunctionProblem(
      `the index ${Math.max(from, to)} is past the end of the text, which has ${length} characters`,
    )
  if (from > to) throw new FunctionProblem(`the start ${from} is greater than the end ${to}`)
  return length === whole.length ? whole.slice(from, to) : Array.from(whole).slice(from, to).join('')
}

function scalarItem(item: Parameters<typeof scalarText>[0]): string {
  const written = scalarText(item)
  if (written === undefined) throw new FunctionProblem('an item of the list is a list or a map, not text')
  return written
}
