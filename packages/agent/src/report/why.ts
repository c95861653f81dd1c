import type { Reason } from '../agent-view.ts'
import { findPath, type Graph } from '@slipway/graph'
import { Failure } from '@slipway/model'
import type { Assembly } from '../lookup/assemble.ts'
import type { Plugin } from '../plugin.ts'

/** @param kept the edges that the order keeps */
export function whyOf(assembly: Assembly, kept: Graph, one: Plugin | string, other: Plugin | string): Reason {
  const [a, b] = [indexIn(assembly, one), indexIn(assembly, other)]
  const [earlier, later] = assembly.order.indexOf(a) <= assembly.order.indexOf(b) ? [a, b] : [b, a]
  const name = (index: number): string => assembly.names[index] as string
  const order = [name(earlier), name(later)] as const
  const path = findPath(kept, later, earlier) ?? []
  const chain = path.slice(0, -1).map((plugin, step) => ({
    plugin: name(plugin),
    declaredAt: assembly.declaredAt(plugin, path[step + 1] as number),
  }))
  const before = `${order[0]} is initialised before ${order[1]}`
  const back = findPath(assembly.graph, earlier, later)
  const forth = findPath(assembly.graph, later, earlier)
  if (back !== undefined && forth !== undefined && earlier !== later) {
    const cycle = [...back, ...forth.slice(1)].map(name).join(' -> ')
    const text = `${before} although they depend on each other (${cycle}): of such plugins the one that is reached first comes last`
    return { order, rule: 'cross', chain, text }
  }
  if (chain.length > 0) {
    const declarations = chain.map(({ declaredAt }) => declaredAt).join(', ')
    const text = `${before}, which depends on it: ${path.map(name).join(' -> ')} (${declarations})`
    return { order, rule: 'dependency', chain, text }
  }
  const though = back === undefined ? 'neither depends on the other' : `although it depends on ${order[1]}`
  return { order, rule: 'position', chain, text: `${before} because it was listed or found first; ${though}` }
}

function indexIn(assembly: Assembly, plugin: Plugin | string): number {
  const index = typeof plugin === 'string' ? indexOfName(assembly, plugin) : assembly.indexOf(plugin)
  if (index !== undefined) return index
  const name = typeof plugin === 'string' ? plugin : plugin.name
  throw new Failure('agent/unknown-plugin', `this agent has no plugin ${name}`)
}

function indexOfName({ names }: Assembly, name: string): number | undefined {
  const index = names.indexOf(name)
  return index === -1 ? undefined : index
}
