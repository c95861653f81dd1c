import { pluginLogDir } from '@slipway/host'
import { findProject, type ProjectRequest } from '../project/project.ts'
import { readLogs, type LogQuery, type PluginLog } from '../project/read-logs.ts'
import type { Slipway } from '../slipway.ts'
import { type OpenState, stateOf, withState } from '../state/open-state.ts'

export interface Logs {
  readonly directory: string
  readonly logs: readonly PluginLog[]
}

/** Returns the logs of a project's plugins; with an instance or child, only the logs of its resources' plugins. */
export async function logsOf(slipway: Slipway, request: ProjectRequest & LogQuery): Promise<Logs> {
  const { folders } = await findProject(slipway, request, 'looks')
  const directory = pluginLogDir(slipway.env) ?? folders.logs
  const logs = readLogs(directory, request)
  if (request.instance === undefined) return { directory, logs }
  const used = await withState(slipway, request, 'look', pluginsOf)
  return { directory, logs: logs.filter(({ plugin }) => used.has(plugin)) }
}

async function pluginsOf({ project, load }: OpenState): Promise<ReadonlySet<string>> {
  const { resources, links = [] } = stateOf(await load({ skipDamaged: true }), project.child)
  return new Set([...resources, ...links].map(({ pluginId }) => pluginId))
}
