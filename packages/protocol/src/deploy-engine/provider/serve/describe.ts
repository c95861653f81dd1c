import {
  type DefinitionRequest,
  endsOfLinkType,
  type FunctionDefinition,
  type Provider,
  type ProviderDefinition,
  type ResourceTypeDefinition,
} from '@slipway/model'
import type { Init } from '../../../wire/codec/message.ts'

import { blueprintParamsFromWire } from '../../convert/calls/context.ts'
import { configToWire, retryPolicyToWire } from '../../convert/definitions/definition.ts'
import { functionToWire } from '../../convert/definitions/function.ts'
import { identityToWire } from '../../convert/definitions/identity.ts'
import { answerToWire } from '../../convert/calls/function-call.ts'
import { jsonFromWire } from '../../convert/values/json.ts'
import { schemaToWire } from '../../convert/definitions/schema.ts'
import { Provider as Methods, type RetryPolicyResponse } from '../../gen/providerserverv1.ts'
import { TaggingSupport } from '../../gen/sharedtypesv1.ts'
import type { Answering } from './answering.ts'
import type { Route } from '../../../wire/rpc/route.ts'

const nothing: DefinitionRequest = { resourceTypes: [], dataSourceTypes: [], functions: [] }

/** Routes that describe the provider, its resource types and its functions, and the route that calls a function. */
export function describeRoutes(provider: Provider, answer: Answering): Route[] {
  const own = () => provider.define(nothing)
  return [
    answer(Methods.GetNamespace, async () => ({ namespace: { namespace: (await own()).namespace } })),
    answer(Methods.GetConfigDefinition, async () => ({ configDefinition: configToWire((await own()).config) })),
    answer(Methods.GetRetryPolicy, async () => policyAnswer(await own())),
    answer(Methods.ListResourceTypes, async () => ({
      resourceTypes: { resourceTypes: typed((await own()).resourceTypeNames) },
    })),
    answer(Methods.ListDataSourceTypes, async () => ({
      dataSourceTypes: { dataSourceTypes: typed((await own()).dataSourceTypeNames) },
    })),
    answer(Methods.ListFunctions, async () => ({ functionList: { functions: (await own()).functionNames } })),
    ...resourceTypeRoutes(provider, answer),
    ...functionRoutes(provider, answer, own),
  ]
}

/**
 * Returns the retry policy. The explicit return type also works for authors whose compiler treats an optional property as one that may be
 * undefined.
 */
function policyAnswer({ retryPolicy }: ProviderDefinition): Init<RetryPolicyResponse> {
  return retryPolicy === undefined ? {} : { retryPolicy: retryPolicyToWire(retryPolicy) }
}

function typed(types: readonly string[]): { readonly type: string }[] {
  return types.map((type) => ({ type }))
}

function resourceTypeRoutes(provider: Provider, answer: Answering): Route[] {
  const find = async (asked: { readonly type: string } | undefined): Promise<ResourceTypeDefinition> => {
    const type = asked?.type ?? ''
    const found = (await provider.define({ ...nothing, resourceTypes: [type] })).resourceTypes[type]
    if (found === undefined) throw new Error(`there is no resource type ${JSON.stringify(type)}`)
    return found
  }
  /** Adds the types that the provider's own links lead to: a type need not list these in `canLinkTo`. */
  const canLinkTo = async (asked: { readonly type: string } | undefined): Promise<readonly string[]> => {
    const { type, canLinkTo: said = [] } = await find(asked)
    const { linkTypeNames = [] } = await provider.define(nothing)
    const linked = linkTypeNames.flatMap((name) => {
      const [a, b] = endsOfLinkType(name) ?? []
      return a === type && b !== undefined ? [b] : []
    })
    return [...new Set([...said, ...linked])]
  }
  return [
    answer(Methods.GetResourceSpecDefinition, async ({ resourceType }) => {
      const found = await find(resourceType)
      const { schema, idField, destroyBeforeCreate, settlement, replacementBy, identity, settlesWithinMs } = found
      return {
        specDefinition: {
          schema: schemaToWire(schema),
          idField,
          destroyBeforeCreate,
          taggingSupport: TaggingSupport.NONE,
          slipwaySettlement: settlement,
          slipwayReplacementBy: replacementBy,
          slipwayIdentity: identityToWire(identity),
          slipwaySettlesWithinMs: settlesWithinMs,
          slipwaySchemaVersion: found.schemaVersion,
          slipwayLiesInFolder: found.liesInFolder,
          slipwayImportedBy: found.importedBy,
          slipwayUnstable: found.unstableWith && { fields: found.unstableWith },
        },
      }
    }),
    answer(Methods.GetResourceType, async ({ resourceType }) => {
      const { type, label } = await find(resourceType)
      return { resourceTypeInfo: { type: { type }, label } }
    }),
    answer(Methods.GetResourceTypeDescription, async ({ resourceType }) => {
      const { description = '' } = await find(resourceType)
      return { description: descriptionToWire(description) }
    }),
    answer(Methods.GetResourceExamples, async ({ resourceType }) => {
      const { examples = [] } = await find(resourceType)
      return { examples: { examples, formattedExamples: examples } }
    }),
    answer(Methods.GetResourceStabilisedDeps, async ({ resourceType }) => {
      const { stabilisedDependencies } = await find(resourceType)
      return { stabilisedDependencies: { resourceTypes: typed(stabilisedDependencies) } }
    }),
    answer(Methods.CanResourceLinkTo, async ({ resourceType }) => {
      return { resourceTypes: { resourceTypes: typed(await canLinkTo(resourceType)) } }
    }),
    answer(Methods.IsResourceCommonTerminal, async ({ resourceType }) => {
      const targets = await canLinkTo(resourceType)
      const { isCommonTerminal = targets.length === 0 } = await find(resourceType)
      return { data: { isCommonTerminal } }
    }),
  ]
}

function functionRoutes(provider: Provider, answer: Answering, own: () => Promise<ProviderDefinition>): Route[] {
  const find = async (name: string): Promise<FunctionDefinition> => {
    const found = (await provider.define({ ...nothing, functions: [name] })).functions[name]
    if (found === undefined) throw new Error(`there is no function ${JSON.stringify(name)}`)
    return found
  }
  return [
    answer(Methods.GetFunctionDefinition, async ({ functionName }) => ({
      functionDefinition: functionToWire(await find(functionName)),
    })),
    answer(Methods.CallFunction, async ({ functionName, args, callContext }, call) => {
      const given = jsonFromWire(args?.args)
      const { namespace } = await own()
      const result = await provider.callFunction(
        {
          name: functionName,
          args: Array.isArray(given) ? given : [],
          context: blueprintParamsFromWire(callContext?.params, namespace),
        },
        call,
      )
      return { functionResult: answerToWire(result) }
    }),
  ]
}

/** Puts the same text into every field that may show a description. */
export function descriptionToWire(
  description: string,
): Record<'plainTextDescription' | 'markdownDescription' | 'plainTextSummary' | 'markdownSummary', string> {
  return {
    plainTextDescription: description,
    markdownDescription: description,
    plainTextSummary: description,
    markdownSummary: description,
  }
}
