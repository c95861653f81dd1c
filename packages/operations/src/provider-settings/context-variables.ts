import type { ProviderContext } from '@slipway/model'
import type { Folders } from '../project/folders.ts'
import { realFolder } from '../reading/real-folder.ts'
import type { Settings } from '../settings/settings.ts'
import { version } from '../version.ts'

/** What every plugin is told about the deployment: the user's words, then ours. */
export function contextVariables(settings: Settings, folders: Folders): ProviderContext['variables'] {
  const { project, state: stateDir } = folders
  const blueprintDir = realFolder(project)
  return { ...(settings.below('context') as ProviderContext['variables']), ...ownVariables, blueprintDir, stateDir }
}

/** What the engine tells every plugin about itself, under the names that the public SDKs know. */
const ownVariables: Readonly<Record<string, string>> = {
  hostApp: 'slipway',
  engineVersion: version,
  engineApiVersion: 'v1',
  pluginFrameworkVersion: version,
  blueprintFrameworkVersion: version,
  providerPluginProtocolVersion: '1.0',
  transformerPluginProtocolVersion: '1.0',
}
