export { Agent } from './agent.ts'
export type { AgentView } from './agent-view.ts'
export { configured, type PluginOption, useDeps } from './configure.ts'
export { Capability, capability, Hard, hard, Optional, optional, type PluginClass, Soft, soft } from './dependency.ts'
export { AgentFailure, type PluginError } from './failure.ts'
export type { PluginState } from './lifecycle/states.ts'
export {
  type AgentOption,
  allPlugins,
  clock,
  concurrent,
  plugins,
  quitOnClose,
  quitSignals,
  startTimeout,
  stopTimeout,
  type Version,
  version,
} from './options.ts'
export { type Condition, isPlugin, type Phase, type Plugin, type PluginContext } from './plugin.ts'
export type { CriticalChain } from './report/critical.ts'
export type { AgentHealth, PluginHealth } from './report/health.ts'
export { renderTimeline, type TimelineEntry } from './report/timeline.ts'
export type { Reason } from './report/why.ts'
