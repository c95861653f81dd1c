import type { Func, Package, Property, Type } from '../read/model.ts'

/**
 * The form of a type: `input`, whose parts may be outputs of other resources; `plain`, only values, as an argument; `output`, only values, as an
 * answer.
 */
export type Shape = 'input' | 'plain' | 'output'

/** The shapes in which each named type is needed. */
export type Uses = ReadonlyMap<string, ReadonlySet<Shape>>

export function usesOf(pkg: Package): Uses {
  const uses = new Map<string, Set<Shape>>()
  const waiting: (readonly [type: Type, shape: Shape])[] = []
  const add = (properties: readonly Property[] = [], shape: Shape): void => {
    for (const { type, isPlain } of properties) waiting.push([type, shapeWithin(shape, isPlain)])
  }
  const addResult = ({ outputs, returns }: Func): void => {
    add(outputs, 'output')
    if (returns !== undefined) waiting.push([returns, 'output'])
  }
  for (const { kind, inputs, outputs, state, methods } of [pkg.provider, ...pkg.resources]) {
    add(inputs, 'input')
    // The settings of a provider are recorded as texts.
    if (kind !== 'provider') add(outputs, 'output')
    add(state, 'input')
    for (const { func } of methods) {
      add(func.inputs, func.isPlain ? 'plain' : 'input')
      addResult(func)
    }
  }
  for (const func of pkg.functions) {
    add(func.inputs, 'plain')
    if (hasOutputVersion(func)) add(func.inputs, 'input')
    addResult(func)
  }
  add(pkg.config, 'output')
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [type, outer] = next
    const shape = shapeWithin(outer, type.isPlain === true)
    if (type.kind === 'list') waiting.push([type.items, shape])
    else if (type.kind === 'map') waiting.push([type.values, shape])
    else if (type.kind === 'union') waiting.push(...type.of.map((each) => [each, shape] as const))
    else if (type.kind === 'named') {
      const shapes = uses.get(type.token) ?? new Set()
      if (shapes.has(shape)) continue
      uses.set(type.token, shapes.add(shape))
      const named = pkg.types.get(type.token)
      if (named?.kind === 'object') add(named.properties, shape)
      else if (named?.kind === 'same') waiting.push([named.type, shape])
    }
  }
  return uses
}

export function shapeWithin(shape: Shape, isPlain: boolean): Shape {
  return isPlain && shape === 'input' ? 'plain' : shape
}

/** Whether a function can also be called with outputs: any function with a result can. */
export function hasOutputVersion({ outputs, returns }: Func): boolean {
  return outputs !== undefined || returns !== undefined
}
