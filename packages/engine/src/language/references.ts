import type { Expression } from './expression.ts'
import { listBytes, mapBytes, type Budget } from './budget.ts'

export type ReferenceExpression = Extract<Expression, { kind: 'reference' }>
export type CallExpression = Extract<Expression, { kind: 'call' }>
export type FunctionExpression = Extract<Expression, { kind: 'function' }>

/** Visits an expression and everything below it, in the order of the text. Its depth is bounded by the limits of reading. */
export function visitExpression(expression: Expression, visit: (expression: Expression) => void): void {
  visit(expression)
  switch (expression.kind) {
    case 'list':
      for (const item of expression.items) visitExpression(item, visit)
      return
    case 'map':
      for (const [, value] of expression.entries) visitExpression(value, visit)
      return
    case 'text':
      for (const part of expression.parts) visitExpression(part, visit)
      return
    case 'call':
      for (const { value } of expression.args) visitExpression(value, visit)
      return
    case 'lambda':
      visitExpression(expression.body, visit)
      return
    case 'literal':
    case 'function':
    case 'reference':
  }
}

const none: readonly never[] = []

/** An expression that names something declared elsewhere. */
export type NamingExpression = ReferenceExpression | CallExpression | FunctionExpression

const partsSeen = new WeakMap<Expression, readonly NamingExpression[]>()

/** The references, calls and named functions in an expression, in the order of the text. The result is cached; most of a blueprint is literal. */
export function partsIn(expression: Expression): readonly NamingExpression[] {
  if (expression.kind === 'literal') return none
  let parts = partsSeen.get(expression)
  if (parts === undefined) {
    const found: NamingExpression[] = []
    visitExpression(expression, (part) => {
      if (part.kind === 'reference' || part.kind === 'call' || part.kind === 'function') found.push(part)
    })
    parts = found.length === 0 ? none : found
    partsSeen.set(expression, parts)
  }
  return parts
}

export function referencesIn(expression: Expression): readonly ReferenceExpression[] {
  return partsIn(expression).filter((part) => part.kind === 'reference')
}

/** The memory, in bytes, for a reference or a call, with everything that belongs to it. */
const partBytes = 256

/** The expression with references replaced. Parts without references stay the same objects. */
export function rewriteExpression(
  expression: Expression,
  replace: (part: ReferenceExpression) => Expression | undefined,
  budget: Budget,
): Expression {
  if (expression.kind === 'reference') {
    const replaced = replace(expression)
    if (replaced !== undefined) budget.takeBytes(partBytes)
    return replaced ?? expression
  }
  const parts = partsIn(expression)
  if (parts.length === 0) return expression
  budget.takeSteps(parts.length)
  const rewrite = (part: Expression) => rewriteExpression(part, replace, budget)
  switch (expression.kind) {
    case 'literal':
    case 'function':
      return expression
    case 'list':
      budget.takeBytes(listBytes(expression.items.length))
      return { ...expression, items: expression.items.map(rewrite) }
    case 'map':
      budget.takeBytes(mapBytes(expression.entries.length))
      return { ...expression, entries: expression.entries.map(([key, value]) => [key, rewrite(value)] as const) }
    case 'text':
      budget.takeBytes(listBytes(expression.parts.length))
      return { ...expression, parts: expression.parts.map(rewrite) }
    case 'call':
      budget.takeBytes(partBytes + mapBytes(expression.args.length))
      return {
        ...expression,
        args: expression.args.map((argument) => ({ ...argument, value: rewrite(argument.value) })),
      }
    case 'lambda':
      budget.takeBytes(partBytes)
      return { ...expression, body: rewrite(expression.body) }
  }
}
