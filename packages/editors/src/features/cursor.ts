import { formOf, readSource, type TreeNode } from '@slipway/source'
import { nodeAt, type Step } from './position.ts'

/** A place where the user is typing, in a text that is rarely readable as it is. */
export interface Cursor {
  /** A `key` of the map at `path`, or the value at `path`. */
  readonly at: 'key' | 'value'
  readonly path: readonly Step[]
  /** The word under the cursor, quotes not counted. */
  readonly start: number
  readonly end: number
  /** The tree of the text with a word in place of the one under the cursor. */
  readonly tree: TreeNode
  /** Keys that the map has already. */
  readonly siblings: ReadonlySet<string>
}

const mark = 'slipwayCursorMark'
const ofWord = /[\w@/.-]/
const wordAfter = /^[\w@/.-]*/

/** Puts a mark where the cursor is, in the ways in which the form allows it, until the text can be read with it. */
export function cursorIn(file: string, text: string, offset: number): Cursor | undefined {
  const start = wordStart(text, offset)
  const end = offset + (wordAfter.exec(text.slice(offset))?.[0].length ?? 0)
  const form = formOf(file, text)
  const isQuoted = text[start - 1] === '"' && form === 'json'
  const head = text.slice(0, isQuoted ? start - 1 : start)
  const tail = text.slice(isQuoted && text[end] === '"' ? end + 1 : end)
  for (const written of marks[form](tail)) {
    const { tree } = readSource(file, head + written + tail)
    const found = tree && findMark(tree)
    if (tree && found) return { ...found, tree, start, end, siblings: siblingsOf(tree, found) }
  }
  return undefined
}

/** Goes backwards from the cursor: a pattern would try every letter of every long word before it. */
function wordStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && ofWord.test(text[start - 1] ?? '')) start--
  return start
}

const marks: Readonly<Record<ReturnType<typeof formOf>, (tail: string) => readonly string[]>> = {
  yaml: (tail) => (/^\s*:/.test(tail) ? [mark] : [mark, `${mark}: ~`, `- ${mark}`]),
  json: (tail) =>
    /^\s*:/.test(tail) ? [`"${mark}"`] : [`"${mark}": null`, `"${mark}": null,`, `"${mark}"`, `"${mark}",`],
  bp: (tail) => (/^\s*[={]/.test(tail) ? [mark] : [`${mark} = none`, mark, `"${mark}"`]),
}

type Found = Pick<Cursor, 'at' | 'path'>

function findMark(tree: TreeNode, path: readonly Step[] = []): Found | undefined {
  if (tree.kind === 'scalar') {
    return tree.text === mark || tree.text === `\${${mark}}` ? { at: 'value', path } : undefined
  }
  const parts: readonly (readonly [Step, TreeNode])[] =
    tree.kind === 'list'
      ? tree.items.map((item, index) => [index, item] as const)
      : tree.entries.map(({ key, value }) => [key, value] as const)
  for (const [step, below] of parts) {
    if (step === mark) return { at: 'key', path }
    const found = findMark(below, [...path, step])
    if (found !== undefined) return found
  }
  return undefined
}

function siblingsOf(tree: TreeNode, { at, path }: Found): ReadonlySet<string> {
  const node = at === 'key' ? nodeAt(tree, path) : undefined
  return new Set(node?.kind === 'map' ? node.entries.map(({ key }) => key).filter((key) => key !== mark) : [])
}
