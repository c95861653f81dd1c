export type {
  Language,
  LinkPlan,
  MadeSdk,
  PluginRun,
  RequiredPackage,
  SdkLanguage,
  Sources,
  Start,
} from './language.ts'
export { nodejs } from './nodejs/nodejs.ts'
export { python } from './python/python.ts'
