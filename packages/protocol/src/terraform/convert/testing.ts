import fc from 'fast-check'
import { bareMap } from '@slipway/model'
import { CtyNumber } from '../cty/number.ts'
import type { CtyType } from '../cty/type.ts'
import { CtyDynamic, ctyMap, type CtyValue, CtyUnknown, inSetOrder, unknown } from '../cty/value.ts'

const names = fc.constantFrom('a', 'b', 'name', '__proto__', 'constructor', 'tags')

const scalarType = fc.constantFrom<CtyType>('string', 'number', 'bool')

const plain = { noNullPrototype: true } as const

/** Generates any type, at most `depth` levels deep. */
function anyType(depth: number, scalars: fc.Arbitrary<CtyType>): fc.Arbitrary<CtyType> {
  if (depth === 0) return scalars
  const inner = anyType(depth - 1, scalars)
  return fc.oneof(
    scalars,
    fc.record({ kind: fc.constantFrom('list' as const, 'map' as const), element: inner }, plain),
    fc.record({ kind: fc.constant('set' as const), element: anyType(depth - 1, scalarType) }, plain),
    fc.record({ kind: fc.constant('tuple' as const), elements: fc.array(inner, { maxLength: 3 }) }, plain),
    fc
      .uniqueArray(fc.tuple(names, inner), { maxLength: 4, selector: ([name]) => name })
      .map((entries) => ({ kind: 'object' as const, attributes: objectOf(entries) })),
  )
}

function objectOf<Item>(entries: readonly (readonly [string, Item])[]): Record<string, Item> {
  const map = bareMap<Item>()
  for (const [name, item] of entries) map[name] = item
  return map
}

const numbers = fc.oneof(
  fc.integer(),
  fc.bigInt(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.tuple(fc.bigInt(), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}`),
)

const refined = fc
  .record(
    {
      isNull: fc.constant(false),
      prefix: fc.string({ unit: 'binary-ascii' }),
      fewest: fc.nat(),
      lower: fc.record({ number: numbers.map((each) => CtyNumber.of(each)), inclusive: fc.boolean() }, plain),
    },
    { requiredKeys: ['isNull'], ...plain },
  )
  .map((refinements) => new CtyUnknown(refinements))

function valueOf(type: CtyType, holes: fc.Arbitrary<CtyValue>): fc.Arbitrary<CtyValue> {
  return fc.oneof({ weight: 6, arbitrary: knownOf(type, holes) }, { weight: 1, arbitrary: holes })
}

function knownOf(type: CtyType, holes: fc.Arbitrary<CtyValue>): fc.Arbitrary<CtyValue> {
  if (type === 'string') return fc.string({ unit: 'grapheme' }).map((text) => text.normalize('NFC'))
  if (type === 'bool') return fc.boolean()
  if (type === 'number') return numbers.map((number) => CtyNumber.of(number))
  if (type === 'dynamic')
    return anyType(1, scalarType).chain((own) => knownOf(own, holes).map((value) => new CtyDynamic(own, value)))
  switch (type.kind) {
    case 'list':
      return fc.array(valueOf(type.element, holes), { maxLength: 20 })
    case 'set':
      return fc.array(knownOf(type.element, holes), { maxLength: 5 }).map(inSetOrder)
    case 'map':
      return fc.array(fc.tuple(names, valueOf(type.element, holes)), { maxLength: 5 }).map((entries) => ctyMap(entries))
    case 'tuple':
      return fc.tuple(...type.elements.map((element) => valueOf(element, holes)))
    default:
      return fc
        .tuple(...Object.values(type.attributes).map((attribute) => valueOf(attribute, holes)))
        .map((values) => ctyMap(Object.keys(type.attributes).map((name, index) => [name, values[index] ?? null])))
  }
}

/** Generates a type and a value of it: wholly known, or with unknown parts. */
export function typedValue(isKnown: boolean): fc.Arbitrary<readonly [CtyType, CtyValue]> {
  const holes = isKnown
    ? fc.constant<CtyValue>(null)
    : fc.oneof(fc.constant<CtyValue>(null), fc.constant(unknown), refined)
  return anyType(3, fc.oneof(scalarType, fc.constant<CtyType>('dynamic'))).chain((type) =>
    valueOf(type, holes).map((value) => [type, value] as const),
  )
}
