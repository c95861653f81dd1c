import type { Scalar, ScalarType, Value, VariableOption, VariableTypeDefinition } from '@slipway/model'
import { didYouMean, type DiagnosticList } from '@slipway/source'
import type { Blueprint, VariableDeclaration, Written } from '../../language/declarations.ts'
import type { DefinitionLookup } from '../definitions/definitions.ts'
import { everyVariable } from '../definitions/every-variable.ts'
import { fewOf } from '../../language/few-of.ts'

/**
 * The blueprint with the providers' options for its variables. A variable gets the type of its options, and only these are allowed. Wrong
 * defaults and allowed values are reported.
 */
export function withVariableTypes(blueprint: Blueprint, lookup: DefinitionLookup, list: DiagnosticList): Blueprint {
  if (everyVariable(blueprint).every(({ custom }) => custom === undefined)) return blueprint
  const typed = (declared: VariableDeclaration): VariableDeclaration => withOptions(declared, lookup, list)
  const variables = Array.from(blueprint.variables, ([name, declared]) => [name, typed(declared)] as const)
  const values = Array.from(blueprint.values, ([name, value]) => {
    const { variable } = value
    return [name, variable === undefined ? value : { ...value, variable: typed(variable) }] as const
  })
  return { ...blueprint, variables: new Map(variables), values: new Map(values) }
}

/** A variable with its provider's options. Used for one variable for which the user will be asked, when only its provider's answer is known. */
export function withVariableOptions(
  declared: VariableDeclaration,
  definition: VariableTypeDefinition | undefined,
): VariableDeclaration {
  const options = Object.values(definition?.options ?? {})
  const allowed = declared.allowedValues.map(String)
  const offered = allowed.length === 0 ? options : options.filter(({ value }) => allowed.includes(String(value)))
  return offered.length === 0 ? declared : { ...declared, options: offered }
}

function withOptions(
  declared: VariableDeclaration,
  lookup: DefinitionLookup,
  list: DiagnosticList,
): VariableDeclaration {
  const { custom, allowedValues, default: fallback, origin } = declared
  if (custom === undefined) return declared
  const definition = lookup.variableType(custom.value)
  if (definition === undefined) {
    lookup.reportMissing('variable', custom, list)
    return declared
  }
  const all = Object.values(definition.options)
  const allowed = allowedValues.flatMap((value) => chosen(declared, { value, origin }, all, list) ?? [])
  const options = allowed.length === 0 ? all : allowed
  const found = fallback && chosen(declared, scalarDefault(fallback), options, list)
  const { default: _, ...rest } = declared
  return {
    ...rest,
    type: typeOf(options[0]?.value),
    options,
    allowedValues: options.map(({ value }) => value),
    ...(fallback && { default: { value: found?.value ?? fallback.value, origin: fallback.origin } }),
  }
}

/** The option that a text means. A number and its digits are the same. */
function chosen(
  { name, custom }: VariableDeclaration,
  { value, origin }: Written<Scalar>,
  options: readonly VariableOption[],
  list: DiagnosticList,
): VariableOption | undefined {
  const found = options.find((option) => String(option.value) === String(value))
  if (found !== undefined) return found
  const message = `the variable "${name}" cannot be ${JSON.stringify(String(value))}: ${custom?.value} has no such option`
  list.error('blueprint/not-allowed', origin.start, origin.end, message, { hint: optionsHint(String(value), options) })
  return undefined
}

/** The default of a variable with a provider's type, which is a scalar. */
function scalarDefault({ value, origin }: Written<Value>): Written<Scalar> {
  return { value: typeof value === 'object' ? null : value, origin }
}

const mostOptions = 20

/** The hint for a wrong value: `did you mean "t2.small"?`, or the options, with their labels. */
function optionsHint(given: string, options: readonly VariableOption[]): string {
  const near = didYouMean(
    given,
    options.map(({ value }) => String(value)),
  )
  if (near !== undefined) return near
  return `there are: ${fewOf(options.map(optionText), mostOptions)}`
}

/** An option in words: `t2.small (Small)`. */
export function optionText({ value, label }: VariableOption): string {
  return label === '' || label === String(value) ? String(value) : `${String(value)} (${label})`
}

function typeOf(value: VariableOption['value'] | undefined): ScalarType {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return 'string'
}
