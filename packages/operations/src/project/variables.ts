import { existsSync } from 'node:fs'
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

/** What may be given for a variable; a list or a map may also be given as text in YAML or JSON. */
export type GivenValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly GivenValue[]
  | { readonly [key: string]: GivenValue }

/** The variables that a request gives. */
export interface VariablesRequest {
  /** By name. Text such as `env:TOKEN` or `file:token.txt` is what it points to. */
  readonly variables?: Readonly<Record<string, GivenValue>>
  /** Files in YAML or JSON; the last one wins, and `variables` over all of them. */
  readonly variableFiles?: readonly string[]
  /** The name of one of `variables` in messages: `--var port` (default: `variables.port`). */
  readonly variableLabel?: (name: string) => string
}

/** The file with the values of the instance that is meant, which nobody names. */
export interface OwnVariables {
  /** Absolute; it need not be there. */
  readonly file: string
  readonly files: TextFiles
  /** Values that point to what lies elsewhere: `left-out` where the folder is not trusted, `tried` where a value may be missing. */
  readonly pointers: 'followed' | 'tried' | 'left-out'
}

/** What says which variables belong to an instance. */
export type VariablesPlace = Pick<Project, 'blueprint' | 'files' | 'trust'> &
  Partial<Pick<Project, 'stackFile' | 'instance'>>

/**
 * What is read for an instance of a project without being named; `undefined` for what has no file.
 *
 * @param isLoose values may be missing
 * @throws Failure `cli/ambiguous-variables`
 */
export function ownVariables(project: VariablesPlace, isLoose = false): OwnVariables | undefined {
  const { instance, files, trust } = project
  const file = fileOf(project)
  if (file === undefined || instance === undefined || !isInstanceName(instance)) return undefined
  // Also where it has none: another blueprint's file is not read for it by mistake.
  variablesFilesOf(file)
  const pointers = trust.leftOut.length > 0 ? 'left-out' : isLoose ? 'tried' : 'followed'
  return { file: variablesFileOf(file, instance), files, pointers }
}

export interface VariableSources extends VariablesRequest {
  readonly own?: OwnVariables | undefined
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** The variables that the blueprint has: the environment may hold others, for other blueprints. */
  readonly declared: ReadonlySet<string>
  /** Those among them that hold several things: text for them is YAML or JSON. */
  readonly nested?: ReadonlySet<string>
}

export const variablePrefix = 'SLIPWAY_VAR_'

/**
 * The values given for variables, by name: `variables` before `variableFiles`, those before SLIPWAY_VAR_name, and that before the file of
 * the instance.
 */
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

/** True when the request holds the value itself, and does not say where it is to be found. */
export function isWrittenOut(name: string, given: GivenVariable | undefined, request: VariablesRequest): boolean {
  return given?.from === labelOf(name, request)
}

function valuesOfInstance(own: OwnVariables | undefined): Iterable<readonly [string, GivenVariable]> {
  if (own === undefined || !existsSync(own.file)) return []
  const values = variablesOfFile(own.file, own.files)
  return own.pointers === 'left-out' ? [...values].filter(([, one]) => pointersInGiven(one).length === 0) : values
}

function variablesOfFile(file: string, files: TextFiles = namedFiles): ReadonlyMap<string, GivenVariable> {
  const { variables, diagnostics } = readVariableFile(file, files.read(file, { what: 'variables file' }))
  if (hasErrors(diagnostics)) throw new DiagnosticsFailure(diagnostics)
  return variables
}
