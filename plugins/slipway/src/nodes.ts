import { NodePods } from '@slipway/operations/node/pods/settle-pod'

/** The world around this process. */
type World = ConstructorParameters<typeof NodePods>[0]

interface Where {
  readonly root?: string | undefined
  readonly store?: string | undefined
}

/** The nodes of resources, by store and root: resources with the same store and root share a preparer. */
export class Nodes {
  readonly #world: World
  readonly #known = new Map<string, NodePods>()

  constructor(world: World) {
    this.#world = world
  }

  of({ root, store }: Where): NodePods {
    const name = JSON.stringify([root, store])
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const made = new NodePods(this.#world, { root, store }, (message) => process.stderr.write(`${message}\n`))
    this.#known.set(name, made)
    return made
  }
}
