import { Provider as Methods } from '../../gen/providerserverv1.ts'
import type { Answering } from './answering.ts'
import type { Route } from '../../../wire/rpc/route.ts'

/** A provider of the model has neither links nor types of variables: it lists none and knows none by name. */
export function linkRoutes(answer: Answering): Route[] {
  return [
    answer(Methods.ListLinkTypes, () => ({ linkTypes: {} })),
    answer(Methods.StageLinkChanges, noLink),
    answer(Methods.UpdateLinkResourceA, noLink),
    answer(Methods.UpdateLinkResourceB, noLink),
    answer(Methods.UpdateLinkIntermediaryResources, noLink),
    answer(Methods.GetLinkPriorityResource, noLink),
    answer(Methods.GetLinkTypeDescription, noLink),
    answer(Methods.GetLinkAnnotationDefinitions, noLink),
    answer(Methods.GetLinkKind, noLink),
    answer(Methods.GetLinkIntermediaryExternalState, noLink),
    answer(Methods.GetLinkCardinality, noLink),
    answer(Methods.GetLinkCapabilities, noLink),
    answer(Methods.ValidateLink, () => ({ completeResponse: {} })),
    answer(Methods.ListCustomVariableTypes, () => ({ customVariableTypes: {} })),
    answer(Methods.GetCustomVariableType, noVariable),
    answer(Methods.GetCustomVariableTypeDescription, noVariable),
    answer(Methods.GetCustomVariableTypeOptions, noVariable),
    answer(Methods.GetCustomVariableTypeExamples, noVariable),
  ]
}

function noLink(request: { readonly linkType: { readonly type: string } | undefined }): never {
  throw new Error(`there is no link type ${JSON.stringify(request.linkType?.type ?? '')}`)
}

function noVariable(request: { readonly customVariableType: { readonly type: string } | undefined }): never {
  throw new Error(`there is no custom variable type ${JSON.stringify(request.customVariableType?.type ?? '')}`)
}
