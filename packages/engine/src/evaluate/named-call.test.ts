import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PartialFunction, type NamedCall, type Value } from '@slipway/model'
import { callCore, isCore } from './named-call.ts'

const asked: NamedCall[] = []

/** Answers for a provider function that doubles numbers. */
async function answer(call: NamedCall): Promise<Value> {
  asked.push(call)
  return 2 * Number(call.args[0])
}

const called = (name: string, ...args: readonly Value[]) => callCore({ name, args }, answer)

async function made(name: string, ...args: readonly Value[]): Promise<PartialFunction> {
  const result = await called(name, ...args)
  assert.ok(result instanceof PartialFunction)
  return result
}

describe('a function of the language called by a plugin', () => {
  test('answers, even if it needs providers', async () => {
    assert.equal(await called('join', ['a', 'b'], '-'), 'a-b')
    const double = new PartialFunction('double', []).asValue()
    assert.deepEqual(await called('map', [1, 2, 1], double), [2, 4, 2])
    // Each number is asked about once.
    assert.deepEqual(
      asked.map(({ args }) => args),
      [[1], [2]],
    )
  })

  test('may return a function that can be called or passed on', async () => {
    const name = await made('getattr', 'name')
    const open = name.with([{ name: 'x' }])
    assert.deepEqual(open, { name: '_getattr_exec', args: [{ name: 'x' }, 'name'] })
    assert.equal(await callCore(open, answer), 'x')
    const first = await made('substr_g', 0, 1)
    const initial = await made('compose', first.asValue(), name.asValue())
    assert.deepEqual(await called('map', [{ name: 'ab' }, { name: 'cd' }], initial.asValue()), ['a', 'c'])
    assert.ok(isCore('_compose_exec') && isCore('map') && !isCore('_double_exec') && !isCore('double'))
  })

  test('gives a reason if it has no answer', async () => {
    await assert.rejects(called('getattr'), { code: 'engine/function-failed', message: /getattr needs 1 arguments/ })
    await assert.rejects(called('abs', 'x'), { code: 'engine/function-failed', message: /^abs: / })
  })
})
