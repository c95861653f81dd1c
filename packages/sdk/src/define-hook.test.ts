import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { defineHook, serveHook } from './define-hook.ts'

test('a hook answers each moment with a line, with any methods', async () => {
  const hook = defineHook({
    after_launch: ({ pod }) => ({ told: pod }),
    before_launch: () => {
      throw new Error('no cache')
    },
  })
  const lines = [
    '{"moment":"after_launch","pod":"web","call":1}',
    '{"moment":"before_launch","call":2}',
    '{"moment":"before_install","call":3}',
    'garbage',
    '{"moment":"after_launch","pod":"api"}',
  ]
  const said: string[] = []
  const output = { write: (text: string) => said.push(text) > 0 }
  assert.equal(await serveHook(hook, { input: Readable.from([lines.join('\n')]), output }), 1)
  const answers = said.map((line) => JSON.parse(line) as { readonly call?: number; readonly ok: boolean })
  assert.deepEqual(
    answers.filter(({ call }) => call !== undefined).sort((a, b) => (a.call ?? 0) - (b.call ?? 0)),
    [
      { call: 1, ok: true, result: { told: 'web' } },
      { call: 2, ok: false, message: 'no cache' },
      { call: 3, ok: true },
    ],
  )
  const uncounted = answers.filter(({ call }) => call === undefined)
  assert.deepEqual(new Set(uncounted.map(({ ok }) => ok)), new Set([false, true]))
})
