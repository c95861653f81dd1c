import type { Graph } from '../graph.ts'
import type { GraphCaptions } from './captions.ts'
import { renderDot } from './dot.ts'
import { renderJson } from './json.ts'
import { renderMermaid } from './mermaid.ts'
import { renderText } from './text.ts'

export type GraphFormat = 'text' | 'dot' | 'mermaid' | 'json'

export const graphFormats: readonly GraphFormat[] = ['text', 'dot', 'mermaid', 'json']

/**
 * Draws a graph, its nodes in the order in which they run (text) or as registered (the others).
 * Ends with a newline. Linear in nodes and edges.
 */
export function renderGraph(graph: Graph, format: GraphFormat, captions: GraphCaptions = {}): string {
  return renderers[format](graph, captions)
}

const renderers: Record<GraphFormat, (graph: Graph, captions: GraphCaptions) => string> = {
  text: renderText,
  dot: renderDot,
  mermaid: renderMermaid,
  json: renderJson,
}
