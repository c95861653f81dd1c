import type { ProviderContext } from '@slipway/model'
import type { Folders } from '../project/folders.ts'
import { realFolder } from '../reading/real-folder.ts'
import type { Settings } from '../settings/settings.ts'
import { version } from '../version.ts'

/** Returns the context variables for every plugin: the user's variables, then Slipway's, which win. */
export function contextVariables(settings: Settings, folders: Folders): ProviderContext['variables'] {
  const { project, state: stateDir } = folders
  const blueprintDir = realFolder(project)
  return { ...(settings.below('context') as ProviderContext['variables']), ...ownVariables, blueprintDir, stateDir }
}

/** The engine's facts about itself for every plugin, under the names in the public SDKs. */
const ownVariables: Readonly<Record<string, string>> = {
  hostApp: 'slipway',
  engineVersion: version,
  engineApiVersion: 'v1',
  pluginFrameworkVersion: version,
  blueprintFrameworkVersion: version,
  providerPluginProtocolVersion: '1.0',
  transformerPluginProtocolVersion: '1.0',
}
