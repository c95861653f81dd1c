import { Option, type Command } from 'commander'
import type { GraphFormat } from '@slipway/graph'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, usage, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--format <format>', 'how to draw').choices(['text', 'dot', 'mermaid', 'json']))
  addBlueprintOptions(command, ['json', 'instance', 'var', 'varFile']).action(showGraph)
}

interface Resource {
  readonly name: string
  readonly type: string
  readonly dependsOn: readonly string[]
}

async function showGraph(
  file: string | undefined,
  options: BlueprintOptions & { readonly format?: GraphFormat },
): Promise<void> {
  const console = processConsole()
  const { json = false, format = json ? 'json' : 'text' } = options
  if (json && format !== 'json') throw usage(`--json and --format ${format} cannot both be had`)
  const [{ graphOf, renderGraph }, { resourceGraph }, { blueprintRequest }, { sayEvents }, { slipwayOf }] =
    await Promise.all([
      import('@slipway/graph'),
      import('@slipway/operations/look/validate'),
      import('../requests.ts'),
      import('../say-events.ts'),
      import('../slipway-of.ts'),
    ])
  const request = blueprintRequest(file, options, console)
  const { resources, links } = await resourceGraph(slipwayOf(console), request, sayEvents(console))
  const all = ofChild([...resources, ...links], options.instance)
  const graph = graphOf(new Map(all.map(({ name, dependsOn }) => [name, dependsOn])))
  console.out.write(renderGraph(graph, format, { node: (node) => all[node]?.type }))
}

/** Of `app/network` that child alone, under the names that it gives. */
function ofChild(all: readonly Resource[], instance = ''): readonly Resource[] {
  const slash = instance.indexOf('/')
  if (slash === -1) return all
  const prefix = `${instance.slice(slash + 1)}/`
  const own = (name: string): readonly string[] => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])
  return all.flatMap(({ name, type, dependsOn }) =>
    own(name).map((bare) => ({ name: bare, type, dependsOn: dependsOn.flatMap(own) })),
  )
}
