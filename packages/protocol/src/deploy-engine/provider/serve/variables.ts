import type { Provider, VariableTypeDefinition } from '@slipway/model'

import { scalarToWire } from '../../convert/values/scalar.ts'
import { Provider as Methods } from '../../gen/providerserverv1.ts'
import type { Answering } from './answering.ts'
import { descriptionToWire } from './describe.ts'
import type { Route } from '../../../wire/rpc/route.ts'

/** Routes that describe the types of variables that a provider knows. */
export function variableRoutes(provider: Provider, answer: Answering): Route[] {
  const define = (variableTypes: readonly string[]) =>
    provider.define({ resourceTypes: [], dataSourceTypes: [], functions: [], variableTypes })
  const find = async (asked: { readonly type: string } | undefined): Promise<VariableTypeDefinition> => {
    const type = asked?.type ?? ''
    const found = (await define([type])).variableTypes?.[type]
    if (found === undefined) throw new Error(`there is no custom variable type ${JSON.stringify(type)}`)
    return found
  }
  return [
    answer(Methods.ListCustomVariableTypes, async () => {
      const { variableTypeNames = [] } = await define([])
      return { customVariableTypes: { customVariableTypes: variableTypeNames.map((type) => ({ type })) } }
    }),
    answer(Methods.GetCustomVariableType, async ({ customVariableType }) => {
      const { type, label } = await find(customVariableType)
      return { customVarTypeInfo: { type: { type }, label } }
    }),
    answer(Methods.GetCustomVariableTypeDescription, async ({ customVariableType }) => {
      const { description = '' } = await find(customVariableType)
      return { description: descriptionToWire(description) }
    }),
    answer(Methods.GetCustomVariableTypeOptions, async ({ customVariableType }) => {
      const { options } = await find(customVariableType)
      const wire = Object.entries(options).map(([name, { value, label, description = '' }]) => [
        name,
        { value: scalarToWire(value), label, description, formattedDescription: description },
      ])
      return { options: { options: Object.fromEntries(wire) } }
    }),
    answer(Methods.GetCustomVariableTypeExamples, async ({ customVariableType }) => {
      const { examples = [] } = await find(customVariableType)
      return { examples: { examples, formattedExamples: examples } }
    }),
  ]
}
