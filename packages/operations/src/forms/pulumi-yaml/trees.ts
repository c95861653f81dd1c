import type { Expression } from '@slipway/engine'
import type { TreeNode } from '@slipway/source'
import { type Access, assetField, type Call, isAssetCall, type MapField, type PulumiExpression } from './expression.ts'
import { entryNode, expressionNode, listNode, literalText, mapNode, scalarNode } from './nodes.ts'
import type { Stretch } from './report.ts'

/** Converts the values that are more than plain structure. */
interface Expressions {
  expression(given: PulumiExpression): Expression
  access(given: Access): Expression
  map(fields: readonly MapField[]): Expression
  noteRead(given: Call): void
}

/** Keeps text that cannot be quoted inside `${…}`, and returns the name of its value. */
type KeepText = (text: string) => string

/** Writes values of the program as values of a blueprint: structure stays structure, and only computed parts are in `${…}`. */
export class Trees {
  readonly #scope: Expressions
  readonly #keepText: KeepText

  constructor(scope: Expressions, keepText: KeepText) {
    this.#scope = scope
    this.#keepText = keepText
  }

  of(given: PulumiExpression): TreeNode {
    switch (given.kind) {
      case 'literal':
        return typeof given.value === 'string'
          ? scalarNode(literalText(given.value), given)
          : scalarNode(given.value, given, given.value === null ? 'null' : given.text)
      case 'text':
        return this.#text(given)
      case 'list':
        return listNode(
          given.items.map((item) => this.of(item)),
          given,
        )
      case 'map':
        return this.#map(given)
      case 'call':
        if (!isAssetCall(given)) return this.ofExpression(this.#scope.expression(given), given)
        this.#scope.noteRead(given)
        return this.#map({ kind: 'map', fields: [assetField(given)], start: given.start, end: given.end })
      default:
        return this.ofExpression(this.#scope.expression(given), given)
    }
  }

  ofExpression(expression: Expression, place: Stretch): TreeNode {
    if (expression.kind === 'literal' && typeof expression.value !== 'object')
      return scalarNode(typeof expression.value === 'string' ? literalText(expression.value) : expression.value, place)
    return expressionNode(this.inside(expression), place)
  }

  /** Returns an expression that can be written between `${` and `}` with its strings. */
  inside(expression: Expression): Expression {
    switch (expression.kind) {
      case 'literal': {
        const { value } = expression
        if (typeof value !== 'string' || !/[\n\r]|\\$/.test(value)) return expression
        return { kind: 'reference', to: 'value', name: this.#keepText(value), path: [], origin: expression.origin }
      }
      case 'list':
        return { ...expression, items: expression.items.map((item) => this.inside(item)) }
      case 'map':
        return { ...expression, entries: expression.entries.map(([key, value]) => [key, this.inside(value)] as const) }
      case 'call':
        return { ...expression, args: expression.args.map((arg) => ({ ...arg, value: this.inside(arg.value) })) }
      default:
        return expression
    }
  }

  #text(given: PulumiExpression & { readonly kind: 'text' }): TreeNode {
    const written = given.parts.map((part) => {
      if (typeof part === 'string') return literalText(part)
      const node = this.ofExpression(this.#scope.access(part), part)
      return node.kind === 'scalar' ? node.text : ''
    })
    return scalarNode(written.join(''), given)
  }

  #map(given: PulumiExpression & { readonly kind: 'map' }): TreeNode {
    // A key cannot contain `${`, not even as plain text.
    const isPlain = given.fields.every(({ key }) => key.kind === 'literal' && !String(key.value).includes('${'))
    if (!isPlain) return this.ofExpression(this.#scope.map(given.fields), given)
    const entries = given.fields.map(({ key, keyStart, keyEnd, value }) =>
      entryNode(key.kind === 'literal' ? String(key.value) : '', this.of(value), { keyStart, keyEnd }),
    )
    return mapNode(entries, given)
  }
}
