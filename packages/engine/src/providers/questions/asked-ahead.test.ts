import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { ResourceDiff } from '@slipway/model'
import { fakeBlueprint } from '../../testing/fake-blueprint.ts'
import { AskedAhead } from './asked-ahead.ts'
import type { DiffQuestion } from './answers.ts'
import type { ProviderCalls } from '../calls/provider-calls.ts'

const nothing: ResourceDiff = { replaceBecause: [], destroyFirst: false }

function question(name: string, value = 'x'): DiffQuestion {
  const about = {
    type: 'fake/compared',
    resourceId: `${name}-1`,
    resourceName: name,
    instanceId: 'i',
    instanceName: 'i',
  }
  return { kind: 'diff', request: { ...about, spec: { value }, current: { spec: {}, computed: {} } } } as never
}

/** Provider calls that a test answers by hand. `asked` lists the names of the resources in order. */
class Desk {
  readonly asked: string[] = []
  readonly answer: ((diff: ResourceDiff | Error) => void)[] = []
  readonly calls: Pick<ProviderCalls, 'diff'> = {
    diff: ({ resourceName }) =>
      new Promise((resolve, reject) => {
        this.asked.push(resourceName)
        this.answer.push((diff) => (diff instanceof Error ? reject(diff) : resolve(diff)))
      }),
  }
}

describe('a question asked ahead', () => {
  test('is asked once, a few at a time, in order', async () => {
    const desk = new Desk()
    const ahead = new AskedAhead(fakeBlueprint({}), desk.calls, 2)
    ahead.ask([question('a'), question('b'), question('c')])
    ahead.ask([question('a'), question('d')])
    assert.deepEqual(desk.asked, ['a', 'b'])
    desk.answer[1]?.(nothing)
    assert.equal(await ahead.take(question('b')), nothing)
    await othersTurn()
    assert.deepEqual(desk.asked, ['a', 'b', 'c'])
    desk.answer[0]?.(nothing)
    await othersTurn()
    assert.deepEqual(desk.asked, ['a', 'b', 'c', 'd'])
  })

  test('answers only that question, once', async () => {
    const desk = new Desk()
    const ahead = new AskedAhead(fakeBlueprint({}), desk.calls, 2)
    ahead.ask([question('a')])
    assert.equal(ahead.take(question('a', 'another value')), undefined)
    desk.answer[0]?.(nothing)
    assert.equal(await ahead.take(question('a')), nothing)
    assert.equal(ahead.take(question('a')), undefined)
  })

  test('fails only for its asker, and after the first failure no more questions are asked', async () => {
    const desk = new Desk()
    const ahead = new AskedAhead(fakeBlueprint({}), desk.calls, 2)
    ahead.ask([question('a'), question('b'), question('c')])
    desk.answer[0]?.(new Error('a is away'))
    desk.answer[1]?.(new Error('b is away'))
    await othersTurn()
    ahead.ask([question('d')])
    await assert.rejects(ahead.take(question('b')) ?? assert.fail(), /b is away/)
    assert.deepEqual(desk.asked, ['a', 'b'])
    assert.equal(ahead.take(question('c')), undefined)
  })

  test('is left to its asker if it was not sent before the draft ended', async () => {
    const desk = new Desk()
    const ahead = new AskedAhead(fakeBlueprint({}), desk.calls, 1)
    ahead.ask([question('a'), question('b')])
    ahead.stop()
    desk.answer[0]?.(nothing)
    assert.equal(await ahead.take(question('a')), nothing)
    assert.equal(ahead.take(question('b')), undefined)
    assert.deepEqual(desk.asked, ['a'])
  })

  test('is not sent after it was forgotten', async () => {
    const desk = new Desk()
    const ahead = new AskedAhead(fakeBlueprint({}), desk.calls, 1)
    ahead.ask([question('a'), question('b')])
    ahead.forget()
    desk.answer[0]?.(nothing)
    await othersTurn()
    assert.deepEqual(desk.asked, ['a'])
    assert.equal(ahead.take(question('b')), undefined)
  })

  test('is never about a component', () => {
    const desk = new Desk()
    const ahead = new AskedAhead(fakeBlueprint({ resources: { whole: { type: 'fake/whole' } } }), desk.calls, 1)
    ahead.ask([question('whole')])
    assert.deepEqual(desk.asked, [])
  })
})
