import { type Descriptor, descriptorKey } from '@slipway/installer/descriptors'
import { parsePluginId, type ProviderDefinition } from '@slipway/model'

/** As records and settings name a plugin: `acme/sqlite`, `pulumi/random`, `pulumi/language-yaml`. */
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

/** The source that a plugin was installed from, where its id does not say it: only that has to be recorded. */
export function notInId(id: string, installedFrom: string | undefined): Pick<ProviderDefinition, 'pluginDescriptor'> {
  const byId = installedFrom === undefined ? undefined : descriptorOfId(id)
  const isSaid = installedFrom === undefined || (byId !== undefined && descriptorKey(byId) === installedFrom)
  return isSaid ? {} : { pluginDescriptor: installedFrom }
}
