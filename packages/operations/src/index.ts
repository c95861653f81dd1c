export { corePluginRoot } from './core-plugins.ts'
export { DiagnosticsFailure } from './project/diagnostics-failure.ts'
export { openProject, type Project, type ProjectRequest } from './project/project.ts'
export type { Slipway } from './slipway.ts'
