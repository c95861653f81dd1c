import type { Expression } from '../expression.ts'

export type ReferenceExpression = Extract<Expression, { kind: 'reference' }>
export type CallExpression = Extract<Expression, { kind: 'call' }>

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
    case 'literal':
    case 'reference':
  }
}

const none: readonly never[] = []
const partsSeen = new WeakMap<Expression, readonly (ReferenceExpression | CallExpression)[]>()

/** The references and calls in an expression, in the order of the text. Looked for once: most of a blueprint is literal. */
export function partsIn(expression: Expression): readonly (ReferenceExpression | CallExpression)[] {
  if (expression.kind === 'literal') return none
  let parts = partsSeen.get(expression)
  if (parts === undefined) {
    const found: (ReferenceExpression | CallExpression)[] = []
    visitExpression(expression, (part) => {
      if (part.kind === 'reference' || part.kind === 'call') found.push(part)
    })
    parts = found.length === 0 ? none : found
    partsSeen.set(expression, parts)
  }
  return parts
}

export function referencesIn(expression: Expression): readonly ReferenceExpression[] {
  return partsIn(expression).filter((part) => part.kind === 'reference')
}

/** The same expression with parts replaced. Parts that stay are the same objects. */
export function rewriteExpression(
  expression: Expression,
  replace: (part: Expression) => Expression | undefined,
): Expression {
  const replaced = replace(expression)
  if (replaced !== undefined) return replaced
  const rewrite = (part: Expression) => rewriteExpression(part, replace)
  switch (expression.kind) {
    case 'list':
      return { ...expression, items: expression.items.map(rewrite) }
    case 'map':
      return { ...expression, entries: expression.entries.map(([key, value]) => [key, rewrite(value)] as const) }
    case 'text':
      return { ...expression, parts: expression.parts.map(rewrite) }
    case 'call':
      return {
        ...expression,
        args: expression.args.map((argument) => ({ ...argument, value: rewrite(argument.value) })),
      }
    case 'literal':
    case 'reference':
      return expression
  }
}
