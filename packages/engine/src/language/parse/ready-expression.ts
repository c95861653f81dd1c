import type { ScalarNode } from '@slipway/source'
import type { Expression } from '../expression.ts'

const ready = new WeakMap<object, Expression>()

/** Gives a node of a tree that was not read from text its expression. The text of the node only says that there is something. */
export function withExpression(node: ScalarNode, expression: Expression): ScalarNode {
  ready.set(node, expression)
  return node
}

export function readyExpression(node: object): Expression | undefined {
  return ready.get(node)
}
