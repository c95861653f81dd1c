import { type DefinitionRequest, PluginFailure, type ProviderDefinition } from '@slipway/model'

/** True when the definition holds all that is asked for, as far as the provider has it. */
export function answers(definition: ProviderDefinition, request: DefinitionRequest): boolean {
  return !(
    lacks(request.resourceTypes, definition.resourceTypeNames, definition.resourceTypes) ||
    lacks(request.dataSourceTypes, definition.dataSourceTypeNames, definition.dataSourceTypes) ||
    lacks(request.functions, definition.functionNames, definition.functions) ||
    lacks(request.linkTypes ?? [], definition.linkTypeNames ?? [], definition.linkTypes ?? {}) ||
    lacks(request.variableTypes ?? [], definition.variableTypeNames ?? [], definition.variableTypes ?? {})
  )
}

function lacks(wanted: readonly string[], names: readonly string[], has: object): boolean {
  return wanted.some((name) => names.includes(name) && !Object.hasOwn(has, name))
}

/** Definitions that could not be had, or are not valid: it is said whose. */
export function undefinedBy(pluginId: string, failure: PluginFailure): PluginFailure {
  const message = `${pluginId} did not say what it has (${failure.method}): ${failure.message}`
  return failure.reworded({ message, reasons: failure.reasons })
}
