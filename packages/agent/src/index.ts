export { Agent } from './agent.ts'
export type { AgentView } from './agent-view.ts'
export { configured, type PluginOption, useDeps } from './configure.ts'
export { capability, hard, optional, soft } from './dependency.ts'
export { AgentFailure, type PluginError } from './failure.ts'
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
  version,
} from './options.ts'
export { isPlugin, type Plugin, type PluginContext } from './plugin.ts'
export { renderTimeline } from './report/timeline.ts'
export { Capability, Hard, Optional, type PluginClass, Soft } from './plugin.ts'
export type { PluginState, Condition, Phase } from './life.ts'
export type { Version, CriticalChain, AgentHealth, PluginHealth, TimelineEntry, Reason } from './agent-view.ts'
