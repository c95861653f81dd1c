import { plainScalar } from '../plain-scalar.ts'
import type { MapEntry, ScalarNode, TreeNode } from '../tree.ts'
import type { Comments } from './comments.ts'

/** A tree as YAML, with its comments after `#`: block style but for what is empty, text of several lines in blocks. */
export function writeYaml(tree: TreeNode, comments: Comments): string {
  const lines = new YamlText(comments).lines(tree, '')
  return `${[...lines, ...remarks(comments.rest(), '')].join('\n')}\n`
}

class YamlText {
  readonly #comments: Comments

  constructor(comments: Comments) {
    this.#comments = comments
  }

  lines(node: TreeNode, indent: string): readonly string[] {
    if (node.kind === 'scalar') return [`${indent}${scalarText(node, indent)}`]
    if (node.kind === 'list') return node.items.flatMap((item) => this.#item(item, indent))
    return node.entries.flatMap((entry, index) => this.#entry(entry, indent, index))
  }

  #entry({ key, keyStart, value }: MapEntry, indent: string, index: number): readonly string[] {
    const { before, after } = this.#comments.at(keyStart)
    const head = `${indent}${keyText(key)}:`
    const gap = indent === '' && index > 0 && (value.kind !== 'scalar' || before.length > 0) ? [''] : []
    return [...gap, ...remarks(before, indent), ...this.#value(head, value, indent, after)]
  }

  #value(head: string, value: TreeNode, indent: string, after: readonly string[]): readonly string[] {
    if (value.kind === 'scalar') return [withRemark(`${head} ${scalarText(value, indent)}`, after)]
    if (isEmpty(value)) return [withRemark(`${head} ${value.kind === 'list' ? '[]' : '{}'}`, after)]
    return [withRemark(head, after), ...this.lines(value, `${indent}  `)]
  }

  #item(item: TreeNode, indent: string): readonly string[] {
    const { before, after } = this.#comments.at(item.start)
    const head = `${indent}-`
    // The first key of a map starts where the map does: what stands beside it has been said.
    const isMap = item.kind === 'map' && !isEmpty(item)
    if (!isMap) return [...remarks(before, indent), ...this.#value(head, item, indent, after)]
    const [first = '', ...others] = item.entries.flatMap(({ keyStart, ...entry }) =>
      this.#entry({ ...entry, keyStart: keyStart === item.start ? -1 : keyStart }, `${indent}  `, 0),
    )
    return [...remarks(before, indent), withRemark(`${head} ${first.trimStart()}`, after), ...others]
  }
}

function isEmpty(node: TreeNode): boolean {
  return node.kind === 'list' ? node.items.length === 0 : node.kind === 'map' && node.entries.length === 0
}

function remarks(words: readonly string[], indent: string): readonly string[] {
  return words.map((line) => `${indent}# ${line}`.trimEnd())
}

/** Beside the first line, which is the head of a block if there is one. */
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

/** Text that means itself without quotes, in block style. */
function isPlainText(text: string): boolean {
  if (!/^(?:[A-Za-z_/$(]|2025-11-02$)[ -~]*$/.test(text) || /: |:$| #| $/.test(text)) return false
  return plainScalar(text).value === text
}

/** A literal block; `undefined` where quotes are plainer, or where a block would not give this text. */
function blockText(text: string, indent: string): string | undefined {
  if (
    !text.includes('\n') ||
    /^[\s#]|[^\P{C}\n]|[\u2028\u2029\uFEFF]|[ \t]\n|\s[ \t]*\n*$/u.test(text.replace(/\n$/, ''))
  )
    return undefined
  // Of a lone `${…}` in a block the line break is none of the text.
  if (/^\$\{[^\n]*\}\n$/.test(text)) return undefined
  const isClosed = text.endsWith('\n')
  const body = isClosed ? text.slice(0, -1) : text
  const lines = body.split('\n').map((line) => (line === '' ? '' : `${indent}  ${line}`))
  return `|${isClosed ? '' : '-'}\n${lines.join('\n')}`
}

/** A text of JSON is one of YAML, but for characters that YAML wants escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
