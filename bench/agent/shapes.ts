/** A plugin that does nothing, so that only the agent is measured. */
export interface BenchPlugin {
  readonly name: string
  readonly deps: BenchPlugin[]
  init(): void | Promise<void>
  afterInit(): void | Promise<void>
  close(): void | Promise<void>
}

export interface BenchPlugins {
  /** In the worst order of registration: dependents before what they depend on. */
  readonly all: readonly BenchPlugin[]
  /** Plugins on which no other plugin depends: the ones that an agent is given. */
  readonly top: readonly BenchPlugin[]
}

export type Shape = 'chain' | 'wide' | 'layered'

export const shapes: readonly Shape[] = ['chain', 'wide', 'layered']

const layers = 10
const dependenciesPerPlugin = 10

/**
 * Chain: each plugin depends on the next. Wide: the first depends on all others. Layered: ten layers, each plugin depends
 * on ten of the next layer.
 */
export function makePlugins(shape: Shape, size: number): BenchPlugins {
  const all = Array.from({ length: size }, (_, index) => new EmptyPlugin(`plugin-${index}`))
  const isBelow = new Uint8Array(size)
  for (const [index, plugin] of all.entries()) {
    for (const needed of dependenciesOf(shape, size, index)) {
      plugin.deps.push(all[needed] as EmptyPlugin)
      isBelow[needed] = 1
    }
  }
  return { all, top: all.filter((_, index) => isBelow[index] === 0) }
}

function dependenciesOf(shape: Shape, size: number, index: number): number[] {
  if (shape === 'chain') return index + 1 < size ? [index + 1] : []
  if (shape === 'wide') return index === 0 ? Array.from({ length: size - 1 }, (_, other) => other + 1) : []
  const layerSize = Math.ceil(size / layers)
  const nextLayer = (Math.floor(index / layerSize) + 1) * layerSize
  if (nextLayer >= size) return []
  const nextSize = Math.min(layerSize, size - nextLayer)
  return Array.from({ length: dependenciesPerPlugin }, (_, edge) => nextLayer + ((index * 7 + edge * 13) % nextSize))
}

class EmptyPlugin implements BenchPlugin {
  readonly name: string
  readonly deps: BenchPlugin[] = []

  constructor(name: string) {
    this.name = name
  }

  init(): void {}
  afterInit(): void {}
  close(): void {}
}
