import { type Descriptor, descriptorKey } from '@slipway/installer/descriptors'
import { parsePluginId, type ProviderDefinition } from '@slipway/model'

/** The descriptor of a plugin id, as records and settings write it. */
export function descriptorOfId(text: string): Descriptor | undefined {
  const id = parsePluginId(text)
  if (id === undefined) return undefined
  const { hostname: host, namespace, plugin } = id
  if (host === undefined && namespace === 'slipway') return undefined
  if (host !== undefined || namespace !== 'pulumi')
    return { form: { form: 'id', ...(host !== undefined && { host }), id: `${namespace}/${plugin}` } }
  const [, kind, name] = /^(language|analyzer|converter|tool)-(.+)$/.exec(plugin) ?? []
  if (kind === undefined || name === undefined) return { form: { form: 'pulumi', kind: 'resource', name: plugin } }
  return { form: { form: 'pulumi', kind: kind as 'language', name } }
}

/** The source of an installed plugin, for the record. Empty if the id already implies the source. */
export function notInId(id: string, installedFrom: string | undefined): Pick<ProviderDefinition, 'pluginDescriptor'> {
  const byId = installedFrom === undefined ? undefined : descriptorOfId(id)
  const isSaid = installedFrom === undefined || (byId !== undefined && descriptorKey(byId) === installedFrom)
  return isSaid ? {} : { pluginDescriptor: installedFrom }
}
