import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, test } from 'node:test'
import { failureOf, trial } from '@slipway/sdk/testing'
import { provider } from './provider.ts'

let resources = 0
const fresh = () => trial(provider, 'null/resource', { resourceId: `r${resources++}` })

describe('null/resource', () => {
  test('keeps its value, and its id is the engine’s', async () => {
    const it = fresh()
    const state = await it.create({ value: { a: 1, b: ['x', { c: true }] } })
    assert.equal(state['id'], it.identity.resourceId)
    assert.equal(await it.stabilised(state), true)
    assert.deepEqual({ ...(await it.read(state)) }, { ...state })
    assert.equal((await it.update(state, { value: [true, 'y'] }))['id'], state['id'])
    await it.destroy(state)
  })

  test('is not found when it was never made', async () => {
    assert.equal(await fresh().read({ value: 'x' }), undefined)
  })

  for (const code of ['UNEXPECTED', 'TRANSIENT', 'BAD_INPUT'] as const) {
    test(`fails with ${code}`, async () => {
      assert.equal((await failureOf(fresh().create({ fail: code }))).pluginErrorCode, code)
    })
  }

  test('fails without a message, and with one', async () => {
    assert.equal((await failureOf(fresh().create({ fail: true }))).pluginErrorCode, 'UNEXPECTED')
    assert.equal((await failureOf(fresh().create({ fail: 'no luck' }))).message, 'no luck')
    await fresh().create({ fail: false })
  })

  test('fails in one phase, so many times, with its reasons', async () => {
    const it = fresh()
    const spec = { fail: { code: 'TRANSIENT', on: 'destroy', times: 2, reasons: ['a', 'b'] } }
    const state = await it.create(spec)
    assert.deepEqual((await failureOf(it.destroy(state))).reasons, ['a', 'b'])
    await failureOf(it.destroy(state))
    await it.destroy(state)
  })

  test('stabilises when it was asked often enough', async () => {
    const it = fresh()
    const state = await it.create({ unstableFor: 2 })
    const answers = [await it.stabilised(state), await it.stabilised(state), await it.stabilised(state)]
    assert.deepEqual(answers, [false, false, true])
  })

  test('hangs until it is cancelled', async () => {
    const { identity } = fresh()
    const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
    const request = { ...identity, spec: { hang: true }, changes, context: { config: {}, variables: {} } }
    const failure = await failureOf(provider.deploy(request, { signal: AbortSignal.abort(new Error('cancelled')) }))
    assert.equal(failure.message, 'cancelled')
  })

  test('crashes the process that it runs in', async () => {
    const program = `
      import { trial } from '@slipway/sdk/testing'
      import { provider } from ${JSON.stringify(import.meta.resolve('./provider.ts'))}
      await trial(provider, 'null/resource').create({ crash: 'deploy' })`
    const signal = await new Promise((resolve) => {
      execFile(
        process.execPath,
        ['--input-type=module-typescript', '-e', program],
        { cwd: import.meta.dirname },
        (error) => resolve(error?.signal),
      )
    })
    assert.equal(signal, 'SIGKILL')
  })

  test('a wrong instruction is named', async () => {
    const failure = await failureOf(fresh().create({ fail: { on: 'lunch' }, delayMs: -1 }))
    assert.deepEqual(failure.reasons, [
      'spec.delayMs: must be at least 0',
      'spec.fail.on: must be "deploy" or "stabilised" or "read" or "destroy"',
    ])
  })
})
