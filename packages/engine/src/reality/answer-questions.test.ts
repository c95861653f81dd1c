import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSecret, secret, type Value, valueMap } from '@slipway/model'
import { readYaml } from '@slipway/source'
import type { ProviderCalls } from '../providers/calls/provider-calls.ts'
import { call, data, fakeBlueprint } from '../testing/fake-blueprint.ts'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { FakeEngine } from '../testing/fake-engine.ts'
import { answerQuestions } from '../providers/questions/answer-questions.ts'
import { Answers, type DataQuestion } from '../providers/questions/answers.ts'

const unopposed = { validateDataSource: async () => [], pluginId: () => 'test/fake' }

for (const [method, subject] of [
  ['Fetch', 'the data source info'],
  ['Call', 'the function shout'],
] as const) {
  test(`a failure names ${subject}, the plugin and every reason`, async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method: called }) => {
      if (called === method)
        throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', method: 'provider.Method', reasons: ['too wet', 'too cold'] })
    }
    const up = engine.up({
      data: { info: 'x' },
      resources: { db: { spec: { value: call('shout', data('info', 'answer')) } } },
    })
    await assert.rejects(up, {
      message: `${subject} (test/fake, provider.Method): it did not work`,
      details: ['too wet', 'too cold'],
      reasons: ['too wet', 'too cold'],
      pluginErrorCode: 'BAD_INPUT',
    })
  })
}

test('a failed function call is reported at its place', async () => {
  const { source } = readYaml('site.yaml', 'version: 2025-11-02\nvalue: ${shout("x")}\n')
  const origin = { start: 29, end: 39 }
  const functions = new Map([
    ['shout', { namespace: 'fake', definition: { name: 'shout', parameters: [], returns: 'any' } as const }],
  ])
  const blueprint = { ...fakeBlueprint({}), source, functions }
  const calls = { callFunction: () => Promise.reject(fakeFailure({ pluginErrorCode: 'BAD_INPUT' })) }
  for (const question of [
    { kind: 'function', name: 'shout', args: [], origin },
    { kind: 'drawn', key: 'k', name: 'shout', args: [], origin },
  ] as const) {
    const asked = answerQuestions(
      [question],
      blueprint,
      calls as Partial<ProviderCalls> as ProviderCalls,
      new Answers(),
      1,
    )
    await assert.rejects(asked, { details: ['it is called in site.yaml, line 2, column 10'] })
  }
})

test('an answer of a data source is secret if its filter or metadata had a secret', async () => {
  const calls = { ...unopposed, fetch: async () => valueMap([['answer', 'told']]) }
  const ask = async (search: Value, custom: Value): Promise<Value | undefined> => {
    const filters = [{ field: 'query', operator: '=', search: [search] }] as const
    const question: DataQuestion = { kind: 'data', name: 'info', filters, metadata: { custom } }
    const answers = new Answers()
    const blueprint = fakeBlueprint({ data: { info: 'x' } })
    await answerQuestions([question], blueprint, calls as Partial<ProviderCalls> as ProviderCalls, answers, 1)
    return answers.to(question)?.['answer']
  }
  assert.equal(await ask('x', ['y']), 'told')
  assert.ok(isSecret(await ask(secret('x'), ['y'])))
  assert.ok(isSecret(await ask('x', [secret('y')])))
})

test('a list missing from a data source’s answer is empty', async () => {
  const { definition, ...source } = fakeBlueprint({ data: { info: 'x' } }).dataSources.get('info') ?? assert.fail()
  const fields = { answer: { type: 'array', items: { type: 'string' } }, token: { type: 'string' } } as const
  const listing = { ...source, definition: { ...definition, fields } }
  const question: DataQuestion = { kind: 'data', name: 'info', filters: [], metadata: {} }
  const answers = new Answers()
  const calls = { ...unopposed, fetch: async () => valueMap() }
  const blueprint = { ...fakeBlueprint({}), dataSources: new Map([['info', listing]]) }
  await answerQuestions([question], blueprint, calls as Partial<ProviderCalls> as ProviderCalls, answers, 1)
  assert.deepEqual({ ...answers.to(question) }, { answer: [], token: null })
})

test('a data source is checked by its plugin before the read: errors stop it, warnings are shown', async () => {
  let severity: 'error' | 'warning' = 'error'
  let fetched = 0
  const calls: Pick<ProviderCalls, 'fetch' | 'validateDataSource' | 'pluginId'> = {
    pluginId: () => 'test/fake',
    validateDataSource: async () => [{ severity, message: 'too far away' }],
    fetch: async () => valueMap([['answer', ++fetched]]),
  }
  const question: DataQuestion = { kind: 'data', name: 'info', filters: [], metadata: {} }
  const answers = new Answers()
  const ask = () =>
    answerQuestions([question], fakeBlueprint({ data: { info: 'x' } }), calls as ProviderCalls, answers, 1)
  await assert.rejects(ask(), {
    code: 'engine/refused-data-source',
    message: 'the data source info (test/fake, provider.DataSource.CustomValidate): too far away',
  })
  assert.deepEqual([fetched, answers.warnings.length], [0, 0])
  severity = 'warning'
  await ask()
  assert.deepEqual(
    [fetched, answers.warnings.map(({ path, severity: told }) => [path, told])],
    [1, [['datasources.info', 'warning']]],
  )
})
