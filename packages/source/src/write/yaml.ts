import { plainScalar } from '../read/plain-scalar.ts'
import type { MapEntry, ScalarNode, TreeNode } from '../tree.ts'
import type { Comments } from './comments.ts'
import type { KeptLayout } from './kept-layout.ts'

/** Lists and maps in brackets stay there if the line is no longer than this. */
const widest = 120

/**
 * A tree as YAML, with its comments after `#`: block style but for what is empty, text of several lines in blocks.
 *
 * @param kept the layout to keep from the text of the tree, which must be YAML
 */
export function writeYaml(tree: TreeNode, comments: Comments, kept?: KeptLayout): string {
  const lines = new YamlText(comments, kept).whole(tree)
  const rest = remarks(comments.rest(), '')
  const gap = kept !== undefined && rest.length > 0 && lines.length > 0 ? [''] : []
  return `${[...lines, ...gap, ...rest].join('\n')}\n`
}

class YamlText {
  readonly #comments: Comments
  readonly #kept: KeptLayout | undefined

  constructor(comments: Comments, kept?: KeptLayout) {
    this.#comments = comments
    this.#kept = kept
  }

  whole(tree: TreeNode): readonly string[] {
    if (isEmpty(tree)) return [tree.kind === 'list' ? '[]' : '{}']
    const lines = this.#lines(tree, '')
    return tree.kind === 'scalar' && lines[0] === '' ? [] : lines
  }

  #lines(node: TreeNode, indent: string): readonly string[] {
    if (node.kind === 'scalar') return [`${indent}${this.#scalar(node, indent)}`]
    if (node.kind === 'list') return node.items.flatMap((item, index) => this.#item(item, indent, index))
    return node.entries.flatMap((entry, index) => this.#entry(entry, indent, index))
  }

  #entry(entry: MapEntry, indent: string, index: number, isNamed = true): readonly string[] {
    const { keyStart, value } = entry
    const { before, after, deeper } = isNamed ? this.#comments.at(keyStart) : nothing
    const head = `${indent}${this.#key(entry)}:`
    const isUsual = this.#kept === undefined && indent === '' && (value.kind !== 'scalar' || before.length > 0)
    const isGap = isUsual || this.#comments.hasGap(keyStart)
    return [
      ...remarks(before.slice(0, deeper), `${indent}  `),
      ...(isGap && index > 0 ? [''] : []),
      ...remarks(before.slice(deeper), indent),
      ...this.#value(head, value, indent, after),
    ]
  }

  #key({ key, keyStart, keyEnd }: MapEntry): string {
    const spelled = this.#kept?.spelled(keyStart, keyEnd) ?? ''
    // If an entry has moved, another key is in its place.
    return spelled.replace(/^(["'])(.*)\1$/s, '$2') === key ? spelled : keyText(key)
  }

  #value(head: string, value: TreeNode, indent: string, after: readonly string[]): readonly string[] {
    if (value.kind === 'scalar') return [withRemark(`${head} ${this.#scalar(value, indent)}`.trimEnd(), after)]
    if (isEmpty(value)) return [withRemark(`${head} ${value.kind === 'list' ? '[]' : '{}'}`, after)]
    const flat = this.#flat(head, value)
    if (flat !== undefined) return [withRemark(flat, after)]
    return [withRemark(head, after), ...this.#lines(value, `${indent}  `)]
  }

  #item(item: TreeNode, indent: string, index: number): readonly string[] {
    const { before, after, deeper } = this.#comments.at(item.start)
    const head = `${indent}-`
    const above = [
      ...remarks(before.slice(0, deeper), `${indent}  `),
      ...(index > 0 && this.#comments.hasGap(item.start) ? [''] : []),
      ...remarks(before.slice(deeper), indent),
    ]
    // The first key of a map starts where the map does, so that its comments have already been written.
    const isBlock = item.kind === 'map' && !isEmpty(item) && this.#flat(head, item) === undefined
    if (!isBlock) return [...above, ...this.#value(head, item, indent, after)]
    const [first = '', ...others] = item.entries.flatMap((entry, at) =>
      this.#entry(entry, `${indent}  `, at, entry.keyStart !== item.start),
    )
    return [...above, withRemark(`${head} ${first.trimStart()}`, after), ...others]
  }

  /** The text on one line after its key, if the source has it on one line and it fits. */
  #flat(head: string, node: TreeNode): string | undefined {
    const kept = this.#kept
    if (kept === undefined || !kept.isOneLine(node) || this.#comments.areIn(node.start + 1, node.end)) return undefined
    const text = `${head} ${this.#flatText(node, kept)}`
    return text.length > widest ? undefined : text
  }

  #flatText(node: TreeNode, kept: KeptLayout): string {
    if (node.kind === 'scalar') return kept.spelled(node.start, node.end) || 'null'
    if (isEmpty(node)) return node.kind === 'list' ? '[]' : '{}'
    if (node.kind === 'list') return `[${node.items.map((item) => this.#flatText(item, kept)).join(', ')}]`
    const entries = node.entries.map((entry) => `${this.#key(entry)}: ${this.#flatText(entry.value, kept)}`)
    return `{ ${entries.join(', ')} }`
  }

  #scalar(node: ScalarNode, indent: string): string {
    const kept = this.#kept
    if (kept === undefined) return scalarText(node, indent)
    const inner = `${indent}  `
    if (node.style === 'block') {
      const block = kept.block(node)
      if (block === undefined) return scalarText(node, indent)
      return [block.header, ...block.lines.map((line) => (line === '' ? '' : inner + line))].join('\n')
    }
    const [first = '', ...more] = kept.spelled(node.start, node.end).split(/\r?\n/)
    if (more.length === 0) return first
    const lines = more.map((line) => (line.trim() === '' ? '' : inner + line.trim()))
    return [first.trimEnd(), ...lines].join('\n')
  }
}

const nothing = { before: [], after: [], deeper: 0 } as const
function isEmpty(node: TreeNode): boolean {
  return node.kind === 'list' ? node.items.length === 0 : node.kind === 'map' && node.entries.length === 0
}

function remarks(words: readonly string[], indent: string): readonly string[] {
  return words.map((line) => `${indent}# ${line}`.trimEnd())
}

/** Puts remarks beside the first line, which is the head of a block if there is one. */
function withRemark(text: string, after: readonly string[]): string {
  if (after.length === 0) return text
  const lineEnd = text.indexOf('\n')
  const [first, rest] = lineEnd === -1 ? [text, ''] : [text.slice(0, lineEnd), text.slice(lineEnd)]
  return `${first} # ${after.join('; ')}${rest}`
}

function keyText(key: string): string {
  const isPlain = /^[A-Za-z_][\w.-]*$/.test(key) && typeof plainScalar(key).value === 'string'
  return isPlain ? key : quoted(key)
}

function scalarText({ value, text }: ScalarNode, indent: string): string {
  if (typeof value === 'number' || typeof value === 'bigint') return text
  if (typeof value !== 'string') return String(value)
  if (isPlainText(value)) return value
  return blockText(value, indent) ?? quoted(value)
}

/** Whether a text needs no quotes in block style. */
function isPlainText(text: string): boolean {
  if (!/^(?:[A-Za-z_/$(]|2025-11-02$)[ -~]*$/.test(text) || /: |:$| #| $/.test(text)) return false
  return plainScalar(text).value === text
}

/** A literal block; `undefined` where quotes are simpler, or where a block would change the text. */
function blockText(text: string, indent: string): string | undefined {
  if (
    !text.includes('\n') ||
    /^[\s#]|[^\P{C}\n]|[\u2028\u2029\uFEFF]|[ \t]\n|\s[ \t]*\n*$/u.test(text.replace(/\n$/, ''))
  )
    return undefined
  // The line break after a lone `${…}` in a block is not part of the text.
  if (/^\$\{[^\n]*\}\n$/.test(text)) return undefined
  const isClosed = text.endsWith('\n')
  const body = isClosed ? text.slice(0, -1) : text
  const lines = body.split('\n').map((line) => (line === '' ? '' : `${indent}  ${line}`))
  return `|${isClosed ? '' : '-'}\n${lines.join('\n')}`
}

/** A JSON text is also a YAML text, except for some characters that YAML wants escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
