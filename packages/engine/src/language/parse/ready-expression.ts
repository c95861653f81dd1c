import type { ScalarNode } from '@slipway/source'
import type { Expression } from '../expression.ts'

const ready = new WeakMap<object, Expression>()

/** Gives an expression to a node of a tree that was not read from text. The text of the node only shows that there is something. */
export function withExpression(node: ScalarNode, expression: Expression): ScalarNode {
  ready.set(node, expression)
  return node
}

export function readyExpression(node: object): Expression | undefined {
  return ready.get(node)
}
