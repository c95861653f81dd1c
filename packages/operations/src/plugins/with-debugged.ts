import { deployEngine, type InstalledPlugin } from '@slipway/host'
import { Failure, parsePluginId } from '@slipway/model'
import type { DebuggedPlugin } from '../settings/debugged.ts'

/** Adds debugged plugins. A debugged plugin that is not installed counts as a provider; its author keeps it elsewhere. */
export function withDebugged(
  plugins: readonly InstalledPlugin[],
  debugged: readonly DebuggedPlugin[],
  project: string,
): readonly InstalledPlugin[] {
  const byId = new Map(plugins.map((plugin) => [plugin.id, plugin]))
  for (const { id, ...debug } of debugged) {
    const plugin = byId.get(id) ?? absentPlugin(id, project)
    byId.set(id, { ...plugin, debug: { ...plugin.debug, ...debug } })
  }
  return [...byId.values()]
}

function absentPlugin(id: string, project: string): InstalledPlugin {
  const parsed = parsePluginId(id)
  if (parsed === undefined)
    throw new Failure('cli/bad-setting', `"${id}" is not a plugin id, such as acme/notes`, {
      hint: 'slipway plugin list shows the installed plugins',
    })
  const root = { path: project, origin: 'environment' } as const
  return { id, dialect: deployEngine, kind: 'provider', namespace: parsed.plugin, version: '', file: project, root }
}

/** Writes sentences about a plugin that its author debugs. */
export function debuggingWords({ id, debug: { inspectPort, attachPort } = {} }: InstalledPlugin): readonly string[] {
  return [
    ...(inspectPort === undefined ? [] : [`when ${id} is started it waits for a debugger at 127.0.0.1:${inspectPort}`]),
    ...(attachPort === undefined
      ? []
      : [`Slipway waits for ${id} at 127.0.0.1:${attachPort}: start it with SLIPWAY_PLUGIN_ATTACH=${attachPort}`]),
  ]
}
