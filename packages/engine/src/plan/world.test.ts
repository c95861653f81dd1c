import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnknown, secret, Unknown, type Value, valueMap } from '@slipway/model'
import { evaluate } from '../evaluate/evaluate.ts'
import { Answers, type DataQuestion, Questions } from '../providers/answers.ts'
import { call, type Draft, fakeBlueprint, ref } from '../testing/fake-blueprint.ts'
import { worldOf } from './world.ts'

/** What a data source with this search would be asked for. */
function asked(search: Draft): readonly Value[] | undefined {
  const questions = new Questions()
  const views = { get: () => undefined, isPending: () => false }
  worldOf(fakeBlueprint({ data: { d: search } }), views, new Answers(), questions).dataSource('d')
  const [question] = questions.take()
  return question?.kind === 'data' ? question.filters[0]?.search : undefined
}

test('an expression that gives a list searches for each of its items', () => {
  assert.deepEqual(asked('a'), ['a'])
  assert.deepEqual(asked(['a', 'b']), ['a', 'b'])
  const hidden = asked({ kind: 'literal', value: secret(['a', 'b']), origin: { start: 0, end: 0 } })
  assert.deepEqual(hidden, [secret('a'), secret('b')])
})

test('a data source is asked anew when its metadata says something else, and not before that is known', () => {
  const blueprint = fakeBlueprint({ resources: { r: {} }, data: { d: 'x' } })
  const source = blueprint.dataSources.get('d')
  assert.ok(source !== undefined)
  const described = {
    ...blueprint,
    dataSources: new Map([['d', { ...source, displayName: ref('r.spec.name'), custom: ref('r.spec.unit') }]]),
  }
  const answers = new Answers()
  const ask = (spec: Record<string, Value>) => {
    const questions = new Questions()
    const views = { get: () => valueMap([['spec', valueMap(Object.entries(spec))]]), isPending: () => false }
    const value = worldOf(described, views, answers, questions).dataSource('d')
    const [question] = questions.take()
    return question?.kind === 'data' ? question : value
  }
  assert.ok(isUnknown(ask({ name: 'tide', unit: new Unknown('later') }) as Value))
  const question = ask({ name: 'tide', unit: 'm' })
  assert.ok('metadata' in (question as object))
  assert.deepEqual((question as DataQuestion).metadata, { displayName: 'tide', custom: 'm' })
  answers.keepData(question as DataQuestion, valueMap([['answer', 'high']]))
  assert.deepEqual({ ...(ask({ name: 'tide', unit: 'm' }) as object) }, { answer: 'high' })
  assert.deepEqual((ask({ name: 'tide', unit: 'ft' }) as DataQuestion).metadata.custom, 'ft')
})

test('a function whose answer is null has answered', () => {
  const answers = new Answers()
  const questions = new Questions()
  const views = { get: () => undefined, isPending: () => false }
  const world = worldOf(fakeBlueprint({}), views, answers, questions)
  const nothing = call('shout', 'x')
  assert.ok(isUnknown(evaluate(nothing, world)))
  assert.equal(questions.take().length, 1)
  answers.functions.keep('shout', ['x'], null)
  assert.equal(evaluate(nothing, world), null)
  assert.equal(questions.take().length, 0)
})
