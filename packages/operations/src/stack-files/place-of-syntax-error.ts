import { readFileSync } from 'node:fs'
import { widthOf } from '@slipway/source'
import type { CallPlace } from '../inline/call-place.ts'

/** The columns of a tab where Node shows TypeScript. */
const tab = 4

/**
 * Returns the place of a syntax error. Node writes `file:///x.ts:3` on a line of its own before such an error, and below it the source, with `^`
 * under the mistake.
 */
export function placeOfSyntaxError(stack = ''): CallPlace | undefined {
  const [head = '', path = '', row = ''] = /^(?:file:\/\/)?(\/[^\n]+?):(\d+)\n/.exec(stack) ?? []
  if (path === '') return undefined
  const file = head.startsWith('file:') ? decodeURIComponent(path) : path
  const line = Number(row)
  const [shown = ''] = stack.slice(head.length).split(/\nSyntaxError/, 1)
  return { file, line, column: columnOf(shown, sourceLine(file, line), /TYPESCRIPT/.test(stack)) }
}

/** @param shown what Node shows of the source */
function columnOf(shown: string, source: string, isTypeScript: boolean): number {
  const [, before] = /\n([ \t]*)\^+$/m.exec(shown) ?? []
  if (before !== undefined) return (isTypeScript ? lengthOfWidth(before.length, source) : before.length) + 1
  if (!isTypeScript) return 1
  // Node marks a mistake of several lines with `>` before each line. It does not mark a mistake at the end of the file.
  return /^ *> /m.test(shown) ? source.search(/\S|$/) + 1 : source.length + 1
}

/** Returns how many characters at the beginning of a line fill these columns. */
function lengthOfWidth(columns: number, source: string): number {
  let shown = 0
  let length = 0
  for (const character of source) {
    if (shown >= columns) break
    shown += character === '\t' ? tab - (shown % tab) : widthOf(character)
    length += character.length
  }
  return length
}

/** Returns a line, counted from 1; empty if the file is gone. */
function sourceLine(file: string, line: number): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[line - 1] ?? ''
  } catch {
    return ''
  }
}
