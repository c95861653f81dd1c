import type { Expression, Origin } from './expression.ts'
import { type CallExpression, type NamingExpression, partsIn } from './references.ts'

export interface LinkCall {
  readonly a: string
  readonly b: string
  readonly origin: Origin
}

/** The links that an expression reads. The reader of the text has already turned names in quotes into references. */
export function linkCalls(expression: Expression): readonly LinkCall[] {
  return linkCallsAmong(partsIn(expression))
}

export function linkCallsAmong(parts: readonly NamingExpression[]): readonly LinkCall[] {
  return parts.flatMap((part) => (part.kind === 'call' && part.name === 'link' ? endsOf(part) : []))
}

function endsOf({ args, origin }: CallExpression): readonly LinkCall[] {
  const [a, b] = args.map(({ value }) => value)
  if (a?.kind !== 'reference' || b?.kind !== 'reference' || a.to !== 'resource' || b.to !== 'resource') return []
  return [{ a: a.name, b: b.name, origin }]
}
