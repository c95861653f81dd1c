export type { DataSourceExercise, FunctionExercise } from './checks/answers.ts'
export type { Exercise } from './checks/life.ts'
export type { LinkExercise } from './checks/link-life.ts'
export type { TransformExercise } from './checks/transforms.ts'
export type { VariableTypeExercise } from './checks/variables.ts'
export type { UpgradeExercise } from './checks/upgrades.ts'
export { executableAt } from './executable-at.ts'
export type { Retry, RetryOf } from './patient-provider.ts'
export { startHarness, type Harness, type HarnessOptions } from './harness.ts'
export { type CheckResult, type Introduction, isRateLimit, type PluginReport } from './report.ts'
export { testPlugin, type TestPluginOptions } from './test-plugin.ts'
export { type Computing, computing } from './memory/computing.ts'
export {
  type Behaviour,
  type Given,
  given,
  type GivenReference,
  type ReferenceOptions,
  type Widened,
} from './memory/given.ts'
export type { AskedNames } from './memory/asked-names.ts'
export { MemoryWorld } from './memory/memory-world.ts'
