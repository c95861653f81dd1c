import { load } from 'js-yaml'
import { readYaml } from '@slipway/source'

/** A blueprint of many resources, 23 lines each, as a generator would write it. */
export function generatedBlueprint(resources: number): string {
  const lines = [
    'version: 2025-11-02',
    'variables:',
    '  region:',
    '    type: string',
    '    default: eu-west-1',
    'resources:',
  ]
  for (let index = 0; index < resources; index++) lines.push(...resource(index))
  return lines.join('\n')
}

function resource(index: number): string[] {
  const before = index % 10 === 0 ? [] : [`    dependsOn: [page${index - 1}]`]
  return [
    `  page${index}:`,
    '    type: local/file',
    `    description: Page number ${index} of the generated site`,
    '    metadata:',
    `      displayName: "Page ${index}"`,
    '      labels:',
    '        app: site',
    `        shard: s${index % 16}`,
    '      annotations:',
    '        team.owner: web',
    '        team.pager: true',
    ...before,
    '    spec:',
    `      path: out/\${variables.region}/page-${index}.html`,
    '      mode: "0644"',
    '      content: |',
    '        <!doctype html>',
    `        <title>Page ${index} in \${variables.region}</title>`,
    '        <ul>',
    `          <li>\${to_upper("entry ${index}")}</li>`,
    '          <li>another line of text</li>',
    '        </ul>',
    '',
  ]
}

/** Best and first of some runs, in milliseconds. */
export function timed(work: () => unknown, runs = 5): { first: number; best: number } {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return { first: times[0] ?? 0, best: Math.min(...times) }
}

function report(): void {
  for (const count of [1_000, 5_000, 10_000]) {
    const text = generatedBlueprint(count)
    const ours = timed(() => readYaml('bench.yaml', text))
    const peer = timed(() => load(text))
    const row = { resources: count, lines: text.split('\n').length, characters: text.length }
    console.log(JSON.stringify({ ...row, readYaml: ours, 'js-yaml load': peer, ratio: ours.best / peer.best }))
  }
}

if (import.meta.main) report()
