import { edgesOf, type Graph } from '../graph.ts'
import { sortGraph } from '../sort-graph.ts'
import type { GraphCaptions } from './captions.ts'

/** A line per node in the order in which they run: `web (local/process) <- pages, config`. */
export function renderText(graph: Graph, captions: GraphCaptions): string {
  return sortGraph(graph)
    .order.map((node) => `${nodeText(graph, node, captions)}${needsText(graph, node, captions)}\n`)
    .join('')
}

function nodeText(graph: Graph, node: number, captions: GraphCaptions): string {
  const caption = captions.node?.(node)
  return caption === undefined ? `${graph.nodes[node]}` : `${graph.nodes[node]} (${caption})`
}

function needsText(graph: Graph, node: number, captions: GraphCaptions): string {
  const needed = edgesOf(graph, node).map((dependency) => {
    const caption = captions.edge?.(node, dependency)
    return caption === undefined ? `${graph.nodes[dependency]}` : `${graph.nodes[dependency]} (${caption})`
  })
  return needed.length === 0 ? '' : ` <- ${needed.join(', ')}`
}
