import { safeParse, type $ZodObject, type $ZodType, type output } from 'zod/v4/core'
import {
  Failure,
  PartialFunction,
  revealed,
  valueMap,
  type FunctionAnswer,
  type FunctionCallRequest,
  type FunctionDefinition,
  type FunctionParameter,
  type FunctionValueType,
  type PropertyType,
  type Value,
} from '@slipway/model'
import { callOfFunction, type Call, type Surroundings } from '../calls/call.ts'
import { badInput } from '../errors.ts'
import { adapt } from '../schema/adapt.ts'
import { isFunctionSchema } from '../schema/function-schema.ts'
import { reasonsOfIssues } from '../schema/issues.ts'
import { marksOf } from '../schema/markers.ts'
import { isOptional, propertySchema } from '../schema/property-schema.ts'
import { toValue } from '../schema/to-value.ts'
import { shapeOf } from '../schema/zod.ts'

export interface FunctionOptions<P extends $ZodObject, R extends $ZodType, C extends $ZodObject = $ZodObject<{}>> {
  readonly name: string
  readonly summary?: string
  /** The parameters in order. The last one may be `variadic`. */
  readonly parameters: P
  readonly returns: R
  /** The provider's settings, when this function needs them: gives `call.config` its type. */
  readonly config?: C
  /** Same arguments and settings, same result. */
  call(args: output<P>, call: Call<output<C>>): Promise<output<R>> | output<R>
}

/** A function for blueprints, ready for `defineProvider`. */
export interface ProviderFunction {
  readonly name: string
  readonly config: $ZodObject | undefined
  define(): FunctionDefinition
  call(request: FunctionCallRequest, around: Surroundings): Promise<FunctionAnswer>
}

/** A function that blueprints can call in `${…}`. */
export function defineFunction<P extends $ZodObject, R extends $ZodType, C extends $ZodObject = $ZodObject<{}>>(
  options: FunctionOptions<P, R, C>,
): ProviderFunction {
  const { name, summary, parameters } = options
  const shape = Object.entries(shapeOf(parameters))
  const misplaced = shape.slice(0, -1).find(([, schema]) => marksOf(schema).variadic === true)
  if (misplaced !== undefined)
    throw new Failure(
      'sdk/variadic-not-last',
      `parameter "${misplaced[0]}" of ${name} is variadic and not the last one`,
    )
  return {
    name,
    config: options.config,
    define: () => ({
      name,
      ...(summary !== undefined && { summary }),
      parameters: shape.map(([parameter, schema]) => parameterOf(name, parameter, schema)),
      returns: isFunctionSchema(options.returns)
        ? 'function'
        : functionType(propertySchema(options.returns, `${name} result`).type),
    }),
    async call(request, around) {
      const args = parse(options, shape, request.args)
      const result = (await options.call(args, callOfFunction<output<C>>(name, around))) ?? null
      return result instanceof PartialFunction ? result : toValue(result, `the result of ${name}`)
    },
  }
}

function parse<P extends $ZodObject>(
  { name, parameters }: { readonly name: string; readonly parameters: P },
  shape: readonly (readonly [string, $ZodType])[],
  args: readonly Value[],
): output<P> {
  const named = valueMap()
  shape.forEach(([parameter, schema], index) => {
    if (marksOf(schema).variadic === true) named[parameter] = args.slice(index).map(revealed)
    else if (index < args.length) named[parameter] = revealed(args[index] as Value)
  })
  const last = shape.at(-1)
  if (args.length > shape.length && (last === undefined || marksOf(last[1]).variadic !== true))
    throw badInput(`${name} takes ${shape.length} arguments, got ${args.length}`)
  const result = safeParse(parameters, adapt(parameters, named), { reportInput: true })
  if (result.success) return result.data
  throw badInput(`the arguments do not fit ${name}`, reasonsOfIssues(result.error.issues, name))
}

function parameterOf(name: string, parameter: string, schema: $ZodType): FunctionParameter {
  if (isFunctionSchema(schema)) {
    return { name: parameter, type: 'function', ...(isOptional(schema) && { optional: true }) }
  }
  const property = propertySchema(schema, `${name} ${parameter}`)
  const variadic = marksOf(schema).variadic === true
  return {
    name: parameter,
    type: functionType(variadic ? (property.items?.type ?? 'union') : property.type),
    ...(property.description !== undefined && { description: property.description }),
    ...(isOptional(schema) && { optional: true }),
    ...(property.nullable === true && { allowNull: true }),
    ...(variadic && { variadic: true }),
  }
}

function functionType(type: PropertyType): FunctionValueType {
  if (type === 'array') return 'list'
  return type === 'union' ? 'any' : type
}
