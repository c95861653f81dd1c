import { dirname, resolve } from 'node:path'
import { readVariableFile, type GivenVariable } from '@slipway/engine'
import { Failure, hasErrors, type Value } from '@slipway/model'
import { givenText, isElsewhere, isPointer } from '../settings/given-text.ts'
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

/**
 * What is given for variables, by name; a value such as `env:TOKEN` or `file:token.txt` is what it points to. What the command line says, --var before --var-file, before
 * SLIPWAY_VAR_name.
 */
export function givenVariables({ flags, files, env, cwd, declared }: VariableSources): Map<string, GivenVariable> {
  const given = new Map<string, GivenVariable>()
  const set = (name: string, value: Value, from: string, folder: string): void => {
    if (!isPointer(value)) given.set(name, { value, from })
    else given.set(name, { value: givenText(value, { env, folder, about: from }), from: withPointer(from, value) })
  }
  for (const name of declared) {
    const value = env[`${variablePrefix}${name}`]
    if (value !== undefined) set(name, value, `${variablePrefix}${name}`, cwd)
  }
  for (const file of files.map((one) => resolve(cwd, one))) {
    for (const [name, { value, from }] of variablesOfFile(file)) set(name, value, from, dirname(file))
  }
  for (const flag of flags) {
    const [name, value] = splitFlag(flag)
    set(name, value, flagOf(name), cwd)
  }
  return given
}

function withPointer(from: string, value: string): string {
  return isElsewhere(value) ? `${from} (${value})` : from
}

function flagOf(name: string): string {
  return `--var ${name}`
}

/** True when the value itself stands on the command line, where every user of the machine can read it. */
export function isOnCommandLine(name: string, given: GivenVariable | undefined): boolean {
  return given?.from === flagOf(name)
}

function splitFlag(flag: string): readonly [string, string] {
  const equals = flag.indexOf('=')
  if (equals > 0) return [flag.slice(0, equals), flag.slice(equals + 1)]
  throw new Failure('cli/bad-variable', `--var ${flag} is not name=value`, {
    hint: `write --var ${flag || 'name'}=value`,
  })
}

function variablesOfFile(file: string): ReadonlyMap<string, GivenVariable> {
  const { variables, diagnostics } = readVariableFile(file, readText(file, { what: 'variables file' }))
  if (hasErrors(diagnostics)) throw new DiagnosticsFailure(diagnostics)
  return variables
}
