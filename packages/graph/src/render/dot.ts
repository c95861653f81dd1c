import type { Graph } from '../graph.ts'
import type { GraphCaptions } from './captions.ts'

/** Graphviz. An arrow leads from a node to its dependency. */
export function renderDot(graph: Graph, captions: GraphCaptions): string {
  const lines = ['digraph {', '  rankdir=LR', '  node [shape=box]']
  for (const [node, name] of graph.nodes.entries()) {
    const caption = captions.node?.(node)
    const label = caption === undefined ? '' : ` [label=${quoted(`${name}\n${caption}`)}]`
    lines.push(`  ${quoted(name)}${label}`)
  }
  for (const [node, dependencies] of graph.dependencies.entries()) {
    for (const dependency of dependencies) {
      const caption = captions.edge?.(node, dependency)
      const label = caption === undefined ? '' : ` [label=${quoted(caption)}]`
      lines.push(`  ${quoted(graph.nodes[node])} -> ${quoted(graph.nodes[dependency])}${label}`)
    }
  }
  return `${lines.join('\n')}\n}\n`
}

function quoted(text: string | undefined): string {
  return `"${String(text).replace(/[\\"]/g, '\\$&').replace(/\r?\n/g, '\\n')}"`
}
