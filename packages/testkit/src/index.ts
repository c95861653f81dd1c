export type { Exercise } from './checks/life.ts'
export { startHarness, type Harness, type HarnessOptions } from './harness.ts'
export type { CheckResult, Introduction, PluginReport } from './report.ts'
export { testPlugin, type TestPluginOptions } from './test-plugin.ts'
