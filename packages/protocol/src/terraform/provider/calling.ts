import { type CallControl, type FunctionCallRequest, messageOf, type Value } from '@slipway/model'
import { ctyToValue, valueToCty } from '../convert/values.ts'
import { ownName } from '../definition/definition.ts'
import type { FunctionParameterSchema, FunctionSchema } from '../schema/schema.ts'
import type { Reading } from './data-source.ts'
import { type Asked, refusal, withoutAnswer } from './told.ts'

/** Calls a function of a provider and returns its result. */
export async function calledFunction(
  { client, descriptions, pluginId }: Reading,
  { name, args }: FunctionCallRequest,
  control: CallControl | undefined,
): Promise<Value> {
  const asked: Asked = { pluginId, method: 'provider.CallFunction' }
  const schema = (await descriptions.schemas(control)).functions.get(ownName(name))
  if (schema === undefined) throw refusal([`it has no function ${name}`], asked)
  const given = args.map((arg, index) => argument(schema, { arg, index }, asked))
  if (args.length < schema.parameters.length)
    throw refusal([`${name} takes ${schema.parameters.length} arguments, and got ${args.length}`], asked)
  const { result, error } = await client.callFunction(schema, given, control).catch((thrown: unknown) => {
    throw withoutAnswer(thrown, asked, 'none')
  })
  if (error === undefined) return ctyToValue(result)
  const at = error.argument === undefined ? undefined : parameterAt(schema, error.argument)
  throw refusal([at === undefined ? error.text : `${at.name}: ${error.text}`], asked)
}

function argument(
  schema: FunctionSchema,
  { arg, index }: { readonly arg: Value; readonly index: number },
  asked: Asked,
) {
  const parameter = parameterAt(schema, index)
  if (parameter === undefined)
    throw refusal([`${schema.name} takes at most ${schema.parameters.length} arguments`], asked)
  try {
    const value = valueToCty(parameter.type, arg)
    if (value === null && !parameter.allowsNull) throw new TypeError('it must not be null')
    return value
  } catch (thrown) {
    throw refusal([`${parameter.name}: ${messageOf(thrown)}`], asked)
  }
}

function parameterAt({ parameters, variadic }: FunctionSchema, index: number): FunctionParameterSchema | undefined {
  return parameters[index] ?? variadic
}
