import type { VariableDeclaration } from '@slipway/engine'
import { Failure } from '@slipway/model'
import type { BlueprintRequest } from '@slipway/operations/project/blueprint-request'
import type { ProjectRequest } from '@slipway/operations/project/project'
import type { InstanceWish, NewInstanceQuestion } from '@slipway/operations/instance/instance-wish'
import type { GivenSetting } from '@slipway/operations/settings/load'
import type { Agree, StateChangeRequest } from '@slipway/operations/state/change-state'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from './options.ts'

/** The arguments that select the project. */
export function projectRequest(
  file: string | undefined,
  options: Pick<BlueprintOptions, 'instance' | 'stack' | SettingFlag>,
): ProjectRequest {
  return { file, instance: options.instance, stack: options.stack, settings: settingFlags(options) }
}

type SettingFlag = 'parallel' | 'set' | 'policyPack' | 'inspectPlugin' | 'attach'

/** A user who looks at a stopped program takes some time. */
const patient = ['plugins.registrationMs', 'plugins.probeMs', 'plugins.definitionMs', 'plugins.callMs'].concat(
  ['stabilise', 'hasStabilised', 'externalState', 'validate', 'diff', 'fetch', 'callFunction'].map(
    (name) => `deadlines.${name}Ms`,
  ),
)

const dayMs = String(24 * 3_600_000)

/** Node's own. */
const inspectPort = '9229'

function debugFlags(inspected: readonly string[], attached: readonly string[]): readonly GivenSetting[] {
  const flags = [
    ...inspected.map((text) => debugFlag('--inspect-plugin', 'plugins.inspect', text, inspectPort)),
    ...attached.map((text) => debugFlag('--attach', 'plugins.attach', text)),
  ]
  const origin = flags[0]?.origin
  return origin === undefined ? [] : [...patient.map((key) => ({ origin, key, value: dayMs })), ...flags]
}

function debugFlag(origin: string, setting: string, text: string, usual?: string): Required<GivenSetting> {
  const [id = '', value = usual] = text.split('=')
  if (id !== '' && value !== undefined) return { origin, key: `${setting}.${id}`, value }
  throw new Failure('cli/usage', `${origin} ${text} has no address for the plugin`, {
    hint: `write ${origin} acme/notes=127.0.0.1:4711`,
  })
}

function settingFlags(options: Pick<BlueprintOptions, SettingFlag>): readonly GivenSetting[] {
  const { parallel, set, policyPack, inspectPlugin = [], attach = [] } = options
  const given = set.map((text) => {
    const equals = text.indexOf('=')
    if (equals <= 0)
      throw new Failure('cli/bad-setting', `--set ${text} is not key=value`, {
        hint: 'slipway config show lists the settings',
      })
    return { origin: '--set', key: text.slice(0, equals), value: text.slice(equals + 1) }
  })
  const flags: GivenSetting[] = [...debugFlags(inspectPlugin, attach), ...given]
  if (policyPack.length > 0) flags.push({ origin: '--policy-pack', key: 'policyPacks', value: policyPack.join(',') })
  return parallel === undefined ? flags : [...flags, { origin: '--parallel', key: 'parallelism', value: parallel }]
}

/** Also reads the options about variables; asks for missing values if there is a user to ask. */
export function blueprintRequest(
  file: string | undefined,
  options: BlueprintOptions,
  console: Console,
): BlueprintRequest {
  const canAsk = console.canAsk && options.json !== true
  return {
    ...projectRequest(file, options),
    ...variablesOf(options),
    ...(canAsk && { ask: askingOn(console) }),
  }
}

/** The options about an instance that would otherwise be refused; asks about a new one if there is a user to ask. */
export function instanceWish(
  { create, otherVariables, otherBlueprint, json }: BlueprintOptions,
  { canAsk }: Console,
): InstanceWish {
  const mayAsk = canAsk && json !== true
  return { create: create ?? (mayAsk ? askToCreate : false), otherVariables, otherBlueprint }
}

async function askToCreate({ instance, nearest }: NewInstanceQuestion): Promise<boolean> {
  const likely = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return (await import('../console/prompt.ts')).confirm(
    `${instance} is new here.${likely} Create ${instance} as a new instance?`,
  )
}

function variablesOf(options: Pick<BlueprintOptions, 'var' | 'varFile'>) {
  return {
    variables: Object.fromEntries(options.var.map(nameAndValue)),
    variableFiles: options.varFile,
    variableLabel: (name: string) => `--var ${name}`,
  }
}

function nameAndValue(flag: string): readonly [string, string] {
  const equals = flag.indexOf('=')
  if (equals > 0) return [flag.slice(0, equals), flag.slice(equals + 1)]
  throw new Failure('cli/bad-variable', `--var ${flag} is not name=value`, {
    hint: `write --var ${flag || 'name'}=value`,
  })
}

type Ask = NonNullable<BlueprintRequest['ask']>

/** Asks until the answer is a valid value: a user who has given ten answers should not begin again for the last of them. */
function askingOn(console: Console): Ask {
  return async (variable, check) => {
    const { ask, askHidden, forgetTypedAhead } = await import('../console/prompt.ts')
    const question = await questionOf(variable)
    for (;;) {
      const answer = variable.secret ? await askHidden(console, question) : await ask(question)
      const problem = await check(answer)
      if (problem === undefined) return answer
      console.err.write(`${problem}\n`)
      forgetTypedAhead()
    }
  }
}

async function questionOf(variable: VariableDeclaration): Promise<string> {
  const { name, type, custom, description, allowedValues, options, shape } = variable
  const { optionText } = await import('@slipway/engine')
  const choices = options?.map(optionText) ?? allowedValues.map(String)
  const written = shape === undefined ? type : `${type}, as YAML or JSON on one line`
  const choice = choices.length === 0 ? (custom?.value ?? written) : choices.join(' | ')
  return `${description === undefined ? '' : `${description}\n`}${name} (${choice}): `
}

/** The request of a command that changes the record by hand. */
export function changeRequest<Question>(
  file: string | undefined,
  options: BlueprintOptions,
  agree: Agree<Question> | undefined,
): StateChangeRequest<Question> {
  return { ...projectRequest(file, options), agree, waitMs: (options.wait ?? 0) * 1000 }
}

/** The words in which a user is asked; `undefined`: nobody can be asked. */
export function agreement<Question>(
  console: Console,
  { yes }: Pick<BlueprintOptions, 'yes'>,
  words: (question: Question) => string,
): Agree<Question> | undefined {
  if (yes === true) return true
  if (!console.canAsk) return undefined
  return async (question) => (await import('../console/prompt.ts')).confirm(words(question))
}
