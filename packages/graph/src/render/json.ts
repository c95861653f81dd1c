import type { Graph } from '../graph.ts'
import type { GraphCaptions } from './captions.ts'

/** `{"nodes": [{"name", "caption"?}], "edges": [{"from", "to", "caption"?}]}`, where `from` depends on `to`. */
export function renderJson(graph: Graph, captions: GraphCaptions): string {
  const nodes = graph.nodes.map((name, node) => ({ name, caption: captions.node?.(node) }))
  const edges = graph.dependencies.flatMap((dependencies, node) =>
    dependencies.map((dependency) => ({
      from: graph.nodes[node],
      to: graph.nodes[dependency],
      caption: captions.edge?.(node, dependency),
    })),
  )
  return `${JSON.stringify({ nodes, edges }, null, 2)}\n`
}
