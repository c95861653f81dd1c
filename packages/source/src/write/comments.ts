import { createScanner } from 'jsonc-parser'
import { languageComments } from '../language/parse.ts'
import type { Form } from '../read/seeming-form.ts'
import type { SourceText, TreeNode } from '../tree.ts'
import { columnOf, firstsOnLines, hasGapAbove, type KeptLayout } from './kept-layout.ts'

interface Stretch {
  readonly start: number
  readonly end: number
}

/** The remarks beside one entry of a map or item of a list: words without their marks. */
interface Remarks {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** The number of the first lines before it that are indented deeper, and so belong to the part before. */
  readonly deeper: number
}

/** The comments of a file, by the parts beside which they are. */
export interface Comments {
  /**
   * The comments at the start of an entry's key, or of an item of a list. They are returned once, because some parts have the same start.
   */
  at(start: number): Remarks
  /** True if there are comments in this stretch, or empty lines between parts. */
  areIn(start: number, end: number): boolean
  /** Whether an empty line stands above a part, and above the comments that belong to it. */
  hasGap(start: number): boolean
  /** The remarks after everything else, and those that were never asked for. Call it last. */
  rest(): readonly string[]
}

const none: Remarks = { before: [], after: [], deeper: 0 }

/**
 * A comment on lines of its own belongs to what comes next, one at the end of a line to what that line begins with last.
 *
 * @param kept if lists and maps on one line stay there, so that nothing inside them has comments
 * @param from leaves out comments that begin before
 */
export function commentsOf(source: SourceText, tree: TreeNode, form: Form, kept?: KeptLayout, from = 0): Comments {
  const starts = anchorsOf(tree, kept)
  const found = new Map<number, { before: string[]; after: string[]; deeper: number }>()
  const last: string[] = []
  for (const comment of stretches(source, tree, form)) {
    if (comment.start < from) continue
    const isAlone = source.text.slice(source.text.lastIndexOf('\n', comment.start - 1) + 1, comment.start).trim() === ''
    const next = firstAfter(starts, comment.start)
    const anchor = isAlone || next === 0 ? starts[next] : starts[next - 1]
    const words = wordsOf(source.text.slice(comment.start, comment.end))
    if (anchor === undefined) {
      last.push(...words)
      continue
    }
    const remarks = found.get(anchor) ?? { before: [], after: [], deeper: 0 }
    found.set(anchor, remarks)
    const isDeeper = isAlone && columnOf(source.text, comment.start) > columnOf(source.text, anchor)
    if (isDeeper && remarks.deeper === remarks.before.length) remarks.deeper += words.length
    if (isAlone || next === 0) remarks.before.push(...words)
    else remarks.after.push(...words)
  }
  const asked = new Set<number>()
  const firsts = firstsOnLines(source.text, starts)
  const gaps = new Set(starts.filter((start) => firsts.has(start) && hasGapAbove(source.text, start, form)))
  const noted = [...found.keys()].sort((a, b) => a - b)
  const apart = [...gaps]
  return {
    at: (start) => {
      if (asked.has(start)) return none
      asked.add(start)
      return found.get(start) ?? none
    },
    areIn: (start, end) => {
      if ((noted[firstAfter(noted, start - 1)] ?? Infinity) < end) return true
      // An empty line above the first part stands above the whole, which begins on the same line.
      const lineEnd = source.text.indexOf('\n', start)
      return lineEnd !== -1 && (apart[firstAfter(apart, lineEnd)] ?? Infinity) < end
    },
    hasGap: (start) => gaps.has(start),
    rest: () => {
      const left = noted
        .filter((start) => !asked.has(start))
        .flatMap((start) => {
          const { before, after } = found.get(start) ?? none
          return before.concat(after)
        })
      return [...left, ...last]
    },
  }
}

/** The starts of entries and items, in the order of the text, except those without a word in the blueprint language. */
function anchorsOf(tree: TreeNode, kept: KeptLayout | undefined): readonly number[] {
  const starts = new Set<number>()
  const visit = (node: TreeNode): void => {
    if (kept?.isOneLine(node) === true) return
    if (node.kind === 'list') {
      for (const item of node.items) {
        starts.add(item.start)
        visit(item)
      }
    }
    for (const { keyStart, keyEnd, value } of node.kind === 'map' ? node.entries : []) {
      if (keyStart !== value.start || keyEnd !== value.end) starts.add(keyStart)
      visit(value)
    }
  }
  visit(tree)
  return [...starts].sort((a, b) => a - b)
}

/** Index of the first number that is greater. */
function firstAfter(sorted: readonly number[], offset: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}

function stretches(source: SourceText, tree: TreeNode, form: Form): readonly Stretch[] {
  if (form === 'bp') return languageComments(source)
  return form === 'json' ? jsonComments(source.text) : yamlComments(source.text, tree)
}

/** Line and block comments, as jsonc-parser numbers its tokens. */
function jsonComments(text: string): readonly Stretch[] {
  const scanner = createScanner(text)
  const found: Stretch[] = []
  for (let kind: number = scanner.scan(); kind !== 17; kind = scanner.scan()) {
    const start = scanner.getTokenOffset()
    if (kind === 12 || kind === 13) found.push({ start, end: start + scanner.getTokenLength() })
  }
  return found
}

/** Between keys and values every `#` after white space begins a comment. */
function yamlComments(text: string, tree: TreeNode): readonly Stretch[] {
  const found: Stretch[] = []
  let at = 0
  for (const { start, end } of [...scalarsOf(tree), { start: text.length, end: text.length }]) {
    for (let hash = text.indexOf('#', at); hash !== -1 && hash < start; hash = text.indexOf('#', at)) {
      at = hash + 1
      if (hash > 0 && !/\s/.test(text[hash - 1] ?? '')) continue
      const lineEnd = text.indexOf('\n', hash)
      at = lineEnd === -1 ? text.length : lineEnd
      found.push({ start: hash, end: at })
    }
    at = Math.max(at, end)
  }
  return found
}

function* scalarsOf(node: TreeNode): Generator<Stretch> {
  if (node.kind === 'scalar') yield node
  else if (node.kind === 'list') for (const item of node.items) yield* scalarsOf(item)
  else
    for (const { keyStart, keyEnd, value } of node.entries) {
      yield { start: keyStart, end: keyEnd }
      yield* scalarsOf(value)
    }
}

function wordsOf(comment: string): readonly string[] {
  if (!comment.startsWith('/*')) return [comment.replace(/^(?:#|\/\/) ?/, '').trimEnd()]
  const lines = comment.slice(2, -2).split('\n')
  return lines.map((line) => line.replace(/^\s*\*? ?/, '').trimEnd()).filter((line) => line !== '')
}
