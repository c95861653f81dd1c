import type { ConditionDeclaration, Demands } from '../declarations.ts'
import { Budget } from '../budget.ts'
import type { Expression } from '../expression.ts'
import { rewriteExpression } from '../references.ts'
import { expressionOf } from './expression-of.ts'
import { isEmpty, Section, wrongShape } from './section.ts'

/** A list of `{ condition, message }`. */
export function readConditions(parent: Section, key: string): readonly ConditionDeclaration[] {
  const node = parent.get(key)?.value
  if (node === undefined || isEmpty(node)) return []
  const { diagnostics } = parent
  if (node.kind !== 'list') {
    wrongShape(node, `${parent.path}.${key}`, 'a list of { condition, message }', diagnostics)
    return []
  }
  return node.items.flatMap((item, index) => {
    const path = `${parent.path}.${key}[${index}]`
    const section = Section.of(item, path, ['condition', 'message'], diagnostics)
    const [condition, message] = [section?.need('condition'), section?.need('message')]
    if (condition === undefined || message === undefined) return []
    return [{ path, condition: expressionOf(condition, diagnostics), message: expressionOf(message, diagnostics) }]
  })
}

/** The keys below `metadata.custom.slipway` of a resource whose values are only evaluated in the run. */
export const demandNames = ['preconditions', 'postconditions', 'replaceTriggeredBy'] as const

/** Reads the conditions of a resource; `undefined` if it has none. */
export function readDemands(section: Section): Demands | undefined {
  if (demandNames.every((name) => section.get(name) === undefined)) return undefined
  return {
    preconditions: readConditions(section, 'preconditions'),
    postconditions: readConditions(section, 'postconditions').map(({ path, condition, message }) => ({
      path,
      condition: withSelf(condition),
      message: withSelf(message),
    })),
    triggers: readTriggers(section),
  }
}

function readTriggers(section: Section): readonly Expression[] {
  const node = section.get('replaceTriggeredBy')?.value
  if (node === undefined || isEmpty(node)) return []
  const items = node.kind === 'list' ? node.items : [node]
  return items.map((item) => expressionOf(item, section.diagnostics))
}

/** An expression in which `self` is the resource to which the condition belongs. Elsewhere, a bare name is a resource. */
function withSelf(expression: Expression): Expression {
  return rewriteExpression(
    expression,
    (part) => (part.to === 'resource' && part.name === 'self' ? { ...part, to: 'self' } : undefined),
    new Budget(),
  )
}
