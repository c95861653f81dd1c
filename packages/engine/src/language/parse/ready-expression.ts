import type { ScalarNode } from '@slipway/source'
import type { Expression } from '../expression.ts'

const ready = new WeakMap<object, Expression>()

/** A node of a tree that no text was read into: what it stands for is known. Its text says no more than that there is something. */
export function withExpression(node: ScalarNode, expression: Expression): ScalarNode {
  ready.set(node, expression)
  return node
}

export function readyExpression(node: object): Expression | undefined {
  return ready.get(node)
}
