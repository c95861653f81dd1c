import type { ProgramStack } from '../inline/inline-program.ts'
import { refuseUnknownKeys } from '../inline/options/known-keys.ts'
import { type Input, type Known, Output } from '../inline/output.ts'
import type { Plain } from '../inline/plain.ts'
import { isStandardSchema, type StandardSchema } from './standard-schema.ts'

/** A variable's schema, marked by `secret`. */
export interface SecretVariable<Schema extends StandardSchema = StandardSchema> {
  readonly secret: Schema
}

/** The variables of a stack by name, as schemas of any library that follows Standard Schema. */
export interface StackVariables {
  readonly [name: string]: StandardSchema | SecretVariable
}

type ValueOf<Schema> = Schema extends StandardSchema<unknown, infer Value> ? Value : never

/** The second argument of a stack's function: the values returned by the schemas. A secret is an output, which keeps its mark. */
export type VariableValues<Variables> = {
  readonly [Name in keyof Variables]: Variables[Name] extends SecretVariable<infer Schema>
    ? Output<ValueOf<Schema>>
    : ValueOf<Variables[Name]>
}

/** The result of a stack: a value or an output for each export. */
export interface StackReturns {
  readonly [name: string]: Input<Plain>
}

export interface StackSettings<Variables extends StackVariables> {
  /**
   * The name of the instance, if neither the file name nor the package beside it gives one. Write a literal: Slipway reads it without
   * running the code.
   */
  readonly name?: string
  readonly variables?: Variables
  /**
   * Forbids destroying or replacing anything in the instance, always or depending on the variables. Default: the recorded protection stays.
   */
  readonly protect?: boolean | ((values: VariableValues<Variables>) => boolean)
}

/** A record, so that no setting can be left out. */
const settingNames: Readonly<Record<keyof StackSettings<StackVariables>, true>> = {
  name: true,
  variables: true,
  protect: true,
}

const mark = Symbol.for('slipway.stack')

/** A stack, the default export of its file. */
export interface StackDefinition<Returns = unknown> {
  readonly [mark]: 1
  readonly name: string | undefined
  readonly variables: StackVariables
  readonly protect: boolean | ((values: never) => unknown) | undefined
  readonly program: (stack: ProgramStack, values: never) => Returns | Promise<Returns>
  /** Returns the values for the function when the stack is a child. An output stays an output, because a schema cannot check it yet. */
  readonly inputs: (given: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>
}

/** The form of a stack without variables, which can be a plain function. */
export type PlainStack<Returns> = (stack: ProgramStack) => Returns | Promise<Returns>

/** The exports of a module's stack: `StackExports<typeof import('./db.stack.ts')>`. */
export type StackExports<Module> = Module extends { readonly default: infer Stack }
  ? Stack extends StackDefinition<infer Returns>
    ? Known<Awaited<Returns>>
    : Stack extends PlainStack<infer Returns>
      ? Known<Awaited<Returns>>
      : never
  : never

/**
 * Defines a stack: `export default stack({ variables: { … } }, (s, v) => { … })`.
 *
 * @throws TypeError for any other arguments
 */
export function stack<const Returns extends StackReturns | void>(
  program: (stack: ProgramStack) => Returns | Promise<Returns>,
): StackDefinition<Returns>
export function stack<const Variables extends StackVariables, const Returns extends StackReturns | void>(
  settings: StackSettings<Variables>,
  program: (stack: ProgramStack, values: VariableValues<Variables>) => Returns | Promise<Returns>,
): StackDefinition<Returns>
export function stack(first: unknown, second?: unknown): StackDefinition {
  const program = typeof first === 'function' ? first : second
  if (typeof program !== 'function')
    throw new TypeError(
      'stack() takes a function, after settings if there are any: stack({ variables: { … } }, (s, v) => { … })',
    )
  const settings = (typeof first === 'function' ? {} : (first ?? {})) as StackSettings<StackVariables>
  refuseUnknownKeys(settings, Object.keys(settingNames), 'stack()')
  const { name, variables = {}, protect } = settings
  if (protect !== undefined && typeof protect !== 'boolean' && typeof protect !== 'function')
    throw new TypeError('protect of a stack is true, false, or a function of its variables: (v) => v.stage === "prod"')
  if (name !== undefined && typeof name !== 'string') throw new TypeError('the name of a stack must be text')
  for (const [variable, schema] of Object.entries(variables))
    if (!isStandardSchema(schemaOf(schema)))
      throw new TypeError(
        `the variable ${variable} of the stack is not a schema: give one from a library that follows Standard Schema, such as z.string() of zod`,
      )
  return definitionOf({ name, variables, protect, program: program as StackDefinition['program'] })
}

function definitionOf({
  name,
  variables,
  protect,
  program,
}: Pick<StackDefinition, 'name' | 'variables' | 'protect' | 'program'>): StackDefinition {
  return { [mark]: 1, name, variables, protect, program, inputs: (given) => inputsFor(variables, given) }
}

/**
 * Decides whether a stack protects its whole instance; `undefined` if the stack does not say.
 *
 * @param values the values of its variables
 * @returns a text if the answer is unknown, with the reason
 */
export async function protectionOf(
  { protect }: Pick<StackDefinition, 'protect'>,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean | string | undefined> {
  if (typeof protect !== 'function') return protect
  try {
    const said = await protect({ ...values } as never)
    return typeof said === 'boolean' ? said : `it returned ${String(said)}, not true or false`
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

/** Marks a variable as a secret. A prompt does not echo it, files hold it sealed, and output hides it. */
export function secret<const Schema extends StandardSchema>(schema: Schema): SecretVariable<Schema> {
  if (!isStandardSchema(schema))
    throw new TypeError(
      'secret() takes the schema of a variable, such as z.string() of zod; a value becomes a secret with Output.secret',
    )
  return { secret: schema }
}

async function inputsFor(variables: StackVariables, given: Readonly<Record<string, unknown>>) {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(variables, name))
  if (unknown !== undefined) throw new TypeError(`the child has no variable ${unknown}`)
  const values = Object.entries(variables).map(async ([name, variable]) => {
    if (given[name] instanceof Output) return [name, given[name]] as const
    const result = await schemaOf(variable)['~standard'].validate(given[name])
    if (result.issues !== undefined)
      throw new TypeError(
        `the child does not accept its ${name}: ${result.issues.map(({ message }) => message).join('; ')}`,
      )
    return [name, isSecretVariable(variable) ? Output.secret((result.value ?? null) as Plain) : result.value] as const
  })
  return Object.fromEntries(await Promise.all(values))
}

export function isSecretVariable(variable: StandardSchema | SecretVariable): variable is SecretVariable {
  return typeof variable === 'object' && variable !== null && 'secret' in variable && !isStandardSchema(variable)
}

export function schemaOf(variable: StandardSchema | SecretVariable): StandardSchema {
  return isSecretVariable(variable) ? variable.secret : variable
}

/** Returns the stack that a module exports as its default; `undefined` for anything else. */
export function stackOf(exported: unknown): StackDefinition | undefined {
  if (typeof exported === 'function')
    return definitionOf({
      name: undefined,
      variables: {},
      protect: undefined,
      program: exported as StackDefinition['program'],
    })
  return typeof exported === 'object' && exported !== null && mark in exported
    ? (exported as StackDefinition)
    : undefined
}
