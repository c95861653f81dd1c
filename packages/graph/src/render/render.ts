import type { Graph } from '../graph.ts'
import { renderDot } from './dot.ts'
import { renderJson } from './json.ts'
import { renderMermaid } from './mermaid.ts'
import { renderText } from './text.ts'

export type GraphFormat = 'text' | 'dot' | 'mermaid' | 'json'

export const graphFormats: readonly GraphFormat[] = ['text', 'dot', 'mermaid', 'json']

/** What a picture may say beyond names and edges. */
export interface GraphCaptions {
  /** What stands beside a node's name: a type, a state. */
  readonly node?: (node: number) => string | undefined
  /** What stands on an edge. */
  readonly edge?: (dependent: number, dependency: number) => string | undefined
}

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
