import { Output } from '../inline/output.ts'
import { version } from '../version.ts'
import { secret, stack } from './stack-definition.ts'

/** What else operations exports. A module that a stack shares with a program may import it. */
const ofPrograms = [
  'DiagnosticsFailure',
  'RunFailed',
  'Stopped',
  'acceptState',
  'backUpState',
  'blueprintFragment',
  'check',
  'convert',
  'corePluginRoot',
  'destroy',
  'doctor',
  'evaluateExpression',
  'evaluateInBlueprint',
  'explainCode',
  'exportState',
  'exportsOf',
  'forgetGroup',
  'forgetResource',
  'forgetTrust',
  'format',
  'getConfig',
  'historyOf',
  'importResource',
  'importState',
  'initStack',
  'installedDefinitions',
  'installedTypes',
  'listConfig',
  'listFunctions',
  'listInstances',
  'listPlugins',
  'listResources',
  'listStacks',
  'listState',
  'listTrusted',
  'listTrustedGroups',
  'logsOf',
  'newPlugin',
  'plan',
  'programOfStack',
  'projectTypes',
  'protectInstance',
  'protectResource',
  'refresh',
  'rekeyState',
  'removeConfig',
  'removeStack',
  'renameResource',
  'renameStack',
  'resourceGraph',
  'resourceTypesText',
  'restoreState',
  'runTasks',
  'savedPlan',
  'selectStack',
  'setConfig',
  'settingsOf',
  'showRecord',
  'taskOrder',
  'testPlugin',
  'trustFolder',
  'trustGroup',
  'unlockInstance',
  'up',
  'upSaved',
  'validate',
  'watchPlugin',
  'watchTypes',
  'writeTypes',
]

/** What a stack imports from `slipway` and `@slipway/operations`. */
export const forStacks: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(ofPrograms.map((name) => [name, standIn(name)])),
  stack,
  secret,
  Output,
  version,
}

/** Stands for a function that only a program can call: a stack runs while one of these is at work. Nothing is an instance of it. */
function standIn(name: string): () => never {
  return function unusable(): never {
    throw new TypeError(
      `a stack cannot call ${name}: it only says what should exist. Call ${name} in a program of your own, or use s.data and s.reference here`,
    )
  }
}
