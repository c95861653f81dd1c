import { Option, type Command } from 'commander'
import type { GraphFormat } from '@slipway/graph'
import { processConsole, type Console } from '../console/console.ts'
import { addBlueprintOptions, usage, type BlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--format <format>', 'how to draw').choices(['text', 'dot', 'mermaid', 'json']))
  command
    .addOption(new Option('--open', 'show it in a browser'))
    .addOption(new Option('--html <file>', 'write it as a page'))
  addBlueprintOptions(command, ['json', 'trust', 'instance', 'var', 'varFile']).action(showGraph)
}

interface Resource {
  readonly name: string
  readonly type: string
  readonly dependsOn: readonly string[]
}

interface GraphOptions extends BlueprintOptions {
  readonly format?: GraphFormat
  readonly open?: boolean
  readonly html?: string
}

async function showGraph(file: string | undefined, options: GraphOptions): Promise<void> {
  const console = processConsole()
  const { json = false, format = json ? 'json' : 'text' } = options
  if (json && format !== 'json') throw usage(`--json and --format ${format} exclude each other`)
  const [
    { graphOf, renderGraph },
    { resourceGraph },
    { jsonReport },
    { blueprintRequest },
    { sayEvents },
    { slipwayOf },
  ] = await Promise.all([
    import('@slipway/graph'),
    import('@slipway/operations/look/validate'),
    import('../output/values/json-value.ts'),
    import('../requests/requests.ts'),
    import('../reporting/say-events.ts'),
    import('../requests/slipway-of.ts'),
  ])
  const request = blueprintRequest(file, options, console)
  const { resources, links } = await resourceGraph(slipwayOf(console, options), request, sayEvents(console))
  const all = ofChild([...resources, ...links], options.instance)
  if (options.open === true || options.html !== undefined) return await showPicture(all, options, console)
  const graph = graphOf(new Map(all.map(({ name, dependsOn }) => [name, dependsOn])))
  const drawn = renderGraph(graph, format, { node: (node) => all[node]?.type })
  console.out.write(format === 'json' ? jsonReport(JSON.parse(drawn) as object) : drawn)
}

async function showPicture(all: readonly Resource[], { html, open }: GraphOptions, console: Console): Promise<void> {
  const { openPicture, writePicture } = await import('./picture-file.ts')
  const picture = {
    title: 'resources',
    summary: `${all.length} with their links`,
    nodes: all.map(({ name, type, dependsOn }) => ({
      id: name,
      name,
      type,
      isLink: type.includes('::'),
      lines: dependsOn.map((other) => `needs ${other}`),
    })),
    edges: all.flatMap(({ name, dependsOn }) => dependsOn.map((other) => ({ from: other, to: name }))),
  }
  if (html !== undefined) writePicture(html, picture, console)
  if (open === true) await openPicture(picture, console)
}

/** For `app/network`, only that child's resources, under their names in the child. */
function ofChild(all: readonly Resource[], instance = ''): readonly Resource[] {
  const slash = instance.indexOf('/')
  if (slash === -1) return all
  const prefix = `${instance.slice(slash + 1)}/`
  const own = (name: string): readonly string[] => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])
  return all.flatMap(({ name, type, dependsOn }) =>
    own(name).map((bare) => ({ name: bare, type, dependsOn: dependsOn.flatMap(own) })),
  )
}
