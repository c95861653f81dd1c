import { Option, type Command } from 'commander'
import type { GraphFormat } from '@slipway/graph'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, usage, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--format <format>', 'how to draw').choices(['text', 'dot', 'mermaid', 'json']))
  addBlueprintOptions(command, ['json', 'var', 'varFile']).action(showGraph)
}

async function showGraph(
  file: string | undefined,
  options: BlueprintOptions & { readonly format?: GraphFormat },
): Promise<void> {
  const console = processConsole()
  const { json = false, format = json ? 'json' : 'text' } = options
  if (json && format !== 'json') throw usage(`--json and --format ${format} cannot both be had`)
  const [{ graphOf, renderGraph }, { check }, { blueprintRequest }, { sayEvents }, { slipwayOf }] = await Promise.all([
    import('@slipway/graph'),
    import('@slipway/operations/look/validate'),
    import('../requests.ts'),
    import('../say-events.ts'),
    import('../slipway-of.ts'),
  ])
  const request = blueprintRequest(file, options, console)
  const { resources, links = [] } = await check(slipwayOf(console), request, sayEvents(console))
  const all = [
    ...Array.from(resources.values(), ({ name, type, dependsOn, links: read = [] }) => ({
      name,
      type,
      needs: [...dependsOn, ...read],
    })),
    ...links.map(({ name, type, a, b }) => ({ name, type, needs: [a, b] })),
  ]
  const graph = graphOf(new Map(all.map(({ name, needs }) => [name, needs])))
  console.out.write(renderGraph(graph, format, { node: (node) => all[node]?.type }))
}
