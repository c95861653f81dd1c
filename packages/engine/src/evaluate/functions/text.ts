import { charactersIn, scalarText } from '../../language/scalar-text.ts'
import { nodeSize, sizeOf } from '../../language/bounded.ts'
import { FunctionProblem, isNone, list, text } from './argument.ts'
import type { Argument } from './argument.ts'
import { parameters } from './core-function.ts'
import type { PlainFunction } from './core-function.ts'

export const textFunctions: readonly PlainFunction[] = [
  {
    name: 'join',
    summary: 'The items of a list as one text, with the separator between them; those that are none are left out.',
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
    name: 'trimprefix',
    summary: 'The text without what it begins with; as it is when it begins with something else.',
    parameters: parameters('text: string', 'prefix: string'),
    returns: 'string',
    size: ofText,
    call: ([whole, prefix]) =>
      text(whole).startsWith(text(prefix)) ? text(whole).slice(text(prefix).length) : text(whole),
  },
  {
    name: 'trimsuffix',
    summary: 'The text without what it ends with; as it is when it ends with something else.',
    parameters: parameters('text: string', 'suffix: string'),
    returns: 'string',
    size: ofText,
    call: ([whole, suffix]) =>
      text(whole).endsWith(text(suffix)) ? text(whole).slice(0, text(whole).length - text(suffix).length) : text(whole),
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
  {
    name: 'substr',
    summary:
      'The characters of a text from one index up to another, or to its end. The character at `end` is not in it.',
    parameters: parameters('text: string', 'start: integer', 'end?: integer'),
    returns: 'string',
    size: ofText,
    call: ([whole, start, end]) => substring(text(whole), start, end),
  },
  {
    name: 'index',
    summary: 'Where a text first occurs in another, in characters from 0; -1 when it does not.',
    parameters: parameters('text: string', 'search: string'),
    returns: 'integer',
    call: ([whole, search]) => characterAt(text(whole), text(whole).indexOf(text(search))),
  },
  {
    name: 'last_index',
    summary: 'Where a text last occurs in another, in characters from 0; -1 when it does not.',
    parameters: parameters('text: string', 'search: string'),
    returns: 'integer',
    call: ([whole, search]) => characterAt(text(whole), text(whole).lastIndexOf(text(search))),
  },
  {
    name: 'has_prefix',
    summary: 'Whether a text begins with another.',
    parameters: parameters('text: string', 'prefix: string'),
    returns: 'boolean',
    call: ([whole, prefix]) => text(whole).startsWith(text(prefix)),
  },
  {
    name: 'has_suffix',
    summary: 'Whether a text ends with another.',
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

/** From code units to characters. */
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
