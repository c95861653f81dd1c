import type { ProviderDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

export type RecordedPlugin = Pick<ResourceRecord, 'pluginId' | 'pluginVersion' | 'pluginDescriptor'>

/**
 * What is to be recorded of the plugin that serves something. Who has placed it by hand does not say where to get it: what was recorded of that before
 * stays. Without a provider everything does.
 */
export function recordedPlugin(provider: ProviderDefinition | undefined, before?: RecordedPlugin): RecordedPlugin {
  const { pluginId = '', pluginVersion = '' } = provider ?? before ?? {}
  const pluginDescriptor =
    provider?.pluginDescriptor ?? (before?.pluginId === pluginId ? before.pluginDescriptor : undefined)
  return { pluginId, pluginVersion, ...(pluginDescriptor !== undefined && { pluginDescriptor }) }
}
