import { Output } from '../inline/output.ts'
import { version } from '../version.ts'
import { secret, stack } from './stack-definition.ts'

/** The other exports of operations. A module shared by a stack and a program may import them. */
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

/** The exports of `slipway` and `@slipway/operations` in a stack. */
export const forStacks: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(ofPrograms.map((name) => [name, standIn(name)])),
  stack,
  secret,
  Output,
  version,
}

/** A stand-in for a function that only a program may call, since a stack runs inside an operation. As a class, it has no instances. */
function standIn(name: string): () => never {
  return function unusable(): never {
    throw new TypeError(
      `a stack cannot call ${name}: it only says what should exist. Call ${name} in a program of your own, or use s.data and s.reference here`,
    )
  }
}
