import { components, type Graph, sortGraph } from '@slipway/graph'
import { Failure } from '@slipway/model'
import { Hard, Soft, targetText } from '../dependency.ts'
import { isPlugin, type Plugin } from '../plugin.ts'
import { lookupFailure } from './problem.ts'
import { Providers } from './providers.ts'
import { Registry } from './registry.ts'

/** What one option said about plugins. */
export interface Source {
  readonly kind: 'plugins' | 'allPlugins'
  readonly given: readonly unknown[]
}

/** The plugins of an agent, found and put in order. Indexes everywhere are those of `plugins`. */
export interface Assembly {
  readonly plugins: readonly Plugin[]
  readonly names: readonly string[]
  /** Indexes in the order of init. */
  readonly order: readonly number[]
  /** Who depends on whom, cross dependencies included. */
  readonly graph: Graph
  readonly providers: Providers
  indexOf(plugin: Plugin): number | undefined
  indexOfName(name: string): number | undefined
  /** Where `dependent` declares the dependency: `app.deps.store`. */
  placeIn(dependent: number, dependency: number): string
}

/**
 * Finds and orders the plugins of an agent. What was listed by `plugins` keeps its order and adds nothing; what was given
 * to `allPlugins` brings what it depends on. A plugin that is given or found more than once is taken once, where it comes
 * first.
 *
 * @throws Failure that names the place of everything that is wrong
 */
export function assemble(sources: readonly Source[]): Assembly {
  const registry = new Registry()
  const given = sources.map((source) => register(source, registry))
  registry.relateListed()
  const providers = new Providers(registry.plugins, (plugin) => registry.indexOf(plugin))
  const byName = indexNames(registry)
  const yielding = settleRequests(registry, providers)
  const failure = lookupFailure(registry.problems)
  if (failure !== undefined) throw failure
  const graph = { nodes: registry.names, dependencies: registry.dependencies }
  if (yielding.length > 0) giveWay(graph, registry.dependencies, yielding)
  return {
    plugins: registry.plugins,
    names: registry.names,
    order: order(sources, given, graph),
    graph,
    providers,
    indexOf: (plugin) => registry.indexOf(plugin),
    indexOfName: (name) => byName.get(name),
    placeIn: (dependent, dependency) => registry.placeIn(dependent, dependency),
  }
}

function register({ kind, given }: Source, registry: Registry): readonly number[] {
  const indexes: number[] = []
  for (const [position, plugin] of given.entries()) {
    const place = `argument ${position + 1} of ${kind}()`
    if (isPlugin(plugin)) {
      const index = registry.add(plugin, place)
      indexes.push(index)
      if (kind === 'allPlugins') registry.expand(index)
    } else registry.problems.push({ code: 'agent/not-a-plugin', message: `${place} is ${shortcoming(plugin)}` })
  }
  return indexes
}

function shortcoming(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${value === null ? 'null' : typeof value}, not a plugin`
  const missing = ['init', 'close'].filter((hook) => typeof (value as Record<string, unknown>)[hook] !== 'function')
  if (typeof (value as { name?: unknown }).name !== 'string') missing.unshift('name')
  return `not a plugin: it has no ${missing.join(', no ')}`
}

function indexNames(registry: Registry): Map<string, number> {
  const byName = new Map<string, number>()
  for (const [index, name] of registry.names.entries()) {
    const first = byName.get(name)
    if (first === undefined) byName.set(name, index)
    else if (name !== '') {
      registry.problems.push({
        code: 'agent/duplicate-name',
        message: `two plugins have the name ${name}: ${registry.originOf(first)} and ${registry.originOf(index)}`,
        hint: 'give one of them a name of its own, or use the same instance in both places',
      })
    }
  }
  return byName
}

/** Turns requests into edges. Returns those that give way when they close a cycle, as `[dependent, dependency]`. */
function settleRequests(registry: Registry, providers: Providers): [number, number][] {
  const yielding: [number, number][] = []
  for (const request of registry.requests) {
    const { from, place, dependency } = request
    const found =
      dependency instanceof Soft ? providers.all(dependency.target, from) : oneOrNone(registry, providers, request)
    for (const index of found) {
      const known = registry.dependencies[from]?.includes(index) === true
      registry.settle(request, index)
      if (!known && !(dependency instanceof Hard)) yielding.push([from, index])
    }
    if (found.length === 0 && dependency instanceof Hard && registry.isExpanded(from)) {
      registry.problems.push({
        code: 'agent/missing-dependency',
        message: `${place} asks for ${targetText(dependency.target)}, which no plugin of the agent has`,
        hint: 'add a plugin that has it, or make the dependency optional',
      })
    }
  }
  return yielding
}

function oneOrNone(
  registry: Registry,
  providers: Providers,
  { from, place, dependency }: Registry['requests'][number],
): number[] {
  try {
    const index = providers.one(dependency.target, from, place)
    return index === undefined ? [] : [index]
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (registry.isExpanded(from)) {
      const hint = error.hint === undefined ? {} : { hint: error.hint }
      registry.problems.push({ code: error.code, message: error.message, ...hint })
    }
    return []
  }
}

/** Removes the soft and optional edges that lie on a cycle. */
function giveWay(graph: Graph, dependencies: number[][], yielding: readonly (readonly [number, number])[]): void {
  const component = components(graph)
  for (const [from, to] of yielding) {
    if (component[from] !== component[to]) continue
    dependencies[from] = (dependencies[from] as number[]).filter((dependency) => dependency !== to)
  }
}

function order(sources: readonly Source[], given: readonly (readonly number[])[], graph: Graph): readonly number[] {
  const placed = new Set<number>()
  let roots: number[] = []
  const placeRoots = (): void => {
    for (const index of sortGraph(graph, roots).order) placed.add(index)
    roots = []
  }
  for (const [position, { kind }] of sources.entries()) {
    if (kind === 'plugins') placeRoots()
    for (const index of given[position] ?? []) {
      if (kind === 'plugins') placed.add(index)
      else roots.push(index)
    }
  }
  placeRoots()
  return [...placed]
}
