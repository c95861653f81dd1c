import { Provider as Methods } from '../../gen/providerserverv1.ts'
import type { Answering } from './answering.ts'
import type { Route } from '../../../wire/rpc/route.ts'

/** A provider of the model has no types of variables: it lists none and knows none by name. */
export function variableRoutes(answer: Answering): Route[] {
  return [
    answer(Methods.ListCustomVariableTypes, () => ({ customVariableTypes: {} })),
    answer(Methods.GetCustomVariableType, noVariable),
    answer(Methods.GetCustomVariableTypeDescription, noVariable),
    answer(Methods.GetCustomVariableTypeOptions, noVariable),
    answer(Methods.GetCustomVariableTypeExamples, noVariable),
  ]
}

function noVariable(request: { readonly customVariableType: { readonly type: string } | undefined }): never {
  throw new Error(`there is no custom variable type ${JSON.stringify(request.customVariableType?.type ?? '')}`)
}
