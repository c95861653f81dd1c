import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod'
import { PartialFunction, valueMap } from '@slipway/model'
import {
  aFunction,
  badInput,
  computed,
  defineDataSource,
  defineFunction,
  defineProvider,
  defineResource,
  secret,
  tuning,
  transient,
  variadic,
} from '../index.ts'
import { failureOf, trial } from '../testing.ts'

const config = z.object({
  region: z.string(),
  token: secret(z.string()).optional(),
  retries: tuning(z.int().default(3)),
})

const thing = defineResource({
  type: 'test/thing',
  config,
  schema: z.object({ mode: z.string(), id: computed(z.string()) }),
  settlement: 'repeatable',
  async deploy({ spec, config: settings, resourceId, current, log }) {
    log.info('deploying')
    if (spec.mode === 'transient') throw transient('busy', ['429'])
    if (spec.mode === 'bad') throw badInput('wrong', ['spec.mode: no', 'really no'])
    if (spec.mode === 'throw') throw new Error('broken', { cause: new Error('because') })
    return { id: `${settings.region}-${resourceId}-${current?.spec.id ?? 'new'}` }
  },
  stabilised: ({ spec }) => ({ stabilised: spec.mode !== 'slow' }),
  destroy() {},
})

const lookup = defineDataSource({
  type: 'test/lookup',
  filters: z.object({ name: z.string(), zone: z.string().optional() }),
  operators: { zone: ['=', 'starts with'] },
  fields: z.object({ id: z.string(), tags: z.array(z.string()), port: z.int().nullable() }),
  fetch: ({ where, filters }) => ({ id: `id-of-${where.name}`, tags: [`${filters.length}`], port: null }),
})

const glue = defineFunction({
  name: 'glue',
  summary: 'Joins',
  parameters: z.object({ separator: z.string(), parts: variadic(z.array(z.string())) }),
  returns: z.string(),
  call: ({ separator, parts }) => parts.join(separator),
})

const where = defineFunction({
  name: 'where',
  config,
  parameters: z.object({}),
  returns: z.string(),
  call: (_, { config: settings }) => settings.region,
})

const lines: string[] = []
const options = {
  id: 'acme/test',
  version: '1.2.3',
  config,
  resources: [thing],
  dataSources: [lookup],
  functions: [glue, where],
  log: (level: string, message: string) => void lines.push(`${level} ${message}`),
}
const provider = defineProvider(options)
const context = { config: { region: 'eu' }, variables: {} }
const it = trial(provider, 'test/thing', { config: { region: 'eu' } })

describe('a provider’s definition', () => {
  test('names everything, and defines the requested types', async () => {
    const definition = await provider.define({
      resourceTypes: ['test/thing', 'test/other'],
      dataSourceTypes: ['test/lookup'],
      functions: ['glue'],
    })
    assert.deepEqual(definition.resourceTypeNames, ['test/thing'])
    assert.deepEqual(Object.keys(definition.resourceTypes), ['test/thing'])
    assert.deepEqual(definition.resourceTypes['test/thing']?.schema.required, ['mode'])
    assert.equal(definition.resourceTypes['test/thing']?.settlement, 'repeatable')
    assert.deepEqual(definition.config, {
      fields: {
        region: { type: 'string', required: true },
        token: { type: 'string', secret: true },
        retries: { type: 'integer', default: 3, isTuning: true },
      },
      allowAdditionalFields: false,
    })
    assert.deepEqual(definition.dataSourceTypes['test/lookup'], {
      type: 'test/lookup',
      label: 'test/lookup',
      fields: {
        id: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
        port: { type: 'integer', nullable: true },
      },
      filterFields: {
        name: { type: 'string', supportedOperators: ['='] },
        zone: { type: 'string', supportedOperators: ['=', 'starts with'] },
      },
    })
    assert.deepEqual(definition.functions['glue'], {
      name: 'glue',
      summary: 'Joins',
      parameters: [
        { name: 'separator', type: 'string' },
        { name: 'parts', type: 'string', variadic: true },
      ],
      returns: 'string',
    })
  })

  test('with mismatched parts is refused', () => {
    const { resources: _, ...rest } = options
    assert.throws(() => defineProvider({ ...rest, id: 'no id' }), { code: 'sdk/bad-plugin-id' })
    assert.throws(() => defineProvider({ ...options, namespace: 'other' }), { code: 'sdk/outside-namespace' })
    assert.throws(() => defineProvider({ ...options, resources: [thing, thing] }), { code: 'sdk/duplicate-name' })
    assert.throws(() => defineProvider({ ...options, config: z.object({}) }), { code: 'sdk/other-config' })
    assert.throws(
      () => defineResource({ type: 'a/b', schema: z.object({}), settlement: 'find', deploy: () => ({}), destroy() {} }),
      { code: 'sdk/find-without-read' },
    )
  })
})

describe('calls', () => {
  test('deploy creates and updates', async () => {
    const state = await it.create({ mode: 'x' })
    assert.equal(state['id'], 'eu-resource-1-new')
    assert.equal((await it.update(state, { mode: 'y' }))['id'], 'eu-resource-1-eu-resource-1-new')
  })

  test('stability is the plugin’s word', async () => {
    assert.equal(await it.stabilised({ mode: 'slow' }), false)
    assert.equal(await it.stabilised({ mode: 'x' }), true)
  })

  test('a plugin without a stability check is not asked', () => {
    const parts = { type: 'test/thing', schema: z.object({ slow: z.boolean() }), settlement: 'repeatable' } as const
    const methods = { deploy: () => ({}), destroy() {} }
    const asked = { ...methods, stabilised: () => true }
    assert.deepEqual(defineResource({ ...parts, ...methods }).define().unstableWith, [])
    assert.equal(defineResource({ ...parts, ...asked }).define().unstableWith, undefined)
    const some = defineResource({ ...parts, ...asked, unstableWith: ['slow'] })
    assert.deepEqual(some.define().unstableWith, ['slow'])
  })

  test('without read a resource is as recorded', async () => {
    assert.deepEqual({ ...(await it.read({ mode: 'x', id: 'y' })) }, { mode: 'x', id: 'y' })
  })

  test('log lines name the resource', async () => {
    await it.create({ mode: 'x' })
    assert.ok(lines.includes('info test/thing it: deploying'))
  })

  test('an aborted call is reported', async () => {
    const waiting = defineResource({
      type: 'test/waiting',
      schema: z.object({}),
      settlement: 'repeatable',
      deploy: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
      destroy() {},
    })
    const waiter = defineProvider({ id: 'acme/test', version: '1.0.0', resources: [waiting], log() {} })
    const abort = new AbortController()
    const { identity } = trial(waiter, 'test/waiting')
    const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
    const request = { ...identity, spec: valueMap(), changes, context }
    const call = waiter.deploy(request, { signal: abort.signal })
    abort.abort(new Error('enough'))
    assert.equal((await failureOf(call)).message, 'enough')
    const timedOut = await failureOf(waiter.deploy(request, { deadlineMs: 1 }))
    assert.match(timedOut.message, /timeout/)
  })

  test('a data source answers by exported names', async () => {
    const request = { type: 'test/lookup', dataSourceName: 'mine', context }
    const filters = [{ field: 'name', operator: '=', search: ['a'] }]
    const values = await provider.fetch({
      ...request,
      filters,
      exports: { it: { type: 'string', aliasFor: 'id' }, tags: { type: 'array' } },
    })
    assert.deepEqual({ ...values }, { it: 'id-of-a', tags: ['1'] })
    assert.deepEqual((await failureOf(provider.fetch({ ...request, filters: [], exports: {} }))).reasons, [
      'filter.name: is required',
    ])
    const unknown = provider.fetch({ ...request, filters, exports: { nope: { type: 'string' } } })
    assert.equal((await failureOf(unknown)).message, 'test/lookup has no field "nope"')
  })

  test('a function gets its arguments in order, the rest in a list', async () => {
    assert.equal(await provider.callFunction({ name: 'glue', args: ['-', 'a', 'b'], context }), 'a-b')
    assert.equal(await provider.callFunction({ name: 'glue', args: ['-'], context }), '')
    const wrong = await failureOf(provider.callFunction({ name: 'glue', args: [1], context }))
    assert.deepEqual(wrong.reasons, ['glue.separator: expected string, got integer'])
  })

  test('a function gets the settings, and works without unused ones', async () => {
    const none = { config: {}, variables: {} }
    assert.equal(await provider.callFunction({ name: 'where', args: [], context }), 'eu')
    assert.equal(await provider.callFunction({ name: 'glue', args: ['-', 'a'], context: none }), 'a')
    const missing = await failureOf(provider.callFunction({ name: 'where', args: [], context: none }))
    assert.deepEqual(missing.reasons, ['config.region: is required'])
  })
})

describe('failures', () => {
  const cases = [
    ['transient', 'TRANSIENT', 'sdk/transient', ['429']],
    ['bad', 'BAD_INPUT', 'sdk/bad-input', ['spec.mode: no', 'really no']],
    ['throw', 'UNEXPECTED', 'sdk/unexpected', ['broken', 'because']],
  ] as const
  for (const [mode, pluginErrorCode, code, reasons] of cases) {
    test(`${mode} is ${pluginErrorCode}`, async () => {
      const failure = await failureOf(it.create({ mode }))
      assert.equal(failure.pluginErrorCode, pluginErrorCode)
      assert.equal(failure.code, code)
      assert.deepEqual(failure.reasons, reasons)
      assert.equal(failure.method, 'provider.Resource.Deploy')
      assert.equal(failure.pluginId, 'acme/test')
    })
  }

  test('wrong settings are BAD_INPUT', async () => {
    const failure = await failureOf(trial(provider, 'test/thing', { config: { retries: 'x' } }).create({ mode: 'x' }))
    assert.equal(failure.pluginErrorCode, 'BAD_INPUT')
    assert.deepEqual(failure.reasons.toSorted(), [
      'config.region: is required',
      'config.retries: expected number, got string',
    ])
  })

  test('an unknown type is BAD_INPUT', async () => {
    const failure = await failureOf(trial(provider, 'test/nope').create({}))
    assert.equal(failure.message, 'acme/test has no resource type "test/nope"')
  })

  test('the stack of an unexpected error is logged', async () => {
    await failureOf(it.create({ mode: 'throw' }))
    assert.ok(lines.some((line) => line.startsWith('error provider.Resource.Deploy: Error: broken\n    at ')))
  })
})

test('a function may return a function, and take one', async () => {
  const times = defineFunction({
    name: 'times',
    parameters: z.object({ n: z.int(), factor: z.int() }),
    returns: z.int(),
    call: ({ n, factor }) => n * factor,
  })
  const timesG = defineFunction({
    name: 'times_g',
    parameters: z.object({ factor: z.int() }),
    returns: aFunction,
    call: ({ factor }) => new PartialFunction('times', [factor], 1),
  })
  const nameOf = defineFunction({
    name: 'name_of',
    parameters: z.object({ given: aFunction, other: z.optional(aFunction) }),
    returns: z.string(),
    call: ({ given, other }) => `${given.name} ${other === undefined}`,
  })
  const functions = [times, timesG, nameOf]
  const maths = defineProvider({ id: 'acme/maths', version: '1.0.0', functions })
  const names = functions.map(({ name }) => name)
  const { functions: defined } = await maths.define({ resourceTypes: [], dataSourceTypes: [], functions: names })
  assert.equal(defined['times_g']?.returns, 'function')
  assert.deepEqual(defined['name_of']?.parameters, [
    { name: 'given', type: 'function' },
    { name: 'other', type: 'function', optional: true },
  ])
  const none = { config: {}, variables: {} }
  const given = await maths.callFunction({ name: 'times_g', args: [3], context: none })
  assert.deepEqual(given, new PartialFunction('times', [3], 1))
  assert.ok(given instanceof PartialFunction)
  assert.equal(await maths.callFunction({ name: 'name_of', args: [given.asValue()], context: none }), 'times true')
  const wrong = await failureOf(maths.callFunction({ name: 'name_of', args: [7], context: none }))
  assert.match(wrong.reasons.join(), /must be a function/)
})
