import type { Expression, PathStep } from './expression.ts'

const plainName = /^[A-Za-z_][A-Za-z0-9_-]*$/

/** A path as it would be written in a blueprint: `spec.tags[0]["team.owner"]`. */
export function formatPath(root: string, path: readonly PathStep[]): string {
  let text = root
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (!plainName.test(step)) text += `[${JSON.stringify(step)}]`
    else text += text === '' ? step : `.${step}`
  }
  return text
}

/** The name of a value in messages. A variable of a child is a value of the whole, named `variables.network/cidr`. */
export function valueLabel(name: string): string {
  return name.startsWith('variables.') ? name : `values.${name}`
}

/** The expression for the value at a path. If a list or map on the way is not written out, it is the nearest expression above it. */
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
  return expression.kind === 'map' && typeof step === 'string'
    ? expression.entries[entryIndex(expression, step)]?.[1]
    : undefined
}

type MapExpression = Extract<Expression, { kind: 'map' }>

/** The number of entries from which a map gets an index. Fewer entries are looked through one by one, and most maps have fewer. */
const indexFrom = 12
const indexes = new WeakMap<MapExpression, ReadonlyMap<string, number>>()

/** The index of a key's entry; -1 if there is none. */
export function entryIndex(map: MapExpression, key: string): number {
  if (map.entries.length < indexFrom) return map.entries.findIndex(([name]) => name === key)
  let index = indexes.get(map)
  if (index === undefined) {
    index = new Map(map.entries.map(([name], at) => [name, at] as const))
    indexes.set(map, index)
  }
  return index.get(key) ?? -1
}
