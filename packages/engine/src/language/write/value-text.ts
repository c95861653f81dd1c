import type { Comments, DiagnosticList, MapEntry, ScalarNode, TreeNode } from '@slipway/source'
import { expressionOf } from '../parse/expression-of.ts'
import { expressionText, keyText, quotedParts } from './expression-text.ts'

export const step = '    '
const widest = 100

/** Writes values and fields in the blueprint language. */
export class ValueText {
  readonly #diagnostics: DiagnosticList
  readonly comments: Comments

  constructor(diagnostics: DiagnosticList, comments: Comments) {
    this.#diagnostics = diagnostics
    this.comments = comments
  }

  /** Adds the comments of an entry above and beside its text. */
  remarked(start: number, indent: string, written: string): readonly string[] {
    const { before, after } = this.comments.at(start)
    const lines = written.split('\n')
    // A comment stands beside the first line, unless a text of several lines begins there.
    const [first = '', ...others] = lines
    const isOpen = first.endsWith('"""')
    const above = isOpen ? [...before, ...after] : before
    const beside = after.length === 0 || isOpen ? '' : ` # ${after.join('; ')}`
    return [...above.map((words) => `${indent}# ${words}`.trimEnd()), `${first}${beside}`, ...others]
  }

  fields(entries: readonly MapEntry[], indent: string): readonly string[] {
    return entries.flatMap((entry, index) => this.apart(entry.keyStart, index, this.field(entry, indent)))
  }

  /** The lines, with an empty line above them if the text has one there. */
  apart(start: number, index: number, lines: readonly string[]): readonly string[] {
    return index > 0 && this.comments.hasGap(start) ? ['', ...lines] : lines
  }

  field({ key, keyStart, value }: MapEntry, indent: string): readonly string[] {
    return this.remarked(keyStart, indent, `${indent}${keyText(key)} = ${this.value(value, indent)}`)
  }

  value(node: TreeNode, indent: string): string {
    if (node.kind === 'scalar') return this.#scalar(node, indent + step)
    if (!this.comments.areIn(node.start, node.end)) {
      const flat = this.#flat(node, indent)
      if (flat.length + indent.length < widest && !flat.includes('\n')) return flat
    }
    const inner = indent + step
    if (node.kind === 'map') return `{\n${this.fields(node.entries, inner).join('\n')}\n${indent}}`
    const items = node.items.flatMap((item, index) =>
      this.apart(item.start, index, this.remarked(item.start, inner, `${inner}${this.value(item, inner)},`)),
    )
    return `[\n${items.join('\n')}\n${indent}]`
  }

  #flat(node: TreeNode, indent: string): string {
    if (node.kind === 'scalar') return this.#scalar(node, indent + step)
    if (node.kind === 'list') return `[${node.items.map((item) => this.#flat(item, indent)).join(', ')}]`
    if (node.entries.length === 0) return '{}'
    return `{ ${node.entries.map(({ key, value }) => `${keyText(key)} = ${this.#flat(value, indent)}`).join(', ')} }`
  }

  #scalar(node: ScalarNode, indent: string): string {
    const { value, text } = node
    if (value === null) return 'none'
    if (typeof value === 'boolean') return String(value)
    if (typeof value !== 'string') return /^-?\d+(?:\.\d+)?$/.test(text) ? text : String(value)
    const expression = expressionOf(node, this.#diagnostics)
    if (expression.kind === 'text') return quotedParts(expression.parts, indent)
    return expressionText(expression, indent)
  }
}
