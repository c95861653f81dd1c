import type { Expression, PathStep } from '../expression.ts'

const plainName = /^[A-Za-z_][A-Za-z0-9_-]*$/

/** `spec.tags[0]["team.owner"]`, as it would be written in a blueprint. */
export function formatPath(root: string, path: readonly PathStep[]): string {
  let text = root
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (!plainName.test(step)) text += `[${JSON.stringify(step)}]`
    else text += text === '' ? step : `.${step}`
  }
  return text
}

/** The expression that gives the value at a path, as far as lists and maps are written out; else the nearest above it. */
export function expressionAt(expression: Expression, path: readonly PathStep[]): Expression {
  let found = expression
  for (const step of path) {
    const next = childAt(found, step)
    if (next === undefined) return found
    found = next
  }
  return found
}

function childAt(expression: Expression, step: PathStep): Expression | undefined {
  if (expression.kind === 'list' && typeof step === 'number') return expression.items[step]
  if (expression.kind !== 'map') return undefined
  return expression.entries.find(([key]) => key === step)?.[1]
}
