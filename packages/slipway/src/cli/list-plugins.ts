import { pluginRoots } from '@slipway/host'
import { findPlugins } from '../daemon/plugins-part.ts'
import { pluginPathOf } from '../settings/plugin-path.ts'
import { paint, type Console } from './console.ts'
import type { BlueprintOptions } from './options.ts'
import { diagnosticJson } from './output/diagnostic-json.ts'
import { jsonDocument } from './output/json-value.ts'
import { table } from './output/table.ts'
import { projectFor } from './with-engine.ts'

/** `slipway plugin list`: what would be launched, and what discovery met besides. */
export async function listPlugins(options: BlueprintOptions, console: Console): Promise<void> {
  const { settings, places } = await projectFor(console, undefined, options, true)
  const { plugins, problems } = await findPlugins({ settings, places, env: console.env })
  if (options.json === true) {
    const listed = plugins.map(({ id, kind, namespace, version, file }) => ({ id, kind, namespace, version, file }))
    console.out.write(jsonDocument({ plugins: listed, problems: problems.map(diagnosticJson) }))
    return
  }
  console.out.write(
    table([
      ['PLUGIN', 'VERSION', 'KIND', 'FILE'],
      ...plugins.map(({ id, version, kind, file }) => [id, version, kind, file]),
    ]),
  )
  const colors = paint(console.err)
  for (const { severity, message, hint } of problems) {
    if (severity === 'info') continue
    console.err.write(
      `${colors.yellow(`${severity}:`)} ${message}\n${hint === undefined ? '' : `  ${colors.cyan('hint:')} ${hint}\n`}`,
    )
  }
  const roots = pluginRoots({ env: console.env, home: places.home }).map((root) => root.path)
  console.err.write(
    `Searched: ${[...pluginPathOf(settings, places.project), ...roots].join(', ')}, and what comes with Slipway\n`,
  )
}
