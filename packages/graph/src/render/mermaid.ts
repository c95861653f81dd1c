import type { Graph } from '../graph.ts'
import type { GraphCaptions } from './captions.ts'

/** A Mermaid flowchart. An arrow leads from a node to its dependency. */
export function renderMermaid(graph: Graph, captions: GraphCaptions): string {
  const lines = ['flowchart LR']
  for (const [node, name] of graph.nodes.entries()) {
    const caption = captions.node?.(node)
    // Names may hold anything, so the ids are made: n0, n1.
    lines.push(`  n${node}["${escaped(name)}${caption === undefined ? '' : `<br/>${escaped(caption)}`}"]`)
  }
  for (const [node, dependencies] of graph.dependencies.entries()) {
    for (const dependency of dependencies) {
      const caption = captions.edge?.(node, dependency)
      lines.push(`  n${node} -->${caption === undefined ? '' : `|"${escaped(caption)}"|`} n${dependency}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** Mermaid has entities of its own: `#` and a code point or name, then `;`. */
function escaped(text: string): string {
  return text.replace(/[#"<>&\\|`\r\n]/g, (character) => `#${character.charCodeAt(0)};`)
}
