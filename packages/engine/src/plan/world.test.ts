import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secret, type Value } from '@slipway/model'
import { Answers, Questions } from '../gather/answers.ts'
import { type Draft, fakeBlueprint } from '../testing/fake-blueprint.ts'
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
