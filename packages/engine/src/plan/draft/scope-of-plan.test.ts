import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSecret, isUnknown, mapEntries, secret, Unknown, type Value, valueMap } from '@slipway/model'
import { evaluate } from '../../evaluate/evaluate.ts'
import { Answers, type DataQuestion, Questions } from '../../providers/questions/answers.ts'
import { call, type Draft, fakeBlueprint, ref } from '../../testing/fake-blueprint.ts'
import { scopeOfPlan } from './scope-of-plan.ts'

/** The searches of the question that this data source asks. */
function asked(search: Draft): readonly Value[] | undefined {
  const questions = new Questions()
  const views = { get: () => undefined, isPending: () => false }
  scopeOfPlan(fakeBlueprint({ data: { d: search } }), views, new Answers(), questions).dataSource('d')
  const [question] = questions.take().questions
  return question?.kind === 'data' ? question.filters[0]?.search : undefined
}

test('a search expression that gives a list searches for each item', () => {
  assert.deepEqual(asked('a'), ['a'])
  assert.deepEqual(asked(['a', 'b']), ['a', 'b'])
  const hidden = asked({ kind: 'literal', value: secret(['a', 'b']), origin: { start: 0, end: 0 } })
  assert.deepEqual(hidden, [secret('a'), secret('b')])
})

test('a data source is read again when its metadata changes, once the metadata is known', () => {
  const blueprint = fakeBlueprint({ resources: { r: {} }, data: { d: 'x' } })
  const source = blueprint.dataSources.get('d')
  assert.ok(source !== undefined)
  const described = {
    ...blueprint,
    dataSources: new Map([
      ['d', { ...source, metadata: { displayName: ref('r.spec.name'), custom: ref('r.spec.unit') } }],
    ]),
  }
  const answers = new Answers()
  const ask = (spec: Record<string, Value>) => {
    const questions = new Questions()
    const views = { get: () => valueMap([['spec', valueMap(Object.entries(spec))]]), isPending: () => false }
    const value = scopeOfPlan(described, views, answers, questions).dataSource('d')
    const [question] = questions.take().questions
    return question?.kind === 'data' ? question : value
  }
  assert.ok(isUnknown(ask({ name: 'tide', unit: new Unknown('later') }) as Value))
  const question = ask({ name: 'tide', unit: 'm' })
  assert.ok('metadata' in (question as object))
  assert.deepEqual((question as DataQuestion).metadata, { displayName: 'tide', custom: 'm' })
  answers.keep(question as DataQuestion, valueMap([['answer', 'high']]))
  assert.deepEqual({ ...(ask({ name: 'tide', unit: 'm' }) as object) }, { answer: 'high' })
  assert.deepEqual((ask({ name: 'tide', unit: 'ft' }) as DataQuestion).metadata.custom, 'ft')
})

test('a function may answer null', () => {
  const answers = new Answers()
  const questions = new Questions()
  const views = { get: () => undefined, isPending: () => false }
  const world = scopeOfPlan(fakeBlueprint({}), views, answers, questions)
  const nothing = call('shout', 'x')
  assert.ok(isUnknown(evaluate(nothing, world)))
  assert.equal(questions.take().questions.length, 1)
  answers.functions.keep('shout', ['x'], null)
  assert.equal(evaluate(nothing, world), null)
  assert.equal(questions.take().questions.length, 0)
})

/** A call of `uuid` that begins at this offset. */
const at = (start: number) => ({ ...call('uuid'), origin: { start, end: start + 6 } })

describe('a random value', () => {
  const views = { get: () => undefined, isPending: () => false }

  /** The results of the calls that begin at these offsets; every question is answered with its key. */
  function drawn(answers: Answers, subject: string, starts: readonly number[]): readonly Value[] {
    const questions = new Questions()
    const world = scopeOfPlan(fakeBlueprint({}), views, answers, questions)
    const work = () => starts.map((start) => evaluate(at(start), world))
    world.budget.during(subject, { start: 0, end: 0 }, work)
    for (const question of questions.take().questions)
      if (question.kind === 'drawn') answers.keepDrawn(question.key, question.key)
    return world.budget.during(subject, { start: 0, end: 0 }, work)
  }

  test('differs between calls, and stays the same for each call', () => {
    const answers = new Answers()
    assert.deepEqual(drawn(answers, 'values.a', [3, 20, 3]), [
      'values.a uuid [] 0',
      'values.a uuid [] 1',
      'values.a uuid [] 0',
    ])
    assert.deepEqual(drawn(answers, 'values.b', [3]), ['values.b uuid [] 0'])
  })

  test('is taken from the record, even if the call has moved in the text', () => {
    const recorded = new Answers()
    drawn(recorded, 'values.a', [3, 20])
    const later = new Answers(mapEntries(recorded.newlyDrawn(), () => secret('as it was')))
    assert.deepEqual(drawn(later, 'values.a', [300, 20_000]), ['as it was', 'as it was'])
    assert.deepEqual(drawn(later, 'values.b', [300]), ['values.b uuid [] 0'])
    assert.deepEqual(Object.keys(later.newlyDrawn()), ['values.b uuid [] 0'])
  })

  test('is recorded as a secret', () => {
    const answers = new Answers()
    drawn(answers, 'values.a', [3])
    assert.ok(Object.values(answers.newlyDrawn()).every(isSecret))
  })
})
