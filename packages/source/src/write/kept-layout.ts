import type { Form } from '../read/seeming-form.ts'
import type { ScalarNode, SourceText, TreeNode } from '../tree.ts'

/** The user's own layout of a text that formatting keeps. */
export interface KeptLayout {
  /** Whether a list or map stands in brackets on one line. */
  isOneLine(node: TreeNode): boolean
  /** The text with its own spelling. */
  spelled(start: number, end: number): string
  /** The spelling of a block scalar: its header, and its lines without their indentation. `undefined` if only its value can be written. */
  block(node: ScalarNode): { readonly header: string; readonly lines: readonly string[] } | undefined
}

export function keptLayout({ text }: SourceText): KeptLayout {
  return {
    isOneLine: ({ start, end }) => /[[{]/.test(text[start] ?? '') && !text.slice(start, end).includes('\n'),
    spelled: (start, end) => text.slice(start, end),
    block: ({ start, end }) => blockOf(text, start, end),
  }
}

/** The beginnings of lines that are comments, by form. */
const commentLines = { yaml: /^\s*#/, bp: /^\s*#/, json: /^\s*(?:\/\/|\/?\*)/ } as const

/** Whether an empty line stands above what starts here, and above the comments that belong to it. */
export function hasGapAbove(text: string, start: number, form: Form): boolean {
  const own = columnOf(text, start)
  for (let at = lineStart(text, start); at > 0;) {
    const above = lineStart(text, at - 1)
    const line = text.slice(above, at - 1)
    // Directly below an opening bracket, an empty line does not count.
    if (line.trim() === '') return !/[{[]\s*$/.test(text.slice(Math.max(0, above - 200), above))
    if (!commentLines[form].test(line) || line.search(/\S/) > own + 1) return false
    at = above
  }
  return false
}

/** The first of these places on each line. They must be sorted. */
export function firstsOnLines(text: string, starts: readonly number[]): ReadonlySet<number> {
  return new Set(starts.filter((start, index) => index === 0 || text.slice(starts[index - 1], start).includes('\n')))
}

/** The column of an offset, from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset)
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

function blockOf(text: string, start: number, end: number): ReturnType<KeptLayout['block']> {
  const first = lineStart(text, start)
  let bodyStart = first
  let above = lineStart(text, bodyStart - 1)
  while (above > 0 && text.slice(above, bodyStart).trim() === '') {
    bodyStart = above
    above = lineStart(text, above - 1)
  }
  const header = /([|>]-?)[ \t]*(?:#.*)?\r?\n$/.exec(text.slice(above, bodyStart))?.[1]
  const indent = text.slice(first, start)
  if (header === undefined || indent.trim() !== '' || indent === '') return undefined
  const lines = text.slice(bodyStart, end).trimEnd().split(/\r?\n/)
  if (!lines.every((line) => line.startsWith(indent) || line.trim() === '')) return undefined
  return { header, lines: lines.map((line) => line.slice(indent.length)) }
}
