import { Failure, isList, isMap, type PropertySchema, type Value } from '@slipway/model'
import type { InstalledDefinitions } from '@slipway/operations'
import { didYouMean } from '@slipway/source'
import type { AskedNames, Given } from '@slipway/testkit'
import { type Fields, meaningOf, type Missing, together } from './meaning-of-given.ts'

/** Statements of a test that mean nothing. */
export interface UnknownGiven {
  readonly never: readonly Failure[]
  /** They could be about a resource that a deployment has not reached. */
  readonly perhaps: readonly Failure[]
}

/**
 * Finds the statements of a test that no provider in memory uses: of unknown types, functions and names, and of fields that no provider computes.
 *
 * @param asked what the deployment has asked about so far
 */
export async function unknownGiven(
  given: readonly Given[],
  asked: AskedNames,
  definitions: InstalledDefinitions,
): Promise<UnknownGiven> {
  const found = await Promise.all(given.map((one) => unknownIn(one, asked, definitions)))
  return { never: found.flatMap(({ never = [] }) => never), perhaps: found.flatMap(({ perhaps = [] }) => perhaps) }
}

async function unknownIn(
  one: Given,
  asked: AskedNames,
  definitions: InstalledDefinitions,
): Promise<Partial<UnknownGiven>> {
  const types = asked.typesOf(one.of)
  if (types.length === 0 && !/[/:]/.test(one.of)) return { perhaps: [noSuchName(one, asked)] }
  const found = await Promise.all((types.length === 0 ? [one.of] : types).map((type) => meaningOf(type, definitions)))
  const missing = found.find((each) => 'why' in each)
  if (missing === undefined) return { never: unknownFields(one, together(found.filter((each) => 'schema' in each))) }
  if (types.length > 0) return {}
  if (!missing.mayBeName) return { never: [nothingGiven(one, missing)] }
  // It may be the name of a resource in a child: `net/vpc`.
  const near = didYouMean(one.of.slice(one.of.lastIndexOf('/') + 1), asked.names)
  return { perhaps: [nothingGiven(one, { ...missing, hint: near ?? missing.hint })] }
}

function noSuchName(one: Given, asked: AskedNames): Failure {
  const { names } = asked
  const all = names.length === 0 ? 'nothing was asked for' : `there are: ${names.slice(0, mostNames).join(', ')}`
  const why = `there is no resource, data source or function ${one.of}`
  return nothingGiven(one, { why, hint: didYouMean(one.of, names) ?? all })
}

/** The maximum number of names in a hint. */
const mostNames = 10

function nothingGiven({ of }: Given, { why, hint }: Pick<Missing, 'why' | 'hint'>): Failure {
  return new Failure(
    'testing/unknown-given',
    `given('${of}') has no effect: ${why}`,
    hint === undefined ? {} : { hint },
  )
}

function unknownFields(one: Given, { schema, whole, hasMore }: Fields): readonly Failure[] {
  return strangers(one.values, schema)
    .filter(({ path }) => !hasMore || path.length > 1)
    .map(({ path, names }) => {
      const field = path.join('.')
      const isSet = isIn(whole, path)
      const why = isSet
        ? `${field} is no computed field: what is tested sets it`
        : `there is no computed field ${field}`
      const near = isSet ? undefined : didYouMean(path.at(-1) ?? '', names)
      const all = names.length === 0 ? 'no field is computed' : `computed are: ${names.join(', ')}`
      return nothingGiven(one, { why, hint: near ?? all })
    })
}

interface Stranger {
  readonly path: readonly string[]
  /** The fields that are known beside it. */
  readonly names: readonly string[]
}

/** Returns the paths in a value that the schema does not have. */
function strangers(value: Value, schema: PropertySchema, above: readonly string[] = []): readonly Stranger[] {
  if (isList(value)) return value.flatMap((item) => (schema.items ? strangers(item, schema.items, above) : []))
  const { attributes } = schema
  if (!isMap(value) || attributes === undefined || schema.type !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...above, name]
    const each = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    return each === undefined ? [{ path, names: Object.keys(attributes) }] : strangers(inner, each, path)
  })
}

function isIn(whole: PropertySchema, path: readonly string[]): boolean {
  const [name = '', ...below] = path
  const { attributes = {} } = whole
  const inner = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  return inner !== undefined && (below.length === 0 || isIn(inner, below))
}
