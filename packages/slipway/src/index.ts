export { composeEngine, type ComposeOptions, type OneShotEngine } from './daemon/compose.ts'
export { type EnginePart } from './daemon/engine-part.ts'
export { openProject, type Project, type ProjectRequest } from './project/project.ts'
