export type { Call, ResourceCall } from './calls/call.ts'
export {
  defineDataSource,
  type DataSourceOptions,
  type DataSourceType,
  type FetchCall,
  type FilterOperator,
} from './provider/define-data-source.ts'
export { defineHook, type Hook, type HookCall, type HookManifest, serveHook } from './define-hook.ts'
export { defineFunction, type FunctionOptions, type ProviderFunction } from './provider/define-function.ts'
export {
  defineLink,
  type IntermediariesAnswer,
  type Intermediary,
  type LinkCall,
  type LinkData,
  type LinkDefinition,
  type LinkedEnd,
  type LinkOptions,
  type LinkPhaseCall,
  type ValidateLinkCall,
} from './links/define-link.ts'
export { defineProvider, type DefinedProvider, type ProviderOptions } from './provider/define-provider.ts'
export {
  defineResource,
  type DeployCall,
  type Found,
  type Imports,
  type ListCall,
  type Listed,
  type RecordedCall,
  type Replaced,
  type ReplacesCall,
  type ResourceOptions,
  type ResourceType,
  type Stability,
  type ValidateCall,
} from './provider/define-resource.ts'
export {
  defineAbstractResource,
  type AbstractResourceOptions,
  type AbstractResourceType,
  type ExpandCall,
  type Expansion,
  type LinkedTo,
  type MadeResource,
} from './transformer/define-abstract-resource.ts'
export {
  defineAbstractLink,
  type AbstractLinkOptions,
  type AbstractLinkType,
} from './transformer/define-abstract-link.ts'
export type { LinkAnnotation } from './links/link-words.ts'
export {
  defineTransformer,
  type DefinedTransformer,
  type TransformerOptions,
} from './transformer/define-transformer.ts'
export { badInput, CallError, refused, type RefusalOptions, sentenceOf, transient, unexpected } from './errors.ts'
export type { FoundResource, Host, HostDeploy } from './calls/host.ts'
export { defineVariableType, type VariableType, type VariableTypeOptions } from './provider/define-variable-type.ts'
export type { Log, LogLevel, LogSink } from './calls/log.ts'
export { matches } from './provider/matches.ts'
export {
  computed,
  computedWhenOmitted,
  ignoringDrift,
  linking,
  losing,
  replacing,
  secret,
  sortedBy,
  trackingDrift,
  tuning,
  variadic,
} from './schema/markers.ts'
export { aFunction } from './schema/function-schema.ts'
export { propertySchema } from './schema/property-schema.ts'
export { serve, type ServeOptions } from './serve/serve.ts'
export type { EarlierState, Upgrade } from './provider/upgrades.ts'
export {
  call,
  Expression,
  reference,
  text,
  type Written,
  type WrittenMap,
  type WrittenValue,
} from './transformer/blueprint-texts.ts'
export type { Inputs, Outputs, Recorded } from './schema/spec.ts'
export type {
  FieldChange,
  IdentityRule,
  PluginErrorCode,
  Provider,
  ResourceChanges,
  ResourceStatus,
  Scalar,
  Value,
  ValueMap,
} from '@slipway/model'
export type { HookMoment } from '@slipway/model'
export { PartialFunction } from '@slipway/model'
export { type StageRange, type StageRangeName, stageRanges } from '@slipway/model'
