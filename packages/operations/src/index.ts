export { newPlugin, type NewPlugin, type NewPluginRequest } from './authors/new-plugin.ts'
export { packPlugin, type PackRequest, type PackWish } from './authors/pack-plugin.ts'
export { type Publication, type PublishedTo, publishPlugin, type PublishRequest } from './authors/publish-plugin.ts'
export { mirrorPlugins, type MirrorRequest } from './installing/mirror-plugins.ts'
export { watchPlugin, type WatchRequest, type WatchRound } from './authors/watch-plugin.ts'
export type {
  ChangeResult,
  ChangeWish,
  DestroyRequest,
  InlineRequest,
  InlineUpRequest,
  PlanWish,
  RefreshRequest,
  UpRequest,
} from './change/change-request.ts'
export { destroy } from './change/destroy.ts'
export { type Imported, importResource, type ImportRequest } from './change/import-resource.ts'
export { type InlinePlanRequest, plan, type Planned, type PlanRequest } from './change/plan.ts'
export { refresh } from './change/refresh.ts'
export { savedPlan, upSaved } from './change/saved-plan.ts'
export type { SavedPlan } from './change/saved-plan/saved-plan-content.ts'
export { RunFailed } from './change/run-failed.ts'
export { runTasks, type TasksRunRequest } from './change/run-tasks.ts'
export { up } from './change/up.ts'
export { getConfig, listConfig, type NamedConfig, removeConfig, setConfig } from './configure/config.ts'
export type { StackRequest } from './configure/place.ts'
export {
  type RemovedStack,
  type RemoveQuestion,
  removeStack,
  type RemoveStackRequest,
} from './configure/remove-stack.ts'
export { type RenamedStack, renameStack, type RenameStackRequest } from './configure/rename-stack.ts'
export { initStack, type ListedStack, listStacks, select as selectStack } from './configure/stacks.ts'
export {
  forgetTrust,
  type ListedTrust,
  listTrusted,
  type NoLongerTrusted,
  type NowTrusted,
  trustFolder,
} from './configure/trust.ts'
export { forgetGroup, listTrustedGroups, type TrustedGroup, trustGroup } from './trust/trust-group.ts'
export { corePluginRoot } from './core-plugins.ts'
export type { News, Observer, OperationEvent, PlannedTask, PlannedTasks } from './events.ts'
export { type ConvertedProgram, convertProgram, type ConvertProgramRequest } from './converting/convert-program.ts'
export {
  type ConvertedSnippetResult,
  convertSnippet,
  type ConvertSnippetRequest,
} from './converting/convert-snippet.ts'
export { type ImportPlan, type LeftOut, type PlannedImport } from './converting/state/import-plan.ts'
export { type ImportedFrom, importStateFrom, type ImportStateRequest } from './converting/state/import-state-from.ts'
export { convert, type Converted, type ConvertRequest } from './forms/convert.ts'
export { format, type Formatted, type FormatRequest } from './forms/format.ts'
export type { InlineOptions, InlineProgram, Named, ProgramResource, ProgramStack } from './inline/inline-program.ts'
export { type Input, type Known, Output } from './inline/output.ts'
export {
  type PlainStack,
  secret,
  type SecretVariable,
  stack,
  type StackDefinition,
  type StackExports,
  type StackVariables,
  type VariableValues,
} from './stack-files/stack-definition.ts'
export { type AnyStack, programOfStack } from './stack-files/stack-in-process.ts'
export type { StandardSchema } from './stack-files/standard-schema.ts'
export type { Plain } from './inline/plain.ts'
export type {
  AnyType,
  DataSourceTypes,
  DefinedType,
  Field,
  Fields,
  GivenTo,
  GotFrom,
  PluginFunctions,
  ResourceTypes,
  TypeNames,
  Unlisted,
} from './inline/resource-types.ts'
export { resourceTypesText } from './inline/types-text.ts'
export { doctor } from './look/doctor/doctor.ts'
export type { Finding } from './look/doctor/finding.ts'
export { evaluateExpression } from './look/evaluate.ts'
export { evaluateInBlueprint } from './look/evaluate-in-blueprint.ts'
export { type Exports, exportsOf } from './look/exports.ts'
export { type ListedFunction, listFunctions } from './look/functions.ts'
export { type History, historyOf, type HistoryRequest } from './look/history.ts'
export { type Explanation, explainCode } from './look/explain.ts'
export { type ListedInstance, listInstances } from './look/instances.ts'
export { listResources, type ListResourcesRequest } from './look/list-resources.ts'
export { type Logs, logsOf } from './look/logs.ts'
export { installedDefinitions, installedTypes, type InstalledTypes } from './look/definitions.ts'
export { listPlugins, type PluginList } from './look/plugins.ts'
export { settingsOf } from './look/settings.ts'
export { testPlugin, type TestRequest } from './authors/test-plugin.ts'
export {
  check,
  resourceGraph,
  validate,
  type LookRequest,
  type ResourceGraph,
  type Validation,
} from './look/validate.ts'
export { DiagnosticsFailure } from '@slipway/model'
export type { ProjectRequest } from './project/project.ts'
export type { VariablesRequest } from './project/variables.ts'
export type { GivenSetting } from './settings/load.ts'
export type { InMemory, InstalledDefinitions } from './in-memory.ts'
export type { Slipway } from './slipway.ts'
export type { AgreeToTrust, Brought, TrustMode, TrustQuestion } from './trust/trust-mode.ts'
export { type Accepted, type AcceptQuestion, acceptState } from './state/accept.ts'
export { type Backup, backUpState, type Restored, type RestoreQuestion, restoreState } from './state/backup.ts'
export type { Agree, StateChangeRequest } from './state/change-state.ts'
export { type Forgotten, forgetResource, type ForgetQuestion } from './state/by-hand/forget.ts'
export { type ListedResource, listState, type StateListing } from './state/list.ts'
export { blueprintFragment } from './forms/write-fragment.ts'
export { protectInstance, protectResource, type Protected, type ProtectedInstance } from './state/by-hand/protect.ts'
export { type Rekeyed, type RekeyRequest, rekeyState } from './state/rekey.ts'
export { type Renamed, renameResource } from './state/by-hand/rename.ts'
export { showRecord } from './state/show.ts'
export {
  type ExportedState,
  type ExportRequest,
  exportState,
  importState,
  type ReplaceQuestion,
} from './state/transfer/transfer.ts'
export { type Unlocked, unlockInstance, type UnlockQuestion } from './state/unlock.ts'
export { type AddedPackage, addPackage, type AddRequest } from './packages/add-package.ts'
export { getPackageSchema } from './packages/get-schema.ts'
export { type ListedPackage, listPackages } from './packages/list-packages.ts'
export { type PackagePublication, publishPackage, type PublishPackageRequest } from './packages/publish-package.ts'
export { type RemovedPackage, removePackage, type RemoveRequest } from './packages/remove-package.ts'
export type { FoundPackage, PackageRequest } from './packages/wanted-package.ts'
export { projectTypes, type ProjectTypes, type TypesRequest } from './project-types/project-types.ts'
export { watchTypes, type WatchTypesRequest, writeTypes } from './project-types/write-types.ts'
export { Stopped } from './stopped.ts'
export { type ReadOrder, taskOrder, type TasksRequest } from './tasks/read-order.ts'
export { version } from './version.ts'
export type { BlueprintRequest } from './project/blueprint-request.ts'
