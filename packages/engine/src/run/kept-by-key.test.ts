import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type DiffRequest,
  type ExternalStateRequest,
  type ResourceTypeDefinition,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { FakeEngine } from '../testing/fake-engine.ts'
import { fakeTypeDefinition } from '../testing/fake-types.ts'
import { keptByKey } from './kept-by-key.ts'
import type { Session } from './session.ts'

/** A service that keeps pages by their names. */
const page: ResourceTypeDefinition = {
  ...fakeTypeDefinition('fake/ask'),
  schema: { type: 'object', attributes: { name: { type: 'string' }, text: { type: 'string' } } },
}
const { idField: _, ...undeclared } = page
const fixedName = { ...page.schema.attributes, name: { type: 'string', mustRecreate: true } } as const
const fixed = { ...undeclared, schema: { ...page.schema, attributes: fixedName } }

interface Said {
  readonly definition: ResourceTypeDefinition
  /** What reading a name gives. */
  readonly read: (name: unknown) => Readonly<Record<string, string>> | undefined
  /** Whether one page can become the other in place, if its provider says so. */
  readonly isReplaced?: boolean
}

/** Whether the first of two pages is kept since it may be the second. */
async function isKept(
  specs: readonly [object, object],
  { definition, read, isReplaced = false }: Said,
): Promise<boolean> {
  const engine = new FakeEngine()
  await engine.up({ resources: { one: {}, two: {} } })
  const known = (await engine.state())?.resources ?? []
  const records = known.map((record, at) => Object.assign(record, { spec: valueMap(Object.entries(specs[at] ?? {})) }))
  const [first] = records
  assert.ok(first)
  const calls = {
    externalState: ({ spec }: ExternalStateRequest): Promise<ValueMap | undefined> => {
      const found = read(spec['name'])
      return Promise.resolve(found && valueMap(Object.entries(found)))
    },
    diff: (_request: DiffRequest) =>
      Promise.resolve({ replaceBecause: isReplaced ? ['spec.name'] : [], destroyFirst: false }),
  }
  const session = {
    definition: () => definition,
    knownById: new Set<string>(),
    others: ({ id }: ResourceRecord) => records.filter((other) => other.id !== id),
    settler: { calls, instanceId: '', instanceName: '', unusedId: () => 'nobody' },
    calls,
  } as unknown as Session
  return (await keptByKey(first, session)) !== undefined
}

const [a, b] = [
  { name: 'a', text: 'old' },
  { name: 'b', text: 'new' },
]
const both = (name: unknown) => (name === 'a' ? a : b)
const nothing = () => ({})

test('what cannot change in place tells two things apart, and only it, where a type has any', async () => {
  assert.equal(await isKept([a, b], { definition: fixed, read: both }), false)
  const echoing = { definition: fixed, read: () => a }
  assert.equal(await isKept([a, { ...a, text: 'new' }], echoing), true)
})

test('the provider tells two things apart if it could not make one of the other', async () => {
  const definition = { ...undeclared, replacementBy: 'schema-and-provider' } as const
  assert.equal(await isKept([a, b], { definition, read: nothing, isReplaced: true }), false)
  assert.equal(await isKept([a, b], { definition, read: nothing, isReplaced: false }), true)
  assert.equal(await isKept([a, b], { definition: { ...definition, replacementBy: 'provider' }, read: both }), true)
})

test('where nothing of a type is fixed, two things are told apart by what is found', async () => {
  assert.equal(await isKept([a, b], { definition: undeclared, read: both }), false)
  assert.equal(await isKept([a, b], { definition: undeclared, read: (name) => (name === 'a' ? a : undefined) }), false)
  // A rename: the other record has the same name, and nobody may destroy what it stands for.
  assert.equal(await isKept([a, { ...a, text: 'new' }], { definition: undeclared, read: both }), true)
})
