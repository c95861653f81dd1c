import assert from 'node:assert/strict'
import { fromMsgpack } from '../../../packages/protocol/src/terraform/convert/from-msgpack.ts'
import { Mismatch } from '../../../packages/protocol/src/terraform/convert/mismatch.ts'
import { typeSchema } from '../../../packages/protocol/src/terraform/convert/schema.ts'
import { toMsgpack } from '../../../packages/protocol/src/terraform/convert/to-msgpack.ts'
import { CtyNumber } from '../../../packages/protocol/src/terraform/cty/number.ts'
import { type CtyType, typeFromJson } from '../../../packages/protocol/src/terraform/cty/type.ts'
import { CtyDynamic, ctyMap, CtyUnknown, type CtyValue } from '../../../packages/protocol/src/terraform/cty/value.ts'
import { Schema } from '../../../packages/protocol/src/terraform/gen/tfplugin6.ts'
import { encode } from '../../../packages/protocol/src/wire/codec/message.ts'
import type { Random } from '../../soak/random.ts'
import { mutatedBytes, randomBytes } from '../mutate.ts'
import type { Target } from '../target.ts'

/** Types, each with a value. The first byte of an input says with which type it is read. */
const typed: readonly (readonly [CtyType, CtyValue])[] = [
  ['string', 'é and more'],
  ['number', CtyNumber.of('12345678901234567890.5')],
  [typeFromJson(['set', 'number']), [1, 2, 300_000].map((each) => CtyNumber.of(each))],
  ['dynamic', new CtyDynamic(typeFromJson(['list', 'string']), ['a', null])],
  [
    typeFromJson([
      'object',
      { name: 'string', tags: ['map', 'string'], parts: ['list', ['tuple', ['bool', 'dynamic']]] },
    ]),
    ctyMap([
      [
        'name',
        new CtyUnknown({
          isNull: false,
          prefix: 'box-',
          fewest: 1,
          lower: { number: CtyNumber.of(1), inclusive: true },
        }),
      ],
      ['tags', ctyMap([['a b', 'c']])],
      ['parts', [[true, new CtyDynamic('number', CtyNumber.of(0.1))]]],
    ]),
  ],
]

function makeValue(random: Random): Buffer {
  const which = random.between(0, typed.length - 1)
  const [type, value] = random.pick(typed)
  const bytes = random.chance(0.1) ? randomBytes(random, random.between(0, 60)) : Buffer.from(toMsgpack(type, value))
  return Buffer.concat([Buffer.of(which), mutatedBytes(random, bytes, 3)])
}

/** A value that can be read is the same after it is written and read again. */
function takeValue(input: Buffer): void {
  const [type] = typed[(input[0] ?? 0) % typed.length] ?? ['dynamic']
  let value: CtyValue
  try {
    value = fromMsgpack(type, input.subarray(1))
  } catch (error) {
    if (error instanceof Mismatch) return
    throw error
  }
  assert.deepEqual(fromMsgpack(type, toMsgpack(type, value)), value)
}

const attribute = { name: 'size', type: Buffer.from('["list",["object",{"a":"number"}]]'), optional: true }

const schemas = [
  encode(Schema, { version: 3, block: { attributes: [attribute, { ...attribute, name: 'other', sensitive: true }] } }),
  encode(Schema, {
    block: {
      attributes: [{ name: 'parts', nestedType: { nesting: 3, attributes: [attribute] } }],
      blockTypes: [{ typeName: 'label', nesting: 2, block: { attributes: [attribute] }, maxItems: 4 }],
    },
  }),
].map((bytes) => Buffer.from(bytes))

function takeSchema(input: Buffer): void {
  for (const version of [5, 6] as const)
    try {
      typeSchema(version, 'box_crate', input)
    } catch (error) {
      if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) throw error
    }
}

export const terraformValues: Target = { name: 'terraform-values', make: makeValue, take: takeValue }

export const terraformSchemas: Target = {
  name: 'terraform-schemas',
  make: (random) => mutatedBytes(random, random.pick(schemas), 3),
  take: takeSchema,
}
