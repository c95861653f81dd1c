import type { MapEntry, ScalarNode, TreeNode } from '../tree.ts'
import type { Comments } from './comments.ts'
import type { KeptLayout } from './kept-layout.ts'

const widest = 100

/**
 * A tree as JSON, with its comments after `//`.
 *
 * @param kept the layout to keep from the text of the tree, which must be JSON
 */
export function writeJson(tree: TreeNode, comments: Comments, kept?: KeptLayout): string {
  const text = new JsonText(comments, kept).value(tree, '', 0)
  const rest = comments.rest().map((words) => `\n// ${words}`.trimEnd())
  return `${text}${rest.join('')}\n`
}

/** A tree as JSON on one line. */
export function jsonOf(tree: TreeNode): string {
  return flatText(tree)
}

class JsonText {
  readonly #comments: Comments
  readonly #kept: KeptLayout | undefined

  constructor(comments: Comments, kept?: KeptLayout) {
    this.#comments = comments
    this.#kept = kept
  }

  /** Declarations, which lie two deep, are always spread over lines. */
  value(node: TreeNode, indent: string, depth: number): string {
    if (node.kind === 'scalar') return scalarText(node)
    const [open, close] = node.kind === 'list' ? '[]' : '{}'
    const parts = node.kind === 'list' ? node.items : node.entries
    if (parts.length === 0) return `${open}${close}`
    const mayBeFlat = this.#kept?.isOneLine(node) ?? depth > 2
    const flat = mayBeFlat && !this.#comments.areIn(node.start, endOf(node)) ? flatText(node) : undefined
    if (flat !== undefined && flat.length + indent.length < widest) return flat
    const inner = `${indent}  `
    const lines = parts.map((part, index) => {
      const isGap = index > 0 && this.#comments.hasGap('key' in part ? part.keyStart : part.start)
      return `${isGap ? '\n' : ''}${this.#part(part, inner, depth, index === parts.length - 1)}`
    })
    return `${open}\n${lines.join('\n')}\n${indent}${close}`
  }

  #part(part: TreeNode | MapEntry, indent: string, depth: number, isLast: boolean): string {
    const isEntry = 'key' in part
    const { before, after } = this.#comments.at(isEntry ? part.keyStart : part.start)
    const value = this.value(isEntry ? part.value : part, indent, depth + 1)
    const text = isEntry ? `${JSON.stringify(part.key)}: ${value}` : value
    const remarks = before.map((words) => `${indent}// ${words}`.trimEnd())
    const beside = after.length === 0 ? '' : ` // ${after.join('; ')}`
    const lineEnd = text.indexOf('\n')
    const marked = lineEnd === -1 ? text : `${text.slice(0, lineEnd)}${beside}${text.slice(lineEnd)}`
    return [...remarks, `${indent}${marked}${isLast ? '' : ','}${lineEnd === -1 ? beside : ''}`].join('\n')
  }
}

/** The end of a node. Statements of the blueprint language that form one list in the tree come after the first of them. */
function endOf(node: TreeNode): number {
  const last = node.kind === 'list' ? node.items.at(-1) : node.kind === 'map' ? node.entries.at(-1)?.value : undefined
  return Math.max(node.end, last?.end ?? 0)
}

function flatText(node: TreeNode): string {
  if (node.kind === 'scalar') return scalarText(node)
  if (node.kind === 'list') return `[${node.items.map(flatText).join(', ')}]`
  if (node.entries.length === 0) return '{}'
  return `{ ${node.entries.map(({ key, value }) => `${JSON.stringify(key)}: ${flatText(value)}`).join(', ')} }`
}

function scalarText({ value, text }: ScalarNode): string {
  if (typeof value === 'string') return JSON.stringify(value)
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  return isNumber && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text) ? text : String(value)
}
