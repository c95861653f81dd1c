import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secret, valueMap } from '@slipway/model'
import { Redactor } from './redactor.ts'

test('secrets that are known are taken out, however they are written', () => {
  const redactor = new Redactor()
  redactor.learn(valueMap([['deep', [secret(valueMap([['token', 'pass word"1']])), 'public']]]))
  const forms = ['pass word"1', 'pass word\\"1', 'pass%20word%221', Buffer.from('pass word"1').toString('base64')]
  for (const form of forms) assert.equal(redactor.redact(`<${form}>`), '<(secret)>')
  assert.equal(redactor.redact('public'), 'public')
})

test('a secret too short to be one leaves the logs readable', () => {
  const redactor = new Redactor()
  redactor.learn(secret('a'))
  assert.equal(redactor.redact('a cat'), 'a cat')
})
