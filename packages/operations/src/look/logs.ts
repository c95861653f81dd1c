import { pluginLogDir } from '@slipway/host'
import { findProject, type ProjectRequest } from '../project/project.ts'
import { readLogs, type LogQuery, type PluginLog } from '../project/read-logs.ts'
import type { Slipway } from '../slipway.ts'

export interface Logs {
  readonly directory: string
  readonly logs: readonly PluginLog[]
}

/** The logs of a project's plugins. */
export async function logsOf(slipway: Slipway, request: ProjectRequest & LogQuery): Promise<Logs> {
  const { folders } = await findProject(slipway, request)
  const directory = pluginLogDir(slipway.env) ?? folders.logs
  return { directory, logs: readLogs(directory, request) }
}
