/** Every method of the deploy-engine dialect: when the host asks it, and what a plugin without it has said. Held by the tests beside. */
import { TransformerMethods, ProviderMethods } from '@slipway/protocol'

export interface PluginMethod {
  /** When the host calls it. */
  readonly asked: string
  /** What the host takes a plugin for that does not have it: one that declares nothing, one that fails, or one of mid-2025. */
  readonly without: 'nothing' | 'fails' | 'old'
  /** The documents' name of a method that is tried again when it fails TRANSIENT. */
  readonly retriedAs?: string
  /** Why the host never calls it. */
  readonly never?: string
}

const whenDefined = 'when the plugin or the type is defined; kept until the plugin changes'

const defines = { asked: whenDefined, without: 'nothing' } as const
const needed = { asked: whenDefined, without: 'fails' } as const

type Ours = 'SlipwayDiffResource' | 'SlipwayUpgradeResource'

export const providerMethods: Readonly<Record<Exclude<keyof typeof ProviderMethods, Ours>, PluginMethod>> = {
  GetNamespace: needed,
  GetConfigDefinition: defines,
  ListResourceTypes: defines,
  ListLinkTypes: defines,
  ListDataSourceTypes: defines,
  ListCustomVariableTypes: defines,
  ListFunctions: defines,
  GetRetryPolicy: defines,
  CustomValidateResource: { asked: 'in a plan, of what is to be made or changed', without: 'nothing' },
  GetResourceSpecDefinition: needed,
  CanResourceLinkTo: defines,
  GetResourceStabilisedDeps: defines,
  IsResourceCommonTerminal: defines,
  GetResourceType: defines,
  GetResourceTypeDescription: defines,
  GetResourceExamples: defines,
  DeployResource: { asked: 'to create, and to change', without: 'fails', retriedAs: 'provider.Resource.Deploy' },
  ResourceHasStabilised: {
    asked: 'after a deploy, until it says yes',
    without: 'fails',
    retriedAs: 'provider.Resource.HasStabilised',
  },
  GetResourceExternalState: {
    asked: 'by a refresh, to settle what became of a call, by import and reconcile',
    without: 'fails',
    retriedAs: 'provider.Resource.GetExternalState',
  },
  DestroyResource: { asked: 'to destroy', without: 'fails', retriedAs: 'provider.Resource.Destroy' },
  StageLinkChanges: { asked: 'in a plan, of each link', without: 'fails' },
  UpdateLinkResourceA: {
    asked: 'when a link is made, changed or undone',
    without: 'fails',
    retriedAs: 'provider.Link.UpdateResourceA',
  },
  UpdateLinkResourceB: {
    asked: 'when a link is made, changed or undone',
    without: 'fails',
    retriedAs: 'provider.Link.UpdateResourceB',
  },
  UpdateLinkIntermediaryResources: {
    asked: 'when a link is made, changed or undone',
    without: 'fails',
    retriedAs: 'provider.Link.UpdateIntermediaryResources',
  },
  GetLinkPriorityResource: defines,
  GetLinkTypeDescription: defines,
  GetLinkAnnotationDefinitions: defines,
  GetLinkKind: needed,
  GetLinkIntermediaryExternalState: { asked: 'by a refresh, of a link that has made something', without: 'nothing' },
  GetLinkCardinality: { ...defines, without: 'old' },
  GetLinkCapabilities: defines,
  ValidateLink: { asked: 'in a plan, of links that are to be made or changed', without: 'nothing' },
  GetDataSourceType: defines,
  GetDataSourceTypeDescription: defines,
  GetDataSourceExamples: defines,
  CustomValidateDataSource: { asked: 'before it is fetched', without: 'nothing' },
  GetDataSourceSpecDefinition: needed,
  GetDataSourceFilterFields: defines,
  FetchDataSource: { asked: 'in a plan', without: 'fails', retriedAs: 'provider.DataSource.Fetch' },
  GetCustomVariableType: defines,
  GetCustomVariableTypeDescription: defines,
  GetCustomVariableTypeOptions: needed,
  GetCustomVariableTypeExamples: defines,
  GetFunctionDefinition: needed,
  CallFunction: { asked: 'when an expression is worked out', without: 'fails' },
}

export const transformerMethods: Readonly<Record<keyof typeof TransformerMethods, PluginMethod>> = {
  GetTransformName: needed,
  GetConfigDefinition: defines,
  Transform: { asked: 'when a blueprint names it, after the checks', without: 'fails' },
  ListAbstractResourceTypes: defines,
  ListAbstractLinkTypes: defines,
  ValidateLinks: { asked: 'before the transform, where resources select others', without: 'nothing' },
  CustomValidateAbstractResource: { asked: 'before the transform, of each resource of its types', without: 'nothing' },
  GetAbstractResourceSpecDefinition: needed,
  CanAbstractResourceLinkTo: defines,
  IsAbstractResourceCommonTerminal: defines,
  GetAbstractResourceType: defines,
  GetAbstractResourceTypeDescription: defines,
  GetAbstractResourceExamples: defines,
  GetAbstractLinkType: { ...defines, asked: '', never: 'it says no more than it is asked with' },
  GetAbstractLinkTypeDescription: defines,
  GetAbstractLinkAnnotationDefinitions: defines,
  GetAbstractLinkCardinality: defines,
}

/** Of the service of the host: what comes of them. */
export const hostMethods = {
  Register: 'the plugin is known, or refused with a reason',
  Deregister: 'the plugin has taken its leave',
  CallFunction: 'a function of the language or of any provider is called',
  GetFunctionDefinition: 'its parameters and what it returns',
  HasFunction: 'whether any provider has it',
  ListFunctions: 'the functions of all installed providers',
  DeployResource: 'a resource of any provider is journaled and deployed',
  DestroyResource: 'what the same plugin has deployed so is destroyed',
  LookupResourceInState: 'a resource of the instance, by its external id',
  AcquireResourceLock: 'waits for the lock of a resource, which is free again when the call ends',
} as const
