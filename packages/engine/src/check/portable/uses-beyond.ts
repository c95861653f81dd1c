import type { Diagnostic } from '@slipway/model'
import { DiagnosticList, type MapEntry, readSource, type SourceText, type TreeNode } from '@slipway/source'
import type { Expression, Origin } from '../../language/expression.ts'
import { expressionOf } from '../../language/parse/expression-of.ts'
import { visitExpression } from '../../language/references.ts'
import { type BeyondSpecification, beyondSpecification } from './beyond-specification.ts'

const code = 'blueprint/beyond-specification'

/**
 * The uses of constructs that the public specification does not have, each at its place: an error if other engines refuse the text, a warning if
 * they ignore the words.
 */
export function usesBeyondSpecification(file: string, text: string): readonly Diagnostic[] {
  const { source, tree } = readSource(file, text)
  if (tree === undefined) return []
  const uses = new Uses(source)
  uses.below(tree, [])
  return uses.list.sorted()
}

class Uses {
  readonly list: DiagnosticList
  readonly #source: SourceText
  /** A list for mistakes in expressions, which is never shown, because a check reports them itself. */
  readonly #unread: DiagnosticList

  constructor(source: SourceText) {
    this.#source = source
    this.list = new DiagnosticList(source)
    this.#unread = new DiagnosticList(source)
  }

  below(node: TreeNode, path: readonly string[]): void {
    if (node.kind === 'list')
      for (const [index, item] of node.items.entries()) this.below(item, [...path, String(index)])
    else if (node.kind === 'map') for (const entry of node.entries) this.#entry(entry, [...path, entry.key])
    else if (node.text.includes('${')) visitExpression(expressionOf(node, this.#unread), (part) => this.#part(part))
  }

  #entry({ keyStart, keyEnd, value }: MapEntry, path: readonly string[]): void {
    const found = placeRow(path, value)
    if (found !== undefined) this.#report(found, path.join('.'), { start: keyStart, end: keyEnd })
    this.below(value, path)
  }

  #part(part: Expression): void {
    for (const row of beyondSpecification) {
      const used = 'used' in row ? row.used(part, this.#source.text) : undefined
      if (used !== undefined) this.#report(row, used, part.origin)
    }
  }

  #report(row: BeyondSpecification, what: string, { start, end }: Origin): void {
    const isRefused = row.elsewhere === 'refused'
    const consequence = isRefused ? 'other engines refuse it' : 'other engines ignore it'
    const message = `${what} goes beyond the public specification of blueprints: ${consequence}`
    this.list[isRefused ? 'error' : 'warning'](code, start, end, message, { hint: row.instead })
  }
}

function placeRow(path: readonly string[], value: TreeNode): BeyondSpecification | undefined {
  return beyondSpecification.find((row) => 'at' in row && isAt(row.at, path) && row.holds?.(value) !== false)
}

function isAt(pattern: string, path: readonly string[]): boolean {
  const steps = pattern.split('.')
  return steps.length === path.length && steps.every((step, index) => step === '*' || step === path[index])
}
