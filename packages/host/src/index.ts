export { type DefinitionCache, providerDefinitions, transformerDefinitions } from './cache/definition-cache.ts'
export { filesImportedBy, loadedFiles } from './cache/loaded-files.ts'
export type { VersionPins } from './discover/choose.ts'
export { deployEngine } from './dialects/deploy-engine/dialect.ts'
export { packageHint, pluginPackages } from './dialects/deploy-engine/npm-packages.ts'
export { deployEngineEcosystem } from './dialects/deploy-engine/installing.ts'
export { launchVariables } from './dialects/deploy-engine/variables.ts'
export { acceptedBy, pulumi, viewDeskOf } from './dialects/pulumi/dialect.ts'
export { installByLanguage, type SourcesToInstall } from './dialects/pulumi/install/install-by-language.ts'
export { type LanguagePlugins, pulumiEcosystem } from './dialects/pulumi/install/installing.ts'
export { requiredPackages } from './dialects/pulumi/described/required-packages.ts'
export { runInstallation } from './dialects/run-installation.ts'
export { runtimeOfSources, sdkLanguage } from './dialects/pulumi/sdk-language.ts'
export { pulumiPluginId } from './dialects/pulumi/described/kinds.ts'
export { type PackageList, packagesIn } from './dialects/pulumi/described/package-list.ts'
export { converterAt, policyPackAt } from './dialects/pulumi/plugin-at.ts'
export type { LanguageRun } from './dialects/pulumi/start/source-start.ts'
export { frontRun, type PassOn, runInFront, runInFrontByLanguage } from './dialects/pulumi/start/run-in-front.ts'
export {
  type ProgramEnd,
  type ProgramFolder,
  type ProgramRequest,
  runProgram,
} from './dialects/pulumi/start/run-program.ts'
export { pulumiRoots } from './dialects/pulumi/roots.ts'
export { terraform } from './dialects/terraform/dialect.ts'
export { providerProgram } from './dialects/terraform/program.ts'
export { terraformRoots } from './dialects/terraform/roots.ts'
export { terraformEcosystem } from './dialects/terraform/installing.ts'
export type { Dialect, InstalledPlugin, ProviderOptions, RunningPlugin } from './dialects/dialect.ts'
export { type Discovery, type DiscoveryOptions, discoverPlugins } from './discover/discover.ts'
export { Namespaces, type NamespacePins } from './discover/namespaces.ts'
export type { DiscoveryProblem } from './discovery-problem.ts'
export type { Caller, GatewayPort } from './gateway/caller.ts'
export { type EnvironmentPolicy, pluginEnvironment } from './launch/environment.ts'
export { killLeftovers, killPluginsOf } from './launch/leftovers.ts'
export {
  cacheDir,
  compileCacheDir,
  defaultPluginRoots,
  definitionCacheDir,
  installRoot,
  launchAttemptLimit,
  pluginExecutable,
  type PluginKind,
  pluginLogDir,
  pluginLogFile,
  pluginRoots,
  type PluginRoot,
  type RootOptions,
  schemaCacheDir,
  slipwayHome,
  versionFolder,
} from './layout.ts'
export { defaultPolicy } from './defaults.ts'
export {
  PluginHost,
  type PluginHostOptions,
  type PluginProcessInfo,
  type Served,
  type SpecialLaunch,
} from './plugin-host.ts'
export type { Printed } from './launch/launcher.ts'
export type { Exchange } from './supervise/recorded-channel.ts'
export type { HostEvent } from './supervise/event.ts'
