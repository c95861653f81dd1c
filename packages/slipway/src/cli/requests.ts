import type { VariableDeclaration } from '@slipway/engine'
import { Failure } from '@slipway/model'
import type { BlueprintRequest } from '@slipway/operations/project/blueprint-request'
import type { ProjectRequest } from '@slipway/operations/project/project'
import type { GivenSetting } from '@slipway/operations/settings/load'
import type { Agree, StateChangeRequest } from '@slipway/operations/state/change-state'
import type { Console } from './console.ts'
import type { BlueprintOptions } from './options.ts'

/** The arguments that select the project. */
export function projectRequest(
  file: string | undefined,
  options: Pick<BlueprintOptions, 'instance' | 'parallel' | 'set' | 'policyPack'>,
): ProjectRequest {
  return { file, instance: options.instance, settings: settingFlags(options) }
}

function settingFlags({
  parallel,
  set,
  policyPack,
}: Pick<BlueprintOptions, 'parallel' | 'set' | 'policyPack'>): readonly GivenSetting[] {
  const flags: GivenSetting[] = set.map((text) => {
    const equals = text.indexOf('=')
    if (equals <= 0) throw new Failure('cli/bad-setting', `--set ${text} is not key=value`)
    return { origin: '--set', key: text.slice(0, equals), value: text.slice(equals + 1) }
  })
  if (policyPack.length > 0) flags.push({ origin: '--policy-pack', key: 'policyPacks', value: policyPack.join(',') })
  return parallel === undefined ? flags : [...flags, { origin: '--parallel', key: 'parallelism', value: parallel }]
}

/** The same with what they say of variables; a person is asked for what is missing, if there is one. */
export function blueprintRequest(
  file: string | undefined,
  options: BlueprintOptions,
  console: Console,
): BlueprintRequest {
  const canAsk = console.canAsk && options.json !== true
  return {
    ...projectRequest(file, options),
    ...variablesOf(options),
    ...(canAsk && { ask: (variable: VariableDeclaration) => askForVariable(variable, console) }),
  }
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

async function askForVariable(
  { name, type, custom, description, secret, allowedValues, options }: VariableDeclaration,
  console: Console,
): Promise<string> {
  const { optionText } = await import('@slipway/engine')
  const choices = options?.map(optionText) ?? allowedValues.map(String)
  const choice = choices.length === 0 ? (custom?.value ?? type) : choices.join(' | ')
  const question = `${description === undefined ? '' : `${description}\n`}${name} (${choice}): `
  const { ask, askHidden } = await import('./prompt.ts')
  return secret ? askHidden(console, question) : ask(question)
}

/** Of a command that changes what is recorded, by hand. */
export function changeRequest<Question>(
  file: string | undefined,
  options: BlueprintOptions,
  agree: Agree<Question> | undefined,
): StateChangeRequest<Question> {
  return { ...projectRequest(file, options), agree, waitMs: (options.wait ?? 0) * 1000 }
}

/** Whoever may be asked is asked in these words; `undefined`: nobody can be. */
export function agreement<Question>(
  console: Console,
  { yes }: Pick<BlueprintOptions, 'yes'>,
  words: (question: Question) => string,
): Agree<Question> | undefined {
  if (yes === true) return true
  if (!console.canAsk) return undefined
  return async (question) => (await import('./prompt.ts')).confirm(words(question))
}
