import { isMap, type MutableValueMap, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'

/** Pulumi's notes about a provider besides its configuration. */
const internal = '__internal'

/**
 * The recorded configuration of a provider and the way to start its plugin. `package` is `undefined` if the plugin has the package's name.
 */
export interface ProviderInputs {
  readonly inputs: ValueMap
  readonly package: ValueMap | undefined
}

/** @param pkg the package that its type names */
export function readProviderInputs(told: ValueMap, pkg: string): ProviderInputs {
  const inputs = valueMap(Object.entries(told).filter(([name]) => name !== internal))
  const found: Value = revealed(told[internal] ?? null)
  if (!isMap(found)) return { inputs, package: undefined }
  const { parameterization, name = pkg, version, pluginDownloadURL: server, envVarMappings: mappings } = found
  const how: MutableValueMap = valueMap()
  if (parameterization !== undefined) {
    how['plugin'] = name
    if (version !== undefined) how['version'] = version
  }
  if (server !== undefined) how['server'] = server
  if (parameterization !== undefined) {
    how['parameterName'] = pkg
    how['parameterVersion'] = inputs['version'] ?? ''
    how['parameterValue'] = parameterization
  }
  if (isMap(mappings)) how['variables'] = turned(mappings)
  return { inputs, package: Object.keys(how).length === 0 ? undefined : how }
}

/** The inputs in the form of a Pulumi state. */
export function writeProviderInputs({ inputs, package: how }: ProviderInputs): ValueMap {
  if (how === undefined) return inputs
  const { plugin, version, server, parameterValue, variables } = how
  const noted: MutableValueMap = valueMap()
  if (parameterValue !== undefined) {
    if (plugin !== undefined) noted['name'] = plugin
    noted['parameterization'] = parameterValue
    if (version !== undefined && version !== '') noted['version'] = version
  }
  if (server !== undefined) noted['pluginDownloadURL'] = server
  if (isMap(variables)) noted['envVarMappings'] = turned(variables)
  return valueMap([...Object.entries(inputs), [internal, noted]])
}

/** Swaps names and values. Pulumi maps names in our environment to those that the plugin reads; a record does the reverse. */
function turned(map: ValueMap): ValueMap {
  return valueMap(Object.entries(map).flatMap(([from, to]) => (typeof to === 'string' ? [[to, from] as const] : [])))
}
