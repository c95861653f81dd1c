import { test } from 'node:test'
import assert from 'node:assert/strict'
import { describeExit, exitText } from './exit-status.ts'

test('an exit is put into words', () => {
  assert.equal(describeExit({ code: 3, signal: null }), 'exited with code 3')
  assert.equal(
    describeExit({ code: null, signal: 'SIGKILL' }),
    'was killed by SIGKILL, by a user or because memory ran out',
  )
  assert.equal(describeExit({ code: null, signal: 'SIGHUP' }), 'was killed by SIGHUP')
  assert.match(describeExit({ code: 127, signal: null }), /cannot be executed/)
  assert.match(describeExit({ code: null, signal: null, error: new Error('EAGAIN') }), /could not be started: EAGAIN/)
})

test('an exit has a short name', () => {
  assert.equal(exitText({ code: 3, signal: null }), 'exit code 3')
  assert.equal(exitText({ code: null, signal: 'SIGSEGV' }), 'signal SIGSEGV')
})
