import { components, type Graph, sortGraph } from '@slipway/graph'
import { Failure } from '@slipway/model'
import { targetText } from '../dependency.ts'
import { isPlugin, type Plugin } from '../plugin.ts'
import { lookupFailure } from './problem.ts'
import { Candidates } from './candidates.ts'
import { type Argument, argumentText, type Node, Registry, type Request } from './registry.ts'
import { Hard, Soft } from '../plugin.ts'

/** The plugins that one option names. */
export interface Source {
  readonly kind: Argument['kind']
  readonly given: readonly unknown[]
}

/** The plugins of an agent, found and put in order. Indexes everywhere are those of `plugins`. */
export interface Assembly {
  readonly plugins: readonly Plugin[]
  readonly names: readonly string[]
  /** Indexes in the order of init. */
  readonly order: readonly number[]
  /** Dependencies between plugins, cross dependencies included. */
  readonly graph: Graph
  readonly candidates: Candidates
  indexOf(plugin: Plugin): number | undefined
  /** The path by which `dependent` declares the dependency: `app.deps.store`. */
  declaredAt(dependent: number, dependency: number): string
}

/**
 * Finds and orders the plugins of an agent. Plugins listed by `plugins` keep their order and add nothing; plugins given to `allPlugins`
 * bring their dependencies. A plugin that is given or found more than once is taken once, where it comes first.
 *
 * @throws Failure that names everything that is wrong, each with its path
 */
export function assemble(sources: readonly Source[]): Assembly {
  const registry = new Registry()
  const given = sources.map((source) => register(source, registry))
  registry.relateListed()
  const { nodes } = registry
  const names = nodes.map(({ name }) => name)
  const plugins = nodes.map(({ plugin }) => plugin)
  const candidates = new Candidates(plugins, (plugin) => registry.indexOf(plugin))
  refuseDuplicates(names, registry)
  const yielding = settleRequests(registry, candidates)
  const failure = lookupFailure(registry.problems)
  if (failure !== undefined) throw failure
  if (yielding.length > 0) giveWay({ nodes: names, dependencies: dependenciesOf(registry) }, yielding)
  const graph = { nodes: names, dependencies: dependenciesOf(registry) }
  return {
    plugins,
    names,
    order: orderOf(sources, given, graph),
    graph,
    candidates,
    indexOf: (plugin) => registry.indexOf(plugin),
    declaredAt: (dependent, dependency) => registry.declaredAt(nodes[dependent] as Node, nodes[dependency] as Node),
  }
}

function dependenciesOf({ nodes }: Registry): Graph['dependencies'] {
  return nodes.map(({ dependencies }) => dependencies)
}

function register({ kind, given }: Source, registry: Registry): readonly number[] {
  const indexes: number[] = []
  for (const [position, plugin] of given.entries()) {
    if (isPlugin(plugin)) {
      const node = registry.add(plugin, { kind, position })
      indexes.push(node.index)
      if (kind === 'allPlugins') registry.expand(node)
    } else {
      const message = `${argumentText({ kind, position })} is ${shortcoming(plugin)}`
      registry.problems.push({ code: 'agent/not-a-plugin', message })
    }
  }
  return indexes
}

function shortcoming(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${value === null ? 'null' : typeof value}, not a plugin`
  const missing = ['init', 'close'].filter((hook) => typeof (value as Record<string, unknown>)[hook] !== 'function')
  if (typeof (value as { name?: unknown }).name !== 'string') missing.unshift('name')
  return `not a plugin: it has no ${missing.join(', no ')}`
}

function refuseDuplicates(names: readonly string[], registry: Registry): void {
  if (new Set(names).size === names.length) return
  const byName = new Map<string, Node>()
  for (const node of registry.nodes) {
    const first = byName.get(node.name)
    if (first === undefined) byName.set(node.name, node)
    else if (node.name !== '') {
      registry.problems.push({
        code: 'agent/duplicate-name',
        message: `two plugins have the name ${node.name}: ${registry.originOf(first)} and ${registry.originOf(node)}`,
        hint: 'rename one of them, or use the same instance in both places',
      })
    }
  }
}

/** Turns requests into edges. Returns those that give way when they close a cycle. */
function settleRequests(registry: Registry, candidates: Candidates): Yielding[] {
  const yielding: Yielding[] = []
  for (const request of registry.requests) {
    const { from, declaredAt, dependency } = request
    const found =
      dependency instanceof Soft
        ? candidates.all(dependency.target, from.index)
        : oneOrNone(registry, candidates, request)
    for (const index of found) {
      const isNew = registry.settle(request, index)
      if (isNew && !(dependency instanceof Hard)) yielding.push({ from, to: index })
    }
    if (found.length === 0 && dependency instanceof Hard && from.expanded) {
      registry.problems.push({
        code: 'agent/missing-dependency',
        message: `${declaredAt} asks for ${targetText(dependency.target)}, which no plugin of the agent has`,
        hint: 'add a plugin that has it, or make the dependency optional',
      })
    }
  }
  return yielding
}

/** An edge that is only a wish. */
interface Yielding {
  readonly from: Node
  readonly to: number
}

function oneOrNone(
  registry: Registry,
  candidates: Candidates,
  { from, declaredAt, dependency }: Request,
): readonly number[] {
  try {
    const index = candidates.one(dependency.target, from.index, declaredAt)
    return index === undefined ? [] : [index]
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (from.expanded) registry.problems.push(error)
    // The problem is already reported; the empty result must not be reported as well.
    return from.expanded ? [from.index] : []
  }
}

/** Removes the soft and optional edges on a cycle. */
function giveWay(graph: Graph, yielding: readonly Yielding[]): void {
  const component = components(graph)
  for (const { from, to } of yielding) {
    if (component[from.index] !== component[to]) continue
    from.dependencies = from.dependencies.filter((dependency) => dependency !== to)
  }
}

function orderOf(sources: readonly Source[], given: readonly (readonly number[])[], graph: Graph): readonly number[] {
  const placed = new Uint8Array(graph.nodes.length)
  const order: number[] = []
  const add = (index: number): void => {
    if (placed[index] === 1) return
    placed[index] = 1
    order.push(index)
  }
  let roots: number[] = []
  const placeRoots = (): void => {
    for (const index of sortGraph(graph, roots).order) add(index)
    roots = []
  }
  for (const [position, { kind }] of sources.entries()) {
    if (kind === 'plugins' && roots.length > 0) placeRoots()
    for (const index of given[position] ?? []) {
      if (kind === 'plugins') add(index)
      else roots.push(index)
    }
  }
  if (roots.length > 0) placeRoots()
  return order
}
