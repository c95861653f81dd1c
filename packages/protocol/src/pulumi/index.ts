export { Analyzer } from './gen/analyzer.ts'
export { PolicyPack } from './analyzer/policy-pack.ts'
export { Converter } from './gen/converter.ts'
export {
  type ConvertedSnippet,
  PulumiConverter,
  type ConverterServices,
  type Snippet,
  type SnippetPackage,
} from './converter/converter.ts'
export { ProgramGenerator } from './converter/generator.ts'
export { PackageGenerator } from './converter/package-generator.ts'
export { DiagnosticSeverity } from './gen/hcl.ts'
export type { ImportedResource } from './converter/imported-resource.ts'
export { assertNameInside } from './converter/name-inside.ts'
export { remarksOf } from './converter/remarks.ts'
export { Engine, LogSeverity } from './gen/engine.ts'
export {
  type GeneratePackageRequest,
  type GeneratePackageResponse,
  type InstallDependenciesRequest,
  type InstallDependenciesResponse,
  LanguageRuntime,
  type LinkRequest,
  type LinkResponse,
  type PackRequest,
  type PackResponse,
  type ProgramInfo,
  type RunPluginRequest,
  type RunPluginResponse,
  type RunRequest,
  type RunResponse,
  type RuntimeOptionPrompt,
  type RuntimeOptionValue,
} from './gen/language.ts'
export type { PackageDependency, PluginDependency } from './gen/plugin.ts'
export { Loader } from './gen/loader.ts'
export { Mapper } from './gen/mapper.ts'
export { PackageResolver } from './gen/plugin.ts'
export {
  type CallRequest,
  type CallResponse,
  type ConstructRequest,
  ResourceProvider as PulumiProviderMethods,
} from './gen/provider.ts'
export { ResourceStatus } from './gen/resource_status.ts'
export { ViewDesk } from './provider/resource/views.ts'
export { componentInputs, componentOutputs, methodAnswer, methodCall, urnOfResource } from './provider/component.ts'
export { toldAsByPulumi } from './provider/calls/error-details.ts'
export { functionName } from './provider/calls/invoke.ts'
export { leftBy, type MadeResource } from './provider/resource/made-resource.ts'
export { comparedSettings } from './provider/compared-settings.ts'
export { PulumiProvider, type PulumiProviderOptions } from './provider/client.ts'
export {
  type Accepts,
  isUnknownText,
  type Noted,
  programFromWire,
  programToWire,
  valueFromWire,
} from './convert/program-values.ts'
export {
  type Checked,
  type Compared,
  type Configuring,
  type Existing,
  PulumiResources,
  type PulumiResourcesOptions,
  type ResourceName,
} from './provider/resources.ts'
export { Callbacks } from './gen/callback.ts'
export * as monitor from './gen/resource.ts'
export { type DependenciesByProperty, dependenciesOfOutputs, withOutputValues } from './convert/output-values.ts'
export { referenceKey } from './convert/reference.ts'
export { type OpenSecret, programFromJson, programToJson, structFromJson, structToJson } from './convert/json.ts'
export { definitionOf } from './provider/calls/definition.ts'
export { initErrorsName, keptName, notedNames, readFirstName, viewsName } from './convert/schema.ts'
export { structFromWire, structToWire } from './convert/struct.ts'
export { megabytesTooMany, mostMegabytes } from './convert/too-large.ts'
export { pulumiVersion } from './pulumi-version.ts'
