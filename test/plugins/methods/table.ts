/**
 * Every method of the deploy-engine dialect: when the host calls it, and the meaning of its absence. The tests beside this file check it.
 */
import { TransformerMethods, ProviderMethods } from '@slipway/protocol'

export interface PluginMethod {
  /** When the host calls it. */
  readonly asked: string
  /** The host's assumptions about a plugin without it: one that declares nothing, one that fails, or one of mid-2025. */
  readonly without: 'nothing' | 'fails' | 'old'
  /** The name in the documents of a method that is retried when it fails with TRANSIENT. */
  readonly retriedAs?: string
  /** Why the host never calls it. */
  readonly never?: string
}

const whenDefined = 'when Slipway reads the definitions; cached until the plugin changes'

const defines = { asked: whenDefined, without: 'nothing' } as const
const needed = { asked: whenDefined, without: 'fails' } as const

type Ours = 'SlipwayDiffResource' | 'SlipwayListResources' | 'SlipwayUpgradeResource'

export const providerMethods: Readonly<Record<Exclude<keyof typeof ProviderMethods, Ours>, PluginMethod>> = {
  GetNamespace: needed,
  GetConfigDefinition: defines,
  ListResourceTypes: defines,
  ListLinkTypes: defines,
  ListDataSourceTypes: defines,
  ListCustomVariableTypes: defines,
  ListFunctions: defines,
  GetRetryPolicy: defines,
  CustomValidateResource: { asked: 'in a plan, for each resource to create or change', without: 'nothing' },
  GetResourceSpecDefinition: needed,
  CanResourceLinkTo: defines,
  GetResourceStabilisedDeps: defines,
  IsResourceCommonTerminal: defines,
  GetResourceType: defines,
  GetResourceTypeDescription: defines,
  GetResourceExamples: defines,
  DeployResource: { asked: 'to create or change a resource', without: 'fails', retriedAs: 'provider.Resource.Deploy' },
  ResourceHasStabilised: {
    asked: 'after a deploy, until the answer is yes',
    without: 'fails',
    retriedAs: 'provider.Resource.HasStabilised',
  },
  GetResourceExternalState: {
    asked: 'in refresh, import and reconcile, and to settle a call in doubt',
    without: 'fails',
    retriedAs: 'provider.Resource.GetExternalState',
  },
  DestroyResource: { asked: 'to destroy a resource', without: 'fails', retriedAs: 'provider.Resource.Destroy' },
  StageLinkChanges: { asked: 'in a plan, for each link', without: 'fails' },
  UpdateLinkResourceA: {
    asked: 'when a link is created, changed or destroyed',
    without: 'fails',
    retriedAs: 'provider.Link.UpdateResourceA',
  },
  UpdateLinkResourceB: {
    asked: 'when a link is created, changed or destroyed',
    without: 'fails',
    retriedAs: 'provider.Link.UpdateResourceB',
  },
  UpdateLinkIntermediaryResources: {
    asked: 'when a link is created, changed or destroyed',
    without: 'fails',
    retriedAs: 'provider.Link.UpdateIntermediaryResources',
  },
  GetLinkPriorityResource: defines,
  GetLinkTypeDescription: defines,
  GetLinkAnnotationDefinitions: defines,
  GetLinkKind: needed,
  GetLinkIntermediaryExternalState: { asked: 'in a refresh, for each link with intermediaries', without: 'nothing' },
  GetLinkCardinality: { ...defines, without: 'old' },
  GetLinkCapabilities: defines,
  ValidateLink: { asked: 'in a plan, for each link to create or change', without: 'nothing' },
  GetDataSourceType: defines,
  GetDataSourceTypeDescription: defines,
  GetDataSourceExamples: defines,
  CustomValidateDataSource: { asked: 'before the data source is fetched', without: 'nothing' },
  GetDataSourceSpecDefinition: needed,
  GetDataSourceFilterFields: defines,
  FetchDataSource: { asked: 'in a plan', without: 'fails', retriedAs: 'provider.DataSource.Fetch' },
  GetCustomVariableType: defines,
  GetCustomVariableTypeDescription: defines,
  GetCustomVariableTypeOptions: needed,
  GetCustomVariableTypeExamples: defines,
  GetFunctionDefinition: needed,
  CallFunction: { asked: 'when Slipway evaluates an expression that calls the function', without: 'fails' },
}

export const transformerMethods: Readonly<Record<keyof typeof TransformerMethods, PluginMethod>> = {
  GetTransformName: needed,
  GetConfigDefinition: defines,
  Transform: { asked: 'if the blueprint names the transformer, after the checks', without: 'fails' },
  ListAbstractResourceTypes: defines,
  ListAbstractLinkTypes: defines,
  ValidateLinks: { asked: 'before the transform, if resources select others', without: 'nothing' },
  CustomValidateAbstractResource: { asked: 'before the transform, for each resource of its types', without: 'nothing' },
  GetAbstractResourceSpecDefinition: needed,
  CanAbstractResourceLinkTo: defines,
  IsAbstractResourceCommonTerminal: defines,
  GetAbstractResourceType: defines,
  GetAbstractResourceTypeDescription: defines,
  GetAbstractResourceExamples: defines,
  GetAbstractLinkType: { ...defines, asked: '', never: 'the answer would only repeat the request' },
  GetAbstractLinkTypeDescription: defines,
  GetAbstractLinkAnnotationDefinitions: defines,
  GetAbstractLinkCardinality: defines,
}

/** The methods of the host's service, and their effects. */
export const hostMethods = {
  Register: 'registers the plugin, or refuses it with a reason',
  Deregister: 'ends the registration of the plugin',
  CallFunction: 'calls a function of the language or of any provider',
  GetFunctionDefinition: 'returns the parameters of a function and the type of its result',
  HasFunction: 'returns whether any provider has the function',
  ListFunctions: 'lists the functions of all installed providers',
  DeployResource: 'records a deploy in the journal and deploys a resource of any provider',
  DestroyResource: 'destroys a resource that the same plugin deployed with `DeployResource`',
  LookupResourceInState: 'finds a resource of the instance by its external id',
  AcquireResourceLock: 'waits for the lock of a resource; the lock is released when the call ends',
} as const
