import { lstatSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readVariableFile, type GivenVariable } from '@slipway/engine'
import { Failure, hasErrors, type Value, DiagnosticsFailure } from '@slipway/model'
import { givenText, isElsewhere, isPointer } from '../settings/given-text.ts'
import type { TextFiles } from '@slipway/source/files'
import { namedFiles } from '../trust/project-files.ts'
import { fileOf } from './file-of.ts'
import { isInstanceName } from './instance-name.ts'
import { pointersInGiven, valueWithPointersFound, withPointersFound } from './nested-variables.ts'
import type { Project } from './project.ts'
import { variablesFileOf, variablesFilesOf } from './variables-files.ts'

/** A value for a variable. A list or a map may also be a text in YAML or JSON. */
export type GivenValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly GivenValue[]
  | { readonly [key: string]: GivenValue }

/** The variables in a request. */
export interface VariablesRequest {
  /** The variables by name. A text such as `env:TOKEN` or `file:token.txt` stands for the value to which it points. */
  readonly variables?: Readonly<Record<string, GivenValue>>
  /** Files in YAML or JSON. Later files win; `variables` wins over all of them. */
  readonly variableFiles?: readonly string[]
  /** Returns the name of a variable for messages, such as the flag that sets it. */
  readonly variableLabel?: (name: string) => string
}

/** The instance's own variables file, which Slipway reads without being told its name. */
export interface OwnVariables {
  /** The absolute path. The file need not exist. */
  readonly file: string
  readonly files: TextFiles
  /** How to treat pointers: `left-out` in an untrusted folder, `tried` if values may be missing. */
  readonly pointers: 'followed' | 'tried' | 'left-out'
}

/** The parts of a project that decide which variables belong to an instance. */
export type VariablesPlace = Pick<Project, 'blueprint' | 'files' | 'trust'> &
  Partial<Pick<Project, 'stackFile' | 'instance'>>

/**
 * Returns the variables file of a project's instance; `undefined` for a project without a file.
 *
 * @param isLoose true: values may be missing
 * @throws Failure `cli/ambiguous-variables`
 */
export function ownVariables(project: VariablesPlace, isLoose = false): OwnVariables | undefined {
  const { instance, files, trust } = project
  const file = fileOf(project)
  if (file === undefined || instance === undefined || !isInstanceName(instance)) return undefined
  // The check applies even if the instance has no file of its own, because it must not get another blueprint's file by mistake.
  variablesFilesOf(file)
  const pointers = trust.leftOut.length > 0 ? 'left-out' : isLoose ? 'tried' : 'followed'
  return { file: variablesFileOf(file, instance), files, pointers }
}

export interface VariableSources extends VariablesRequest {
  readonly own?: OwnVariables | undefined
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** The variables of this blueprint: the environment may have variables for other blueprints, too. */
  readonly declared: ReadonlySet<string>
  /** The declared lists and maps, whose texts are YAML or JSON. */
  readonly nested?: ReadonlySet<string>
  /** Called with the reason why a value with `tried` pointers is missing. */
  readonly onMissing?: (why: string) => void
}

export const variablePrefix = 'SLIPWAY_VAR_'

/** Returns the given values by variable name. Strongest first: `variables`, `variableFiles`, SLIPWAY_VAR_name, the file of the instance. */
export function givenVariables(sources: VariableSources): Map<string, GivenVariable> {
  const { variables = {}, variableFiles = [], env, cwd, declared, nested = new Set() } = sources
  const given = new Map<string, GivenVariable>()
  const textIn = (name: string, value: Value): string | undefined =>
    typeof value === 'string' && nested.has(name) && !isPointer(value) ? value : undefined
  const set = (name: string, value: Value, from: string, folder: string, text = textIn(name, value)): void => {
    let place = from
    const find = (pointer: string): string => {
      if (isElsewhere(pointer)) place = withPointer(from, pointer)
      return givenText(pointer, { env, folder, about: from })
    }
    const inside = text === undefined ? undefined : withPointersFound(text, find)
    if (inside !== undefined) given.set(name, { ...inside, from: place })
    else if (!isPointer(value)) {
      const found = valueWithPointersFound(value, find)
      given.set(name, { value: found, from: place })
    } else given.set(name, { value: givenText(value, { env, folder, about: from }), from: withPointer(from, value) })
  }
  for (const [name, { value, from, text }] of valuesOfInstance(sources.own)) {
    try {
      set(name, value, from, dirname(from), text)
    } catch (error) {
      if (sources.own?.pointers !== 'tried' || !(error instanceof Failure)) throw error
      sources.onMissing?.(error.message)
    }
  }
  for (const name of declared) {
    const value = env[`${variablePrefix}${name}`]
    if (value !== undefined) set(name, value, `${variablePrefix}${name}`, cwd)
  }
  for (const file of variableFiles.map((one) => resolve(cwd, one))) {
    for (const [name, { value, from, text }] of variablesOfFile(file)) set(name, value, from, dirname(file), text)
  }
  for (const [name, value] of Object.entries(variables)) set(name, value, labelOf(name, sources), cwd)
  return given
}

function withPointer(from: string, value: string): string {
  return isElsewhere(value) ? `${from} (${value})` : from
}

function labelOf(name: string, { variableLabel = (one) => `variables.${one}` }: VariablesRequest): string {
  return variableLabel(name)
}

/** True if the request contains the value itself, not a pointer to the value. */
export function isWrittenOut(name: string, given: GivenVariable | undefined, request: VariablesRequest): boolean {
  return given?.from === labelOf(name, request)
}

function valuesOfInstance(own: OwnVariables | undefined): Iterable<readonly [string, GivenVariable]> {
  // A link to a missing file is a mistake to report, not an absent file.
  if (own === undefined || lstatSync(own.file, { throwIfNoEntry: false }) === undefined) return []
  const values = variablesOfFile(own.file, own.files)
  return own.pointers === 'left-out' ? [...values].filter(([, one]) => pointersInGiven(one).length === 0) : values
}

function variablesOfFile(file: string, files: TextFiles = namedFiles): ReadonlyMap<string, GivenVariable> {
  const { variables, diagnostics } = readVariableFile(file, files.read(file, { what: 'variables file' }))
  if (hasErrors(diagnostics)) throw new DiagnosticsFailure(diagnostics)
  return variables
}
