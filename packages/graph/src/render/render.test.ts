import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { graphOf } from '../graph.ts'
import type { GraphCaptions } from './captions.ts'
import { graphFormats, renderGraph } from './render.ts'

const site = graphOf(
  new Map([
    ['web', ['pages', 'config']],
    ['pages', []],
    ['config', ['pass "word"']],
    ['pass "word"', []],
  ]),
)
const captions: GraphCaptions = {
  node: (node) => (node === 0 ? 'local/process' : undefined),
  edge: (_, dependency) => (dependency === 3 ? 'content' : undefined),
}

describe('pictures of a graph', () => {
  test('text: in running order, each with what it needs', () => {
    assert.equal(
      renderGraph(site, 'text', captions),
      'pages\npass "word"\nconfig <- pass "word" (content)\nweb (local/process) <- pages, config\n',
    )
  })

  test('dot: names are quoted', () => {
    const dot = renderGraph(site, 'dot', captions)
    assert.match(dot, /^digraph \{\n/)
    assert.ok(dot.includes('  "web" [label="web\\nlocal/process"]\n'))
    assert.ok(dot.includes('  "config" -> "pass \\"word\\"" [label="content"]\n'))
  })

  test('mermaid: names are escaped', () => {
    const mermaid = renderGraph(site, 'mermaid', captions)
    assert.match(mermaid, /^flowchart LR\n/)
    assert.ok(mermaid.includes('  n0["web<br/>local/process"]\n'))
    assert.ok(mermaid.includes('  n3["pass #34;word#34;"]\n'))
    assert.ok(mermaid.includes('  n2 -->|"content"| n3\n'))
  })

  test('json: nodes and edges by name', () => {
    assert.deepEqual(JSON.parse(renderGraph(site, 'json', captions)), {
      nodes: [
        { name: 'web', caption: 'local/process' },
        { name: 'pages' },
        { name: 'config' },
        { name: 'pass "word"' },
      ],
      edges: [
        { from: 'web', to: 'pages' },
        { from: 'web', to: 'config' },
        { from: 'config', to: 'pass "word"', caption: 'content' },
      ],
    })
  })

  test('a chain of 100,000 is drawn in every format', () => {
    const names = Array.from({ length: 100_000 }, (_, node) => `n${node}`)
    const chain = graphOf(new Map(names.map((name, node) => [name, names.slice(node + 1, node + 2)])))
    for (const format of graphFormats) assert.ok(renderGraph(chain, format).includes('n99999'))
  })
})
