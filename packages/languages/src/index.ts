export type { Language, PluginRun, RequiredPackage, Sources, Start } from './language.ts'
export { nodejs } from './nodejs/nodejs.ts'
export { python } from './python/python.ts'
