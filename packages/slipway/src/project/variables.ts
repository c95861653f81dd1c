import { resolve } from 'node:path'
import { readVariableFile, type GivenVariable } from '@slipway/engine'
import { Failure, hasErrors, messageOf } from '@slipway/model'
import { DiagnosticsFailure } from './diagnostics-failure.ts'
import { readText } from './read-text.ts'

export interface VariableSources {
  /** `name=value`, from --var, in the order of the command line. */
  readonly flags: readonly string[]
  /** Paths from --var-file, the last one wins. */
  readonly files: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** The variables that the blueprint has: the environment may hold others, for other blueprints. */
  readonly declared: ReadonlySet<string>
}

export const variablePrefix = 'SLIPWAY_VAR_'

/** What is given for variables, by name: what the command line says, --var before --var-file, before SLIPWAY_VAR_name. */
export function givenVariables({ flags, files, env, cwd, declared }: VariableSources): Map<string, GivenVariable> {
  const given = new Map<string, GivenVariable>()
  for (const name of declared) {
    const value = env[`${variablePrefix}${name}`]
    if (value !== undefined) given.set(name, { value, from: `${variablePrefix}${name}` })
  }
  for (const file of files) {
    for (const [name, variable] of variablesOfFile(resolve(cwd, file))) given.set(name, variable)
  }
  for (const flag of flags) {
    const [name, value] = splitFlag(flag)
    given.set(name, { value, from: `--var ${name}` })
  }
  return given
}

function splitFlag(flag: string): readonly [string, string] {
  const equals = flag.indexOf('=')
  if (equals > 0) return [flag.slice(0, equals), flag.slice(equals + 1)]
  throw new Failure('cli/bad-variable', `--var ${flag} is not name=value`, {
    hint: `write --var ${flag || 'name'}=value`,
  })
}

function variablesOfFile(file: string): ReadonlyMap<string, GivenVariable> {
  let text: string
  try {
    text = readText(file)
  } catch (error) {
    if (error instanceof DiagnosticsFailure) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Failure('cli/no-such-file', `there is no variables file ${file}`)
    throw new Failure('cli/unreadable-file', `the variables file ${file} cannot be read: ${messageOf(error)}`)
  }
  const { variables, diagnostics } = readVariableFile(file, text)
  if (hasErrors(diagnostics)) throw new DiagnosticsFailure(diagnostics)
  return variables
}
