import type { Dependency } from '../dependency.ts'
import type { Plugin } from '../plugin.ts'
import type { LookupProblem } from './problem.ts'
import { type Findings, type Frame, placeOf, Scanner } from './scan.ts'

/** A dependency by class or capability, or a soft or optional one: settled when all plugins are known. */
export interface Request {
  readonly from: number
  readonly dependency: Dependency
  /** As one would write it: `app.deps.store`. */
  readonly place: string
}

/** The plugins of one agent under construction, in order of discovery, with who depends on whom. */
export class Registry implements Findings {
  readonly plugins: Plugin[] = []
  readonly names: string[] = []
  /** Per plugin the indexes of those found in it, each once, in declared order. */
  readonly dependencies: number[][] = []
  readonly requests: Request[] = []
  readonly problems: LookupProblem[] = []
  readonly #indexes = new Map<Plugin, number>()
  /** Where each plugin was seen first: the index of the plugin that holds it, or a text for a root. */
  readonly #origins: (number | string)[] = []
  /** Who found each plugin last: a second find by the same one is not a second edge. */
  readonly #lastFoundBy: number[] = []
  readonly #expanded: boolean[] = []
  readonly #requestPlaces = new Map<number, Map<number, string>>()
  readonly #scanner = new Scanner()
  /** The plugin that is being looked through. */
  #owner = -1
  #adding = true

  indexOf(plugin: Plugin): number | undefined {
    return this.#indexes.get(plugin)
  }

  /** True when the plugin's dependencies belong to the agent, not only the plugin. */
  isExpanded(index: number): boolean {
    return this.#expanded[index] === true
  }

  /** Adds a plugin that was given by hand. Returns its index. */
  add(plugin: Plugin, origin: string): number {
    return this.#indexes.get(plugin) ?? this.#register(plugin, origin)
  }

  /** Adds everything that the plugin depends on, directly or through others. */
  expand(root: number): void {
    this.#adding = true
    const reached = [root]
    for (let next = 0; next < reached.length; next++) {
      const index = reached[next] as number
      if (this.#expanded[index] === true) continue
      this.#expanded[index] = true
      this.#scan(index)
      for (const dependency of this.dependencies[index] as number[]) {
        if (this.#expanded[dependency] !== true) reached.push(dependency)
      }
    }
  }

  /** Finds the dependencies among themselves of plugins that were only listed. Adds nothing, refuses nothing. */
  relateListed(): void {
    this.#adding = false
    for (let index = 0; index < this.plugins.length; index++) if (this.#expanded[index] !== true) this.#scan(index)
  }

  plugin(plugin: Plugin, frame: Frame): void {
    const owner = this.#owner
    let index = this.#indexes.get(plugin)
    if (index === owner) {
      const place = placeOf(plugin, frame)
      this.problem({ code: 'agent/self-dependency', message: `${place} is ${plugin.name} itself` })
      return
    }
    if (index === undefined) {
      if (!this.#adding) return
      index = this.#register(plugin, owner)
    }
    if (this.#lastFoundBy[index] === owner) return
    this.#lastFoundBy[index] = owner
    ;(this.dependencies[owner] as number[]).push(index)
  }

  dependency(dependency: Dependency, frame: Frame): void {
    const from = this.#owner
    this.requests.push({ from, dependency, place: placeOf(this.plugins[from] as Plugin, frame) })
  }

  problem(problem: LookupProblem): void {
    if (this.#adding) this.problems.push(problem)
  }

  /** Where a plugin was seen first: `app.deps.store`, or `argument 2 of allPlugins()`. */
  originOf(index: number): string {
    const origin = this.#origins[index] as number | string
    return typeof origin === 'string' ? origin : this.placeIn(origin, index)
  }

  /** Where in `owner` the dependency is declared. */
  placeIn(owner: number, dependency: number): string {
    const places = this.#requestPlaces.get(owner)?.get(dependency)
    if (places !== undefined) return places
    const holder = this.plugins[owner] as Plugin
    const sought = this.plugins[dependency]
    let place = holder.name
    new Scanner().scan(holder, {
      plugin: (plugin, frame) => {
        if (plugin === sought && place === holder.name) place = placeOf(holder, frame)
      },
      dependency: () => {},
      problem: () => {},
    })
    return place
  }

  /** Adds the edge that a request turned out to be. */
  settle(request: Request, dependency: number): void {
    const needed = this.dependencies[request.from] as number[]
    if (dependency === request.from || needed.includes(dependency)) return
    needed.push(dependency)
    const places = this.#requestPlaces.get(request.from) ?? new Map<number, string>()
    this.#requestPlaces.set(request.from, places.set(dependency, request.place))
  }

  #register(plugin: Plugin, origin: number | string): number {
    const index = this.plugins.length
    const { name } = plugin
    this.plugins.push(plugin)
    this.names.push(name)
    this.dependencies.push([])
    this.#origins.push(origin)
    this.#lastFoundBy.push(-1)
    this.#expanded.push(false)
    this.#indexes.set(plugin, index)
    if (name === '') {
      const place = this.originOf(index)
      this.problems.push({ code: 'agent/unnamed-plugin', message: `the plugin at ${place} has an empty name` })
    }
    return index
  }

  #scan(index: number): void {
    this.#owner = index
    this.#scanner.scan(this.plugins[index] as Plugin, this)
  }
}
