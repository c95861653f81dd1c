export type { Language, PluginRun, Sources, Start } from './language.ts'
export { nodejs } from './nodejs/nodejs.ts'
export { python } from './python/python.ts'
