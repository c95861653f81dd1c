import { Unknown } from '@slipway/model'
import { offsetsInScalar, type DiagnosticList, type ScalarNode, type TreeNode } from '@slipway/source'
import type { Expression, Origin } from '../expression.ts'
import { withText } from './exact-number.ts'
import { readyExpression } from './ready-expression.ts'
import { SubstitutionProblem } from './lexer.ts'
import { SubstitutionParser } from './substitution.ts'

/** The expression for a node of the tree. Problems are reported, and the result is then unknown. */
export function expressionOf(node: TreeNode, diagnostics: DiagnosticList): Expression {
  const origin: Origin = { start: node.start, end: node.end }
  switch (node.kind) {
    case 'scalar':
      return scalarExpression(node, origin, diagnostics)
    case 'list':
      return { kind: 'list', items: node.items.map((item) => expressionOf(item, diagnostics)), origin }
    case 'map': {
      const entries: (readonly [string, Expression])[] = []
      const keyStarts: number[] = []
      for (const { key, keyStart, keyEnd, value } of node.entries) {
        if (key.includes('${')) refuseKey(key, keyStart, keyEnd, diagnostics)
        entries.push([key, expressionOf(value, diagnostics)])
        keyStarts.push(keyStart)
      }
      return { kind: 'map', entries, keyStarts, origin }
    }
  }
}

/** A reference without `${…}`, as an export's `field` is written. */
export function referenceOf(node: ScalarNode, diagnostics: DiagnosticList): Expression | undefined {
  const offset = offsetsInScalar(diagnostics.source, node)
  const originOf = (start: number, end: number) => ({ start: offset(start), end: offset(end - 1) + 1 })
  try {
    return new SubstitutionParser(node.text, 0, originOf).wholeReference()
  } catch (thrown) {
    reportProblem(thrown, originOf, diagnostics)
    return undefined
  }
}

function scalarExpression(node: ScalarNode, origin: Origin, diagnostics: DiagnosticList): Expression {
  if (node.isBroken === true) return { kind: 'literal', value: new Unknown('${…}'), origin }
  const made = readyExpression(node)
  if (made !== undefined) return made
  const { value } = node
  if (typeof value === 'string') {
    return node.text.includes('${') ? textExpression(node, origin, diagnostics) : { kind: 'literal', value, origin }
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    return { kind: 'literal', ...withText(value, node.text), origin }
  }
  return { kind: 'literal', value, origin }
}

function textExpression(node: ScalarNode, origin: Origin, diagnostics: DiagnosticList): Expression {
  const { text } = node
  const offset = offsetsInScalar(diagnostics.source, node)
  const originOf = (start: number, end: number) => ({ start: offset(start), end: offset(end - 1) + 1 })
  const parts: Expression[] = []
  const literal = (start: number, end: number) => {
    if (end > start) parts.push({ kind: 'literal', value: text.slice(start, end), origin: originOf(start, end) })
  }
  let done = 0
  for (let open = text.indexOf('${'); open !== -1; open = text.indexOf('${', done)) {
    if (diagnostics.isFull) break
    literal(done, open)
    const parser = new SubstitutionParser(text, open + 2, originOf)
    try {
      parts.push(parser.substitution())
      done = parser.at
    } catch (thrown) {
      reportProblem(thrown, originOf, diagnostics)
      parts.push({ kind: 'literal', value: new Unknown('${…}'), origin: originOf(open, open + 2) })
      done = endOfBroken(text, open)
    }
  }
  const [only] = parts
  if (parts.length === 1 && only !== undefined && isNothing(text.slice(done), node.style)) return only
  literal(done, text.length)
  return { kind: 'text', parts, origin }
}

/** True for an empty text, or for the line break at the end of a block scalar, which does not belong to a lone `${…}` in it. */
function isNothing(rest: string, style: ScalarNode['style']): boolean {
  return rest === '' || (style === 'block' && /^\n+$/.test(rest))
}

function endOfBroken(text: string, open: number): number {
  const close = text.indexOf('}', open)
  return close === -1 ? text.length : close + 1
}

function reportProblem(
  thrown: unknown,
  originOf: (start: number, end: number) => Origin,
  diagnostics: DiagnosticList,
): void {
  if (!(thrown instanceof SubstitutionProblem)) throw thrown
  const { start, end } = originOf(thrown.start, thrown.end)
  diagnostics.error('blueprint/substitution', start, Math.max(end, start + 1), thrown.message, { hint: thrown.hint })
}

function refuseKey(key: string, start: number, end: number, diagnostics: DiagnosticList): void {
  diagnostics.error('blueprint/substitution-not-allowed', start, end, `a key cannot hold \${…}: ${key}`, {
    hint: 'use object(…), or write the key out',
  })
}
