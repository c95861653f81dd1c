import {
  type CallControl,
  type FetchRequest,
  messageOf,
  type PluginDiagnostic,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { TerraformClient } from '../client/client.ts'
import { ctyToValue, valueToCty } from '../convert/values.ts'
import type { CtyValue } from '../cty/value.ts'
import { attributeOf } from '../rules/nested.ts'
import { withWholeBlocks } from '../rules/whole-blocks.ts'
import type { TypeSchema } from '../schema/schema.ts'
import type { Descriptions } from './described.ts'
import { putOffCode } from './planning.ts'
import { asPluginDiagnostics, type Asked, deferralIn, errorsIn, refusal, withoutAnswer, wordsOf } from './told.ts'

/** The parts that every request to a provider needs. */
export interface Reading {
  readonly client: TerraformClient
  readonly descriptions: Descriptions
  readonly pluginId: string
}

export async function validatedDataSource(
  { client, descriptions, pluginId }: Reading,
  request: FetchRequest,
  control: CallControl | undefined,
): Promise<readonly PluginDiagnostic[]> {
  const asked: Asked = { pluginId, method: 'provider.ValidateDataResourceConfig' }
  const type = await descriptions.dataSource(request.type, control)
  const answer = await client
    .validateDataSource(type, argumentsOf(type, request, asked), control)
    .catch(withAnswer(asked))
  return asPluginDiagnostics(answer, asked.method)
}

/** Reads a data source and returns its values by the names under which they are exported. */
export async function fetched(
  { client, descriptions, pluginId }: Reading,
  request: FetchRequest,
  control: CallControl | undefined,
): Promise<ValueMap> {
  const asked: Asked = { pluginId, method: 'provider.ReadDataSource' }
  const type = await descriptions.dataSource(request.type, control)
  const answer = await client.readDataSource(type, argumentsOf(type, request, asked), control).catch(withAnswer(asked))
  const errors = errorsIn(answer)
  if (errors.length > 0) throw refusal(errors.map(wordsOf), asked)
  const deferral = deferralIn(answer)
  if (deferral !== undefined) throw refusal([deferral], asked, { code: putOffCode })
  return exported(request, answer.state)
}

/** Returns the exports of a data source, taken from the state that was read. */
export function exported({ exports }: FetchRequest, state: CtyValue): ValueMap {
  return valueMap(
    Object.entries(exports).map(([name, { aliasFor = name }]): [string, Value] => [
      name,
      ctyToValue(attributeOf(state, aliasFor)),
    ]),
  )
}

/** Returns the arguments of a data source, one for each filter. */
export function argumentsOf(type: TypeSchema, { filters }: FetchRequest, asked: Asked): CtyValue {
  const given = filters.map(({ field, operator, search }): [string, Value] => [
    field,
    operator === '=' ? (search[0] ?? null) : search,
  ])
  try {
    return withWholeBlocks(type.block, valueToCty(type.type, valueMap(given)))
  } catch (thrown) {
    throw refusal([messageOf(thrown)], asked)
  }
}

function withAnswer(asked: Asked): (thrown: unknown) => never {
  return (thrown) => {
    throw withoutAnswer(thrown, asked, 'none')
  }
}
