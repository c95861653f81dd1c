import { components, findCycles, type Graph, graphOf, isInOrder, sortGraph } from '@slipway/graph'
import type { DiagnosticList, SourceText } from '@slipway/source'
import type { Blueprint } from '../../language/declarations.ts'
import type { Budget } from '../../language/budget.ts'
import { valueLabel } from '../../language/path.ts'
import { partsIn } from '../../language/references.ts'
import type { Expression, Origin } from '../../language/expression.ts'
import { dataSourceExpressions, resourceExpressions } from '../every-expression.ts'
import { linkCalls } from '../../language/link-calls.ts'
import { configuringWritten } from './configuring-resource.ts'

/** The memory, in bytes, for one name that another needs, in a set and in the graph. */
const edgeBytes = 128
/** The memory, in bytes, for a name in the list of a resource's dependencies. */
const nameBytes = 32

/** The dependencies among resources, values and data sources. Names are written as in references: `resources.web`. */
export interface Dependencies {
  /** Names of values. Each comes after the values that it needs. Values that form a circle are left out. */
  readonly valueOrder: readonly string[]
  /** Circles, as lists of names. Each name needs the next one. Nothing in a circle can be evaluated. */
  readonly cycles: readonly (readonly string[])[]
  /** The resources that something needs, directly or through values and data sources, in order of first mention. */
  resourcesOf(name: string): readonly string[]
  /** The links that something reads, directly or through values and data sources: `orders::table`. */
  linksOf(name: string): readonly string[]
}

/**
 * Finds the dependencies in a blueprint.
 *
 * @throws EvaluationFailure `blueprint/too-large` when there are more of them than the budget allows.
 */
export function findDependencies(blueprint: Blueprint, budget: Budget): Dependencies {
  const needs = directNeeds(blueprint, budget)
  return {
    ...orderOf(needs, blueprint),
    resourcesOf: (name) => neededNames('resources', name, needs, budget),
    linksOf: (name) => neededNames('links', name, needs, budget),
  }
}

function orderOf(
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  { values }: Blueprint,
): Pick<Dependencies, 'valueOrder' | 'cycles'> {
  if (isInOrder(needs.keys(), (name) => needs.get(name))) return { valueOrder: [...values.keys()], cycles: [] }
  const graph = graphOf(needs)
  const { order: indexes, broken } = sortGraph(graph)
  const nameOf = (index: number) => graph.nodes[index] ?? ''
  const order = indexes.map(nameOf)
  const cyclic = broken.length === 0 ? new Set<string>() : onCycles(graph)
  return {
    valueOrder: order
      .filter((name) => name.startsWith('values.') && !cyclic.has(name))
      .map((name) => name.slice('values.'.length)),
    cycles: broken.length === 0 ? [] : findCycles(graph).map((cycle) => cycle.map(nameOf)),
  }
}

function onCycles(graph: Graph): ReadonlySet<string> {
  const component = components(graph)
  const members = Map.groupBy(graph.nodes.keys(), (node) => component[node])
  const isCyclic = (node: number) =>
    graph.dependencies[node]?.includes(node) === true || (members.get(component[node])?.length ?? 0) > 1
  return new Set(graph.nodes.filter((_, node) => isCyclic(node)))
}

export function reportCycles({ cycles }: Dependencies, blueprint: Blueprint, list: DiagnosticList): void {
  for (const names of cycles) reportCycle(names, blueprint, list)
}

function directNeeds(blueprint: Blueprint, budget: Budget): ReadonlyMap<string, ReadonlySet<string>> {
  const needs = new Map<string, Set<string>>()
  for (const name of blueprint.resources.keys()) needs.set(`resources.${name}`, new Set())
  for (const name of blueprint.dataSources.keys()) needs.set(`datasources.${name}`, new Set())
  for (const name of blueprint.values.keys()) needs.set(`values.${name}`, new Set())
  const add = (name: string, needed: string) => {
    budget.takeSteps()
    const ends = needed.startsWith('links.') && !needs.has(needed) ? endsNamed(needed) : []
    if (ends.length > 0) needs.set(needed, new Set(ends.filter((end) => needs.has(end))))
    const found = needs.get(name)
    if (found === undefined || !needs.has(needed) || found.has(needed)) return
    budget.takeBytes(edgeBytes)
    found.add(needed)
  }
  const addAll = (name: string, expressions: Iterable<Expression>) => {
    for (const expression of expressions) for (const needed of neededBy(expression)) add(name, needed)
  }
  const addConfiguring = (name: string, declared: Parameters<typeof configuringWritten>[0]) => {
    const configuring = configuringWritten(declared)
    if (configuring !== undefined) add(name, `resources.${configuring}`)
  }
  for (const resource of blueprint.resources.values()) {
    const name = `resources.${resource.name}`
    budget.during(name, resource.origin, () => {
      addAll(name, resourceExpressions(resource))
      for (const { value } of resource.dependsOn) add(name, `resources.${value}`)
      addConfiguring(name, resource)
    })
  }
  for (const source of blueprint.dataSources.values()) {
    const name = `datasources.${source.name}`
    budget.during(name, source.origin, () => {
      addAll(name, dataSourceExpressions(source))
      addConfiguring(name, source)
    })
  }
  for (const { name, origin, expression } of blueprint.values.values()) {
    budget.during(valueLabel(name), origin, () => addAll(`values.${name}`, [expression]))
  }
  return needs
}

/** The ends of a link that is read: `links.orders::table` waits for both of them. */
function endsNamed(link: string): readonly string[] {
  return link
    .slice('links.'.length)
    .split('::')
    .map((name) => `resources.${name}`)
}

const prefixes = { resource: 'resources', value: 'values', datasource: 'datasources' } as const

/** Names to which an expression refers, without variables. */
function neededBy(expression: Expression): readonly string[] {
  const parts = partsIn(expression)
  if (parts.length === 0) return noNames
  const names: string[] = []
  for (const part of parts) {
    if (part.kind === 'call' && part.name === 'link')
      for (const { a, b } of linkCalls(part)) names.push(`links.${a}::${b}`)
    if (part.kind !== 'reference') continue
    const { to, name } = part
    if (to === 'resource' || to === 'value' || to === 'datasource') names.push(`${prefixes[to]}.${name}`)
  }
  return names
}

const noNames: readonly string[] = []

const resourcesStart = 'resources.'

/** The names of one kind that a name needs, directly or through values, data sources and links, in order of first mention. */
function neededNames(
  kind: 'resources' | 'links',
  wanted: string,
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  budget: Budget,
): readonly string[] {
  const direct = needs.get(wanted)
  if (direct === undefined || direct.size === 0) return noNames
  // Usually, a name needs only resources, and no further search is necessary.
  if (direct.values().every((name) => name.startsWith(resourcesStart))) {
    if (kind === 'links') return noNames
    budget.takeBytes(nameBytes * direct.size)
    return Array.from(direct, (name) => name.slice(resourcesStart.length))
  }
  const start = `${kind}.`
  const found = new Set<string>()
  const seen = new Set([wanted])
  const open = [needs.get(wanted)?.values() ?? [].values()]
  for (let names = open.at(-1); names !== undefined; names = open.at(-1)) {
    const { value: name, done } = names.next()
    if (done === true) open.pop()
    else {
      if (name.startsWith(start)) {
        budget.takeBytes(nameBytes)
        found.add(name.slice(start.length))
      }
      // The search stops at resources, because their own needs do not count here.
      if (name.startsWith(resourcesStart) || seen.has(name)) continue
      budget.takeSteps()
      seen.add(name)
      open.push(needs.get(name)?.values() ?? [].values())
    }
  }
  return [...found]
}

/** The maximum number of places of a circle that are shown. A longer circle can also be broken at one of these places. */
const mostShown = 12

function reportCycle(names: readonly string[], blueprint: Blueprint, list: DiagnosticList): void {
  const first = names[0] ?? ''
  const shown = names.slice(0, mostShown)
  const left = names.length > mostShown ? [`… ${names.length - mostShown} more`] : []
  const circle = [...shown, ...left, first].map(label).join(' -> ')
  const places = shown.map((name) => `${label(name)} in ${lineOf(originOf(name, blueprint), list.source)}`)
  const { start, end } = originOf(first, blueprint)
  const message =
    names.length === 1 ? `${label(first)} depends on itself` : `these need each other in a circle: ${circle}`
  const hint =
    names.length === 1 ? 'remove the reference to itself' : `break one of the references: ${places.join(', ')}`
  list.error('blueprint/cycle', start, end, message, { hint })
}

function label(node: string): string {
  return node.startsWith('values.') ? valueLabel(node.slice('values.'.length)) : node
}

function lineOf({ start }: Origin, source: SourceText): string {
  const line = `line ${source.position(start).line}`
  const file = source.fileAt(start)
  return file === source.file ? line : `${line} of ${file}`
}

function originOf(name: string, { resources, values, dataSources }: Blueprint): Origin {
  const dot = name.indexOf('.')
  const [kind, bare] = [name.slice(0, dot), name.slice(dot + 1)]
  if (kind === 'links') return resources.get(bare.split('::')[0] ?? '')?.origin ?? { start: 0, end: 0 }
  const declared =
    kind === 'resources' ? resources.get(bare) : kind === 'values' ? values.get(bare) : dataSources.get(bare)
  return declared?.origin ?? { start: 0, end: 0 }
}
