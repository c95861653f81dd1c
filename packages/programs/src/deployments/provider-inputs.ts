import { isMap, type MutableValueMap, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'

/** What Pulumi notes of a provider beside its configuration. */
const internal = '__internal'

/** The configuration of a provider, and how its plugin is started, as a record has it; `undefined`: as its package is called. */
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

/** The way back. */
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

/** Pulumi has the names of our environment before those that a plugin reads; a record has it the other way round. */
function turned(map: ValueMap): ValueMap {
  return valueMap(Object.entries(map).flatMap(([from, to]) => (typeof to === 'string' ? [[to, from] as const] : [])))
}
