import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SecretTraces } from './secret-traces.ts'
import { secret, valueMap } from '../value.ts'

const traces = new SecretTraces(
  valueMap([
    ['password', secret('Hush "hush"?')],
    ['port', 8080],
  ]),
)

for (const [spelling, text] of [
  ['as it is', 'user:Hush "hush"?@db'],
  ['in upper case', 'HUSH "HUSH"?'],
  ['as JSON', JSON.stringify({ password: 'Hush "hush"?' })],
  ['as JSON in JSON', JSON.stringify(JSON.stringify({ password: 'Hush "hush"?' }))],
  ['in a URL', `https://db/?p=${encodeURIComponent('Hush "hush"?')}`],
  ['in a form', 'p=Hush+%22hush%22%3F'],
  ['as hexadecimal', Buffer.from('Hush "hush"?').toString('hex').toUpperCase()],
  ['as base64', Buffer.from('Hush "hush"?').toString('base64')],
  ['within base64', Buffer.from('user:Hush "hush"?').toString('base64')],
  ['as base64url', Buffer.from('a:Hush "hush"?!').toString('base64url')],
] as const) {
  test(`a secret is found ${spelling}`, () => {
    assert.equal(traces.areIn(valueMap([['url', [text]]])), true)
  })
}

test('a text without the secret is not secret', () => {
  for (const value of ['/var/log/db.log', 4711, 8080, true, null, ['hush'], 'Hush'] as const)
    assert.equal(traces.areIn(value), false, String(value))
})

test('a short secret counts as a word, and a number as a whole, unless it has but one or two digits', () => {
  const short = new SecretTraces([secret('ab'), secret(42), secret('80'), secret(421)])
  assert.deepEqual(
    ['it is ab', 'AB', 'cab', 421, 42, 80, 'port 42', 4210].map((value) => short.areIn(value)),
    [true, true, false, true, false, false, true, false],
  )
})

test('a line of a long secret is a secret by itself', () => {
  const key = new SecretTraces(secret('-----BEGIN-----\nMIIEvQIBADANBg\n-----END-----\n'))
  assert.equal(key.areIn('found MIIEvQIBADANBg in it'), true)
})

test('any text around a secret, and it is still found', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4 }), fc.string(), fc.string(), (text, before, after) => {
      const all = `${before}${text}${after}`
      const hidden = new SecretTraces(secret(text))
      for (const form of [
        all,
        all.toUpperCase().toLowerCase(),
        JSON.stringify(all),
        Buffer.from(all).toString('base64'),
      ])
        if (form.toLowerCase().includes(text.toLowerCase()) || form === JSON.stringify(all))
          assert.ok(hidden.areIn(form))
      assert.ok(hidden.areIn(Buffer.from(all).toString('base64')))
    }),
  )
})
