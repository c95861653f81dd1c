import { listPlugins } from '@slipway/operations/look/plugins'
import type { DiscoveryProblem } from '@slipway/host'
import { visible } from '@slipway/source/visible'
import { paint, type Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { firstDiagnostics, shortened } from '../output/bounds.ts'
import { diagnosticsJson } from '../output/diagnostics/diagnostic-json.ts'
import { jsonDocument } from '../output/values/json-value.ts'
import { table } from '../output/table.ts'
import { projectRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** `slipway plugin list`: the plugins that would be launched, and the problems of discovery. */
export async function showPlugins(options: BlueprintOptions, console: Console): Promise<void> {
  const request = projectRequest(undefined, options)
  const slipway = slipwayOf(console, options)
  const { plugins, problems, searched, levelOf } = await listPlugins(slipway, request, sayEvents(console))
  if (options.json === true) {
    const listed = plugins.map((plugin) => {
      const { id, dialect, namespace, version, file, root } = plugin
      return {
        id,
        dialect: dialect.name,
        ...dialect.called(plugin),
        namespace,
        version,
        path: file,
        origin: root.origin,
        ...levelOf(plugin),
      }
    })
    console.out.write(
      jsonDocument({ plugins: listed, problems: diagnosticsJson(problems.map(withoutKind)).diagnostics }),
    )
    return
  }
  console.out.write(
    table([
      ['PLUGIN', 'VERSION', 'KIND', 'LEVEL', 'FILE'],
      ...plugins.map((plugin) => {
        const { id, version, kind, file } = plugin
        return [id, version === '' ? '-' : version, kind, levelOf(plugin)?.level ?? '-', file]
      }),
    ]),
  )
  const colors = paint(console.err)
  // An installed plugin always takes precedence over one that comes with Slipway, which need not be said.
  const isOwn = ({ file = '' }: { readonly file?: string }): boolean =>
    slipway.ownPlugins !== undefined && file.startsWith(slipway.ownPlugins)
  const { shown, left } = firstDiagnostics(problems.filter((one) => one.severity !== 'info' || !isOwn(one)))
  for (const { severity, message, hint } of shown) {
    const lines = [`${colors.yellow(`${severity}:`)} ${visible(shortened(message))}`]
    if (hint !== undefined) lines.push(`  ${colors.cyan('hint:')} ${visible(shortened(hint))}`)
    console.err.write(`${lines.join('\n')}\n`)
  }
  if (left > 0) console.err.write(`… and ${left} more\n`)
  console.err.write(`Searched: ${searched.join(', ')}, the PATH, and what comes with Slipway\n`)
}

/** The kind of a plugin that is not launched is visible in its path. */
function withoutKind(problem: DiscoveryProblem): DiscoveryProblem {
  const { kind: _, ...rest } = problem
  return rest
}
