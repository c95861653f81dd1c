import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ExternalStateRequest,
  isMap,
  type ResourceTypeDefinition,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import type { Providers } from '../../providers/providers.ts'
import { RecordsNow } from '../session/records-now.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { fakeTypeDefinition } from '../../testing/fake-types.ts'
import { sameByNaturalKey } from './same-natural-key.ts'
import type { Session } from '../session/session.ts'

const { idField: _, ...undeclared } = fakeTypeDefinition('fake/ask')
const text = { type: 'string' } as const
const page: ResourceTypeDefinition = {
  ...undeclared,
  schema: {
    type: 'object',
    attributes: {
      place: { type: 'object', attributes: { name: text } },
      text,
      mode: text,
      id: { ...text, computed: true },
    },
  },
}

interface Asked {
  readonly resourceName: string
  readonly name: unknown
  readonly text: unknown
  readonly mode: unknown
  readonly id: unknown
  readonly on: unknown
}

/** Whether the first record is kept because it may be the same thing as another one, and the number of questions about that. */
async function kept(
  specs: readonly object[],
  isThere: (asked: Asked) => boolean,
  definition: ResourceTypeDefinition = page,
): Promise<{ readonly isKept: boolean; readonly questions: number }> {
  const engine = new FakeEngine()
  await engine.up({
    resources: Object.fromEntries(specs.map((_spec, at) => [['one', 'two', 'also'][at] ?? `n${at}`, {}])),
  })
  const known = (await engine.state())?.resources ?? []
  const records = known.map((record, at) => {
    const { type = record.type, ...spec }: { readonly type?: string } = specs[at] ?? {}
    return Object.assign(record, { type, spec: mapOf(spec) })
  })
  const [first] = records
  assert.ok(first)
  let questions = 0
  const calls = {
    externalState: ({ spec, resourceName }: ExternalStateRequest): Promise<ValueMap | undefined> =>
      Promise.try(() => {
        questions++
        const { name } = spec['place'] as ValueMap
        // Like our SDK, the provider returns the values of the question for everything that it does not read.
        return isThere({ resourceName, name, text: spec['text'], mode: spec['mode'], id: spec['id'], on: spec['said'] })
          ? spec
          : undefined
      }),
  }
  const providers = { type: () => definition } as unknown as Providers
  const around = { providers, absent: new Set<string>(), missing: new Set<string>(), leftOutside: [] }
  const session = {
    definition: () => definition,
    records: new RecordsNow(records, around),
    doubts: { knownById: new Set<string>() },
    settler: { calls, instanceId: '', instanceName: '', unusedId: () => 'nobody' },
    calls,
  } as unknown as Session
  return { isKept: (await sameByNaturalKey(first, session)) !== undefined, questions }
}

function mapOf({ name, ...more }: { readonly name?: string }): ValueMap {
  return valueMap(Object.entries({ place: mapOfName(name), ...more }))
}

function mapOfName(name = 'a'): ValueMap {
  return valueMap([['name', name]])
}

const isNamed = ({ name }: Asked): boolean => name === 'a' || name === 'b'

const isAtItsPort = (asked: Asked): boolean => asked.text === 80 || asked.text === 81

const isAtOneOfFour = ({ text: port }: Asked): boolean => typeof port === 'number' && port >= 80 && port <= 83

const isListed = (asked: Asked): boolean => /^[abc]$/.test(String((asked.text as readonly string[])[0]))

const isZero = (asked: Asked): boolean => isWithId(asked) && asked.id === 0

const isCalled = ({ resourceName }: Asked): boolean => resourceName === 'one' || resourceName === 'two'

/** Answers for a provider that refuses unknown values of a property. */
function isChecked({ mode }: Asked): boolean {
  if (mode !== 'r' && mode !== 'w') throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['no such mode'] })
  return true
}

/** Answers for a service that needs the id, and then repeats all values of the question. */
function isWithId({ id }: Asked): boolean {
  if (id === undefined) throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['which one?'] })
  return true
}

function manyTexts(value: string): object {
  return Object.fromEntries(Array.from({ length: 40 }, (__, at) => [`field${at}`, value]))
}

test('a component is never the same real resource as another', async () => {
  const same = [{ name: 'a' }, { name: 'a' }]
  assert.equal((await kept(same, () => true)).isKept, true)
  assert.deepEqual(await kept(same, () => true, { ...page, isComposed: true }), { isKept: false, questions: 0 })
})

test('different texts mean different resources if the provider finds nothing under a changed text', async () => {
  const [a, b] = [
    { name: 'a', text: 'x' },
    { name: 'b', text: 'y' },
  ]
  assert.equal((await kept([a, b], isNamed)).isKept, false)
  assert.equal((await kept([{}, {}], isCalled)).isKept, false)
})

test('different numbers mean different resources if the provider finds nothing under a changed number', async () => {
  assert.equal((await kept([{ text: 80 }, { text: 81 }], isAtItsPort)).isKept, false)
  assert.equal((await kept([{ text: 80 }, { text: 81 }], () => true)).isKept, true)
  const ports = [80, 81, 82, 83].map((port) => ({ text: port }))
  assert.equal((await kept(ports, isAtOneOfFour)).isKept, false)
  const large = [2n ** 60n, 2n ** 60n + 1n]
  const isLarge = ({ text: number }: Asked): boolean => large.includes(number as bigint)
  assert.equal((await kept([{ text: large[0] }, { text: large[1] }], isLarge)).isKept, false)
})

test('disjoint lists of texts mean different resources, but not lists with a common text', async () => {
  assert.equal((await kept([{ text: ['a'] }, { text: ['b', 'c'] }], isListed)).isKept, false)
  assert.equal((await kept([{ text: ['a', 'b'] }, { text: ['a', 'c'] }], isListed)).isKept, true)
  assert.equal((await kept([{ text: ['a'] }, { text: ['b'] }], () => true)).isKept, true)
})

test('an immutable property does not tell apart two resources with one key', async () => {
  const fixed: ResourceTypeDefinition = {
    ...page,
    schema: { ...page.schema, attributes: { ...page.schema.attributes, mode: { ...text, mustRecreate: true } } },
  }
  const [before, after] = [
    { name: 'a', mode: 'r' },
    { name: 'a', mode: 'w' },
  ]
  assert.equal((await kept([before, after], isNamed, fixed)).isKept, true)
  assert.equal((await kept([before, { ...after, name: 'b' }], isNamed, fixed)).isKept, false)
})

test('a resource with the same key is kept, since it may have been renamed', async () => {
  const [before, after] = [
    { name: 'a', text: 'x' },
    { name: 'a', text: 'y' },
  ]
  assert.equal((await kept([before, after], isNamed)).isKept, true)
  assert.equal((await kept([{ name: 'a' }, { name: 'b' }], () => true)).isKept, true)
})

test('a text that the other record lacks or has elsewhere does not tell them apart', async () => {
  assert.equal((await kept([{ name: 'a', mode: 'r' }, { name: 'a' }], ({ mode }) => mode === 'r')).isKept, true)
  const [before, after] = [
    { name: 'b', text: 'a' },
    { name: 'a', text: 'b' },
  ]
  assert.equal((await kept([before, after], isNamed)).isKept, true)
})

test('a refused question proves nothing, and many texts need few questions', async () => {
  assert.equal((await kept([{ mode: 'r' }, { mode: 'w' }], isChecked)).isKept, true)
  const { isKept, questions } = await kept(
    [
      { ...manyTexts('x'), name: 'a' },
      { ...manyTexts('y'), name: 'b' },
    ],
    isNamed,
  )
  assert.deepEqual([isKept, questions < 8], [false, true])
})

test('a missing answer proves nothing: the destroy fails, and a refused text leads to a question without it', async () => {
  const failure = fakeFailure({ pluginErrorCode: 'UNEXPECTED' })
  let questions = 0
  // The service fails after the first two questions.
  const isAway = (asked: Asked): boolean => {
    if (++questions > 2) throw failure
    return isNamed(asked)
  }
  const [a, b] = [
    { name: 'a', text: 'x' },
    { name: 'b', text: 'y' },
  ]
  await assert.rejects(kept([a, b], isAway), failure)
  const isTooLong = (asked: Asked): boolean => {
    if (String(asked.text).length > 1) throw failure
    return isNamed(asked)
  }
  assert.equal((await kept([a, b], isTooLong)).isKept, false)
  assert.equal((await kept([a, { ...a, text: 'y' }], isTooLong)).isKept, true)
})

test('two resources found by a computed value are the same if it is equal', async () => {
  assert.equal((await kept([{ id: 'n1' }, { id: 'n2', text: 'x' }], isWithId)).isKept, false)
  assert.equal((await kept([{ id: 'n1' }, { id: 'n1', text: 'x' }], isWithId)).isKept, true)
})

const said = (on: string): ValueMap => valueMap(Object.entries({ kind: 'page', on }))

/** Answers for a service that finds things by the computed id, whatever other values it has computed. */
function isById(asked: Asked): boolean {
  return isWithId(asked) && (asked.id === 'n1' || asked.id === 'n2')
}

/** Answers for a service that finds things by name and id together, because the id is unique only for that name. */
function isByBoth(asked: Asked): boolean {
  return isById(asked) && isNamed(asked)
}

/** Answers for a service that finds a thing for every question with an `id` or an `on`. */
function isAnything({ id, on }: Asked): boolean {
  if (id === undefined && on === undefined) throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['which one?'] })
  return true
}

test('two resources found by an equal computed value are the same, whatever else differs', async () => {
  const attributes = { ...page.schema.attributes, said: { type: 'map', computed: true } as const }
  const definition = { ...page, schema: { ...page.schema, attributes } }
  const isKept = async (specs: readonly object[], isThere: (asked: Asked) => boolean): Promise<boolean> =>
    (await kept(specs, isThere, definition)).isKept
  const old = { id: 'n1', said: said('monday') }
  assert.equal(await isKept([old, { id: 'n1', said: said('friday'), text: 'x' }], isById), true)
  assert.equal(await isKept([old, { id: 'n2', said: said('friday'), text: 'x' }], isById), false)
  assert.equal(await isKept([old, { id: 'n1', said: said('friday'), name: 'b' }], isByBoth), false)
  // If a provider finds a thing for every question, its answer proves nothing.
  assert.equal(await isKept([old, { id: 'n2', said: said('monday') }], isAnything), false)
})

/** A resource with an id and eight more computed values. Many of these values are equal in other resources. */
function talkative(id: unknown, at: number): object {
  const values = Array.from({ length: 8 }, (__, place) => [
    `f${place}`,
    `${(at * 7919 + place * 104_729) % (place + 3)}`,
  ])
  return { id, said: valueMap([...values, ['on', `host${Math.floor(at / 10)}`]] as [string, string][]) }
}

/** Answers for a service that finds things by host and number. The number is unique only on its host. */
function isOnHost({ id, on }: Asked): boolean {
  const host = isMap(on as Value) ? (on as ValueMap)['on'] : undefined
  if (id === undefined || host === undefined) throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['where?'] })
  return typeof id === 'number' && id < 10 && typeof host === 'string' && /^host\d+$/.test(host)
}

test('many resources with many computed values need few questions', async () => {
  const attributes = { ...page.schema.attributes, said: { type: 'map', computed: true } as const }
  const definition = { ...page, schema: { ...page.schema, attributes } }
  const asked = (specs: readonly object[], isThere: (asked: Asked) => boolean) => kept(specs, isThere, definition)
  const numbers = Array.from({ length: 150 }, (__, at) => at)
  const byId = await asked(
    numbers.map((at) => talkative(`n${at}`, at)),
    ({ id }) => isWithId({ id } as Asked) && /^n\d+$/.test(String(id)),
  )
  assert.deepEqual(byId, { isKept: false, questions: 6 })
  const byBoth = await asked(
    numbers.map((at) => talkative(at % 10, at)),
    isOnHost,
  )
  assert.deepEqual([byBoth.isKept, byBoth.questions < 25], [false, true], `${byBoth.questions} questions`)
  const twice = [...numbers.map((at) => talkative(at % 10, at)), { ...talkative(0, 0), said: said('host0') }]
  assert.equal((await asked(twice, isOnHost)).isKept, true)
})

test('an id may be zero', async () => {
  const attributes = { ...page.schema.attributes, said: { type: 'map', computed: true } as const }
  const definition = { ...page, schema: { ...page.schema, attributes } }
  const old = { id: 0, said: said('monday') }
  assert.equal((await kept([old, { id: 0, said: said('friday'), text: 'x' }], isZero, definition)).isKept, true)
})

test('a resource with equal computed values is kept, even if the service does not answer about another one', async () => {
  const old = { id: 'n1', mode: 'r' }
  let questions = 0
  const isAway = (asked: Asked): boolean => {
    if (++questions > 4) throw fakeFailure({ pluginErrorCode: 'UNEXPECTED' })
    return isWithId(asked)
  }
  const said1 = { type: 'map', computed: true } as const
  const definition = { ...page, schema: { ...page.schema, attributes: { ...page.schema.attributes, said: said1 } } }
  const [own, part] = [
    { ...old, said: said('monday') },
    { ...old, said: said('friday') },
  ]
  assert.equal((await kept([own, part, { ...own, text: 'x' }], isAway, definition)).isKept, true)
})

/** Answers for a service that ignores case, and a slash at the end. */
function isFolded({ name }: Asked): boolean {
  return String(name).toLowerCase().replace(/\/$/, '') === 'docs'
}

/** Answers for a service that ignores case in one part of the name. */
function isByHost({ name }: Asked): boolean {
  const [user, host] = String(name).split('@')
  return user === 'Bob' && host?.toLowerCase() === 'example.com'
}

/** Answers for a service that ignores a slash at the end. */
function isWithoutSlash({ name }: Asked): boolean {
  return ['docs', 'Docs'].includes(String(name).replace(/\/$/, ''))
}

for (const [declares, definition] of [
  ['no identity', page],
  ['the name as its identity', { ...page, identity: { fields: ['place.name'] } }],
] as const) {
  const isKept = async (names: readonly [string, string], isThere: (asked: Asked) => boolean): Promise<boolean> =>
    (await kept([{ name: names[0] }, { name: names[1] }], isThere, definition)).isKept

  test(`two spellings of a name are one resource if the service ignores the difference, and the type declares ${declares}`, async () => {
    assert.equal(await isKept(['docs', 'Docs'], isFolded), true)
    assert.equal(await isKept(['docs', 'docs/'], isFolded), true)
    assert.equal(await isKept(['docs', 'DOCS'], ({ name }) => name === 'docs' || name === 'DOCS'), false)
    assert.equal(await isKept(['docs', 'notes'], ({ name }) => name === 'docs' || name === 'notes'), false)
  })

  test(`a name is the same resource if the service ignores the case of one part, and the type declares ${declares}`, async () => {
    assert.equal(await isKept(['Bob@Example.com', 'Bob@example.com'], isByHost), true)
    assert.equal(
      await isKept(
        ['Bob@Example.com', 'bob@Example.com'],
        (asked) => isByHost(asked) || asked.name === 'bob@Example.com',
      ),
      false,
    )
  })
}

test('a resource is kept if it may be another one with a similar name, or of a type with the same scope', async () => {
  const definition = { ...page, identity: { fields: ['place.name'], scope: 'disk' } }
  const isKept = async (...specs: readonly object[]): Promise<boolean> =>
    (await kept(specs, isWithoutSlash, definition)).isKept
  assert.equal(await isKept({ name: 'docs' }, { name: 'Docs' }), false)
  assert.equal(await isKept({ name: 'docs' }, { name: 'Docs' }, { name: 'docs/' }), true)
  assert.equal(await isKept({ name: 'docs' }, { name: 'docs/', type: 'fake/ask' }), true)
})
