import type { Graph } from '@slipway/graph'
import type { Assembly } from './assemble.ts'

/** The dependencies that the order honours: without those that close a cycle or that a given order turns round. */
export function keptGraph({ order, graph }: Pick<Assembly, 'order' | 'graph'>): Graph {
  const positions = new Uint32Array(graph.nodes.length)
  for (const [position, index] of order.entries()) positions[index] = position
  const isKept = (dependent: number, dependency: number): boolean =>
    (positions[dependency] as number) < (positions[dependent] as number)
  return {
    nodes: graph.nodes,
    dependencies: graph.dependencies.map((needed, dependent) =>
      needed.filter((dependency) => isKept(dependent, dependency)),
    ),
  }
}
