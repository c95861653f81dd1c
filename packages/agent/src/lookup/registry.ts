import type { Dependency } from '../dependency.ts'
import type { Plugin } from '../plugin.ts'
import type { LookupProblem } from './problem.ts'
import { type Findings, type Frame, pathTo, Scanner } from './scan.ts'

/** A dependency by class or capability, or a soft or optional one: settled when all plugins are known. */
export interface Request {
  readonly from: Node
  readonly dependency: Dependency
  /** The path as code would write it: `app.deps.store`. */
  readonly declaredAt: string
}

/** The option and position at which a plugin was given by hand. */
export interface Argument {
  readonly kind: 'plugins' | 'allPlugins'
  /** Counts from 0. */
  readonly position: number
}

export function argumentText({ kind, position }: Argument): string {
  return `argument ${position + 1} of ${kind}()`
}

/** A plugin of the agent under construction. */
export interface Node {
  readonly index: number
  readonly plugin: Plugin
  readonly name: string
  /** Indexes of the dependencies found in it, each once, in declared order. */
  dependencies: number[]
  /** Where it was first seen: the plugin that holds it, or the argument. */
  readonly origin: Node | Argument
  /** The plugin that found it last: if the same plugin finds it again, that adds no edge. */
  foundBy: Node | undefined
  /** True when its dependencies belong to the agent, too. */
  expanded: boolean
}

/** Shared by all plugins that depend on nothing. */
const none: number[] = []

/** A list that starts with one item stays as small as it is; pushing to an empty one reserves room for many. */
function addEdge(from: Node, to: number): void {
  if (from.dependencies === none) from.dependencies = [to]
  else from.dependencies.push(to)
}

/** The plugins of one agent under construction, in order of discovery, with their dependencies. */
export class Registry implements Findings {
  readonly nodes: Node[] = []
  readonly requests: Request[] = []
  readonly problems: LookupProblem[] = []
  readonly #byPlugin = new Map<Plugin, Node>()
  readonly #declarations = new Map<Node, Map<number, string>>()
  readonly #scanner = new Scanner()
  /** The plugin that is being looked through. */
  #owner: Node | undefined
  #adding = true

  indexOf(plugin: Plugin): number | undefined {
    return this.#byPlugin.get(plugin)?.index
  }

  /** Adds a plugin that was given by hand. */
  add(plugin: Plugin, origin: Argument): Node {
    return this.#byPlugin.get(plugin) ?? this.#register(plugin, origin)
  }

  /** Adds everything that the plugin depends on, directly or through others. */
  expand(root: Node): void {
    if (root.expanded) return
    const reached = [root]
    root.expanded = true
    for (let next = 0; next < reached.length; next++) {
      const node = reached[next] as Node
      this.#scan(node)
      for (const index of node.dependencies) {
        const dependency = this.nodes[index] as Node
        if (dependency.expanded) continue
        dependency.expanded = true
        reached.push(dependency)
      }
    }
  }

  /** Finds the dependencies among themselves of plugins that were only listed. Adds nothing, refuses nothing. */
  relateListed(): void {
    this.#adding = false
    for (const node of this.nodes) if (!node.expanded) this.#scan(node)
  }

  plugin(plugin: Plugin, frame: Frame): void {
    const owner = this.#owner as Node
    let node = this.#byPlugin.get(plugin)
    if (node === undefined) {
      if (!this.#adding) return
      node = this.#register(plugin, owner)
    }
    if (node.foundBy === owner) return
    node.foundBy = owner
    if (node === owner) {
      this.problem({ code: 'agent/self-dependency', message: `${pathTo(plugin, frame)} is ${owner.name} itself` })
    } else addEdge(owner, node.index)
  }

  dependency(dependency: Dependency, frame: Frame): void {
    const from = this.#owner as Node
    this.requests.push({ from, dependency, declaredAt: pathTo(from.plugin, frame) })
  }

  problem(problem: LookupProblem): void {
    if (this.#adding) this.problems.push(problem)
  }

  /** Adds the edge for a request. False when it was there already. */
  settle({ from, declaredAt }: Request, dependency: number): boolean {
    if (from.dependencies.includes(dependency)) return false
    addEdge(from, dependency)
    const declarations = this.#declarations.get(from) ?? new Map<number, string>()
    this.#declarations.set(from, declarations.set(dependency, declaredAt))
    return true
  }

  /** The path by which a plugin was first seen: `app.deps.store`, or `argument 2 of allPlugins()`. */
  originOf(node: Node): string {
    return 'kind' in node.origin ? argumentText(node.origin) : this.declaredAt(node.origin, node)
  }

  /** The path in `owner` that declares the dependency. */
  declaredAt(owner: Node, dependency: Node): string {
    let declaredAt = this.#declarations.get(owner)?.get(dependency.index)
    new Scanner().scan(owner.plugin, {
      plugin: (plugin, frame) => {
        if (plugin === dependency.plugin) declaredAt ??= pathTo(owner.plugin, frame)
      },
      dependency: () => {},
      problem: () => {},
    })
    return declaredAt ?? owner.name
  }

  #register(plugin: Plugin, origin: Node | Argument): Node {
    const { name } = plugin
    const node: Node = {
      index: this.nodes.length,
      plugin,
      name,
      dependencies: none,
      origin,
      foundBy: undefined,
      expanded: false,
    }
    this.nodes.push(node)
    this.#byPlugin.set(plugin, node)
    if (name === '') {
      const message = `the plugin at ${this.originOf(node)} has an empty name`
      this.problems.push({ code: 'agent/unnamed-plugin', message })
    }
    return node
  }

  #scan(node: Node): void {
    this.#owner = node
    this.#scanner.scan(node.plugin, this)
  }
}
