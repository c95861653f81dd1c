import { basename, normalize } from 'node:path/posix'
import { FunctionProblem, number, text } from '../argument.ts'
import { parameters } from '../core-function.ts'
import type { PlainFunction } from '../core-function.ts'

/** Functions that change how a string is written. */
export const lineFunctions: readonly PlainFunction[] = [
  {
    name: 'chomp',
    extension: true,
    summary: 'Removes the line breaks at the end of a string.',
    parameters: parameters('text: string'),
    returns: 'string',
    size: ([whole]) => text(whole).length,
    call: ([whole]) => withoutEnd(text(whole)),
  },
  {
    name: 'indent',
    extension: true,
    summary: 'Puts this many spaces before every line of a string but the first.',
    parameters: parameters('spaces: integer', 'text: string'),
    returns: 'string',
    size: ([spaces, whole]) => text(whole).length + mostSpaces(Number(number(spaces))) * text(whole).split('\n').length,
    call: ([spaces, whole]) => text(whole).replaceAll('\n', `\n${' '.repeat(Number(number(spaces)))}`),
  },
  {
    name: 'title',
    extension: true,
    summary: 'Returns the string with the first letter of each word in upper case.',
    parameters: parameters('text: string'),
    returns: 'string',
    size: ([whole]) => 2 * text(whole).length,
    call: ([whole]) => text(whole).replaceAll(/(?<![\p{L}\p{N}_'])\p{L}/gu, (letter) => letter.toUpperCase()),
  },
  {
    name: 'basename',
    extension: true,
    summary: 'Returns the last part of a path.',
    parameters: parameters('path: string'),
    returns: 'string',
    call: ([path]) => basename(text(path)) || (text(path) === '' ? '.' : '/'),
  },
  {
    name: 'dirname',
    extension: true,
    summary: 'Returns a path without its last part.',
    parameters: parameters('path: string'),
    returns: 'string',
    call: ([path]) => folderOf(text(path)),
  },
]

/** The folder of a path. Like OpenTofu, and unlike Node, it is `a/b` for `a/b/`. */
function folderOf(path: string): string {
  const folder = normalize(path.slice(0, path.lastIndexOf('/') + 1))
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder
}

function withoutEnd(whole: string): string {
  let end = whole.length
  while (end > 0 && (whole[end - 1] === '\n' || whole[end - 1] === '\r')) end--
  return whole.slice(0, end)
}

function mostSpaces(spaces: number): number {
  if (spaces < 0 || spaces > 1000) throw new FunctionProblem(`it can add 0 to 1000 spaces, not ${spaces}`)
  return spaces
}
