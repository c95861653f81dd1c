import type { ProviderDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

export type RecordedPlugin = Pick<ResourceRecord, 'pluginId' | 'pluginVersion' | 'pluginDescriptor'>

/**
 * The record of the plugin that serves a resource. A plugin that was placed by hand does not name its source, so that the earlier record of
 * the source stays. Without a provider, the whole record stays.
 */
export function recordedPlugin(provider: ProviderDefinition | undefined, before?: RecordedPlugin): RecordedPlugin {
  const { pluginId = '', pluginVersion = '' } = provider ?? before ?? {}
  const pluginDescriptor =
    provider?.pluginDescriptor ?? (before?.pluginId === pluginId ? before.pluginDescriptor : undefined)
  return { pluginId, pluginVersion, ...(pluginDescriptor !== undefined && { pluginDescriptor }) }
}
