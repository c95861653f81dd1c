import type { VariableOption, VariableTypeDefinition } from '@slipway/model'

import { present } from '../convert/present.ts'
import { scalarFromWire } from '../convert/values/scalar.ts'
import { plainWords } from '../../plain-words.ts'
import { type CustomVariableTypeOption, Provider as Methods } from '../gen/providerserverv1.ts'
import { descriptionOf } from './description-of.ts'
import { examplesOf } from './examples-of.ts'
import type { CallOptions, PluginCalls } from './plugin-calls.ts'

export async function defineVariableType(
  calls: PluginCalls,
  type: string,
  options: CallOptions,
): Promise<VariableTypeDefinition> {
  const request = { customVariableType: { type }, hostId: calls.hostId, context: {} }
  const [offered, info, description, examples] = await Promise.all([
    calls.call(Methods.GetCustomVariableTypeOptions, request, options),
    calls.callIfKnown(Methods.GetCustomVariableType, request, options),
    calls.callIfKnown(Methods.GetCustomVariableTypeDescription, request, options),
    calls.callIfKnown(Methods.GetCustomVariableTypeExamples, request, options),
  ])
  const wire = calls.needed(offered.options, options).options
  return {
    type,
    label: plainWords(info?.customVarTypeInfo?.label ?? '') || type,
    options: optionsOf(wire),
    ...present({ description: descriptionOf(description), examples: examplesOf(examples) }),
  }
}

/** Reads the options, sorted by name because the wire keeps no order. An option without a value is dropped. */
function optionsOf(wire: Record<string, CustomVariableTypeOption>): Record<string, VariableOption> {
  const options: Record<string, VariableOption> = Object.create(null)
  for (const [name, option] of Object.entries(wire).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const value = option.value === undefined ? null : scalarFromWire(option.value)
    if (value === null) continue
    const label = plainWords(option.label) || name
    options[plainWords(name)] = { value, label, ...present({ description: plainWords(option.description) }) }
  }
  return options
}
