import { Unknown, isSecret, type PropertySchema, secret, type Scalar, type Value } from '@slipway/model'
import { didYouMean, treeToValue, type DiagnosticList } from '@slipway/source'
import type { Blueprint, VariableDeclaration } from '../../language/declarations.ts'
import { describe } from '../../language/scalar-text.ts'
import type { GivenVariable } from '../../language/given-variable.ts'
import { fitVariable } from '../../language/fit-variable.ts'
import { fitShape } from '../../language/shape/fit-shape.ts'
import { treeOfGiven } from '../../language/shape/given-text.ts'
import type { Unchecked } from '../unchecked.ts'

/** The variables of a blueprint, in the order of the text, with everything that is needed to ask for missing ones. */
export function variableDeclarations(blueprint: Blueprint): readonly VariableDeclaration[] {
  return [...blueprint.variables.values()]
}

/** The variables without a value that must have one. */
export function missingVariables(
  blueprint: Blueprint,
  given: ReadonlyMap<string, GivenVariable>,
): readonly VariableDeclaration[] {
  return variableDeclarations(blueprint).filter(
    (declared) => declared.default === undefined && !given.has(declared.name),
  )
}

/**
 * The value of every variable, by its type. A missing or wrong value is unknown, so that the rest can be checked.
 *
 * @param unchecked takes the missing variables, which are errors without it
 */
export function resolveVariables(
  blueprint: Blueprint,
  given: ReadonlyMap<string, GivenVariable>,
  list: DiagnosticList,
  unchecked?: Unchecked,
): ReadonlyMap<string, Value> {
  refuseUndeclared(blueprint, given, list)
  const values = new Map<string, Value>()
  for (const declared of blueprint.variables.values()) {
    const value =
      valueOf(declared, given.get(declared.name), list, unchecked) ?? new Unknown(`variables.${declared.name}`)
    values.set(declared.name, declared.secret ? secret(value) : value)
  }
  return values
}

function valueOf(
  declared: VariableDeclaration,
  given: GivenVariable | undefined,
  list: DiagnosticList,
  unchecked: Unchecked | undefined,
): Value | undefined {
  if (given === undefined) {
    if (declared.default !== undefined) return declared.default.value
    if (unchecked === undefined) reportMissing(declared, list)
    else unchecked.variable(declared.name)
    return undefined
  }
  if (declared.shape !== undefined) return valueOfShape({ ...declared, shape: declared.shape }, given, list)
  const isMarked = declared.secret || isSecret(given.value)
  const plain = isSecret(given.value) ? given.value.value : given.value
  const fit = fitDeclared(declared, plain, isMarked)
  if ('value' in fit) return isMarked ? secret(fit.value) : fit.value
  const { start, end } = declared.origin
  const message = `the variable "${declared.name}" ${fit.problem}, ${fit.givenBy(given.from)}`
  list.error(fit.code, start, end, message, { hint: fit.hint })
  return undefined
}

type Shaped = VariableDeclaration & { readonly shape: PropertySchema }

function valueOfShape(declared: Shaped, given: GivenVariable, list: DiagnosticList): Value | undefined {
  const { value, problems } = fitToShape(declared, given)
  const { start, end } = declared.origin
  for (const { code, sentence, hint } of problems) list.error(code, start, end, sentence(given.from), { hint })
  return problems.length === 0 ? value : undefined
}

/** Fits a value to the shape of its variable. Text is read as YAML or JSON. */
function fitToShape(
  { name, type, shape, secret: isHidden }: Shaped,
  { value, text = typeof value === 'string' ? value : undefined }: Omit<GivenVariable, 'from'>,
): ReturnType<typeof fitShape> {
  const around = { root: `variables.${name}`, isHidden }
  if (text === undefined) return fitShape(shape, value, around)
  const read = treeOfGiven(text)
  if ('tree' in read) return fitShape(shape, treeToValue(read.tree), around, read.tree)
  const problem = `${around.root} must be of the type ${type}, written as YAML or JSON`
  const unread = {
    code: 'blueprint/wrong-type',
    path: [],
    sentence: (from: string) => `${problem}; ${from} gives text that is neither: ${read.problem}`,
  }
  return { value, problems: [unread] }
}

type Fit =
  | { readonly value: Scalar }
  | {
      readonly code: string
      readonly problem: string
      /** The end of the sentence, with the source of the value. */
      readonly givenBy: (from: string) => string
      readonly hint?: string
    }

function fitDeclared({ type, allowedValues }: VariableDeclaration, plain: Value, isMarked: boolean): Fit {
  const value = type === 'array' || type === 'object' ? undefined : fitVariable(type, plain)
  if (value === undefined) {
    const shown = describe(isMarked ? secret(plain) : plain)
    const problem = `must be of the type ${type}`
    return { code: 'blueprint/wrong-type', problem, givenBy: (from) => `and ${from} gives ${shown}` }
  }
  if (allowedValues.length === 0 || allowedValues.includes(value)) return { value }
  const near = typeof value === 'string' && !isMarked ? didYouMean(value, allowedValues.map(String)) : undefined
  return {
    code: 'blueprint/not-allowed',
    problem: `does not allow ${describe(isMarked ? secret(value) : value)}`,
    givenBy: (from) => `which ${from} gives`,
    hint: near ?? `allowed: ${allowedValues.join(', ')}`,
  }
}

/** The reason why a variable cannot have the value that a user has typed: `port must be of the type integer`; `undefined` if it can. */
export function answerProblem(declared: VariableDeclaration, answer: string): string | undefined {
  const { name, options, secret: isMarked, shape } = declared
  if (shape !== undefined) {
    const [problem] = fitToShape({ ...declared, shape }, { value: answer }).problems
    return problem && `${problem.sentence('your answer')}${problem.hint === undefined ? '' : `; ${problem.hint}`}`
  }
  // The options of a provider determine the type, which is not known here, so digits count as a number.
  const allowed = options?.map(({ value }) => String(value))
  const fit = fitDeclared(allowed === undefined ? declared : { ...declared, allowedValues: allowed }, answer, isMarked)
  if ('value' in fit) return undefined
  return `${name} ${fit.problem}${fit.hint === undefined ? '' : `; ${fit.hint}`}`
}

function reportMissing(
  { name, origin, description, secret: isSecretOne }: VariableDeclaration,
  list: DiagnosticList,
): void {
  const about = description === undefined ? '' : ` (${description})`
  const hint = isSecretOne
    ? `set a value with --var ${name}=env:NAME or --var ${name}=file:PATH`
    : `set a value with --var ${name}=…, or write a "default"`
  list.error('blueprint/missing-variable', origin.start, origin.end, `the variable "${name}" has no value${about}`, {
    hint,
  })
}

function refuseUndeclared(blueprint: Blueprint, given: ReadonlyMap<string, GivenVariable>, list: DiagnosticList): void {
  for (const [name, { from }] of given) {
    if (list.isFull) return
    if (blueprint.variables.has(name) || blueprint.unreadable.has(`variables.${name}`)) continue
    const names = [...blueprint.variables.keys()]
    const all = names.length === 0 ? 'it has no variables' : `there are: ${names.join(', ')}`
    const hint = didYouMean(name, names) ?? all
    list.general(
      'blueprint/undeclared-variable',
      `${from} gives "${name}", which is not a variable of this blueprint`,
      hint,
    )
  }
}
