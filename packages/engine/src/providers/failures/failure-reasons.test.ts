import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, PluginFailure } from '@slipway/model'
import { failureReasons } from './failure-reasons.ts'

const failure = (reasons: readonly string[]): PluginFailure =>
  new PluginFailure('x/y', 'the message', { pluginId: 'a/b', method: 'm', pluginErrorCode: 'UNEXPECTED', reasons })

test('a failure’s text is the plugin’s reasons or else the message, cut at the documented length', () => {
  assert.deepEqual(failureReasons(failure(['one', 'two'])), ['one', 'two'])
  assert.deepEqual(failureReasons(failure([])), ['the message'])
  assert.deepEqual(failureReasons(new Failure('x/y', 'ours')), ['ours'])
  const long = 'r'.repeat(16_384)
  assert.deepEqual(failureReasons(failure([long])), [long])
  assert.match(failureReasons(failure([`${long}rr`]))[0] ?? '', /^r+… \(16386 characters\)$/)
  const many = Array.from({ length: 150 }, (_, index) => `${index}`)
  assert.deepEqual(failureReasons(failure(many)), [...many.slice(0, 100), '… and 50 more'])
})
