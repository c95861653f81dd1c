import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '@slipway/model'
import { answersAnything } from './answers-anything.ts'

test('every answer proves a plugin responsive, even a refusal', async () => {
  assert.equal(await answersAnything(Promise.resolve(undefined)), true)
  assert.equal(await answersAnything(Promise.reject(new Failure('protocol/refused', 'no'))), true)
  assert.equal(await answersAnything(Promise.reject(new Error('no'))), true)
  assert.equal(await answersAnything(Promise.reject({ code: 'protocol/deadline-exceeded' })), true)
  assert.equal(await answersAnything(Promise.reject(new Failure('protocol/deadline-exceeded', 'late'))), false)
})
