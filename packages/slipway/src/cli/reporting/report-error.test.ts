import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '@slipway/model'
import { RpcFailure } from '@slipway/protocol'
import { stoppedBy } from '@slipway/operations/stopped'
import type { Console } from '../console/console.ts'
import { outputTo } from '../console/testing.ts'
import { Interrupted } from '../signals/interruption.ts'
import { reportError } from './report-error.ts'

const reason = new Error('stopped by SIGINT')

/** Built like the result of `interruptionOf`. */
function interruptedBy(signal: NodeJS.Signals, error: Error): Interrupted {
  return new Interrupted(signal, stoppedBy(AbortSignal.abort(reason), error).cause)
}

function report(error: unknown): { readonly code: number; readonly said: string } {
  let said = ''
  const output = outputTo((text) => (said += text))
  const console: Console = { out: output, err: output, canAsk: false, env: {}, cwd: '/' }
  return { code: reportError(error, console, []), said }
}

test('Ctrl-C ends with 130 at any moment, without further output', () => {
  const cancelled = new RpcFailure('protocol/cancelled', 'CustomValidateResource was not sent: stopped by SIGINT', {
    status: 1,
    delivered: false,
  })
  const others = [
    new DOMException('This operation was aborted', 'AbortError'),
    reason,
    new Failure('engine/call-cancelled', 'the call was cancelled'),
    new Failure('host/launch-failed', 'it was not launched', { cause: reason }),
  ]
  for (const error of [cancelled, ...others])
    assert.deepEqual(report(interruptedBy('SIGINT', error)), { code: 130, said: '' }, String(error))
  assert.equal(report(interruptedBy('SIGTERM', cancelled)).code, 143)
})

test('other failures are still shown, and the code is that of the signal', () => {
  const full = new Failure('state/disk-full', 'there is no room')
  const other = new Failure('host/launch-failed', 'stopped by SIGINT, it says', {
    cause: new Error('stopped by SIGINT'),
  })
  assert.deepEqual(report(interruptedBy('SIGINT', full)), {
    code: 130,
    said: 'error: there is no room  [state/disk-full]\n',
  })
  assert.match(report(interruptedBy('SIGINT', other)).said, /launch-failed/, 'words alone mean nothing')
})

test('an upgrade in the middle of a command is no bug', () => {
  const error = Object.assign(new Error('Slipway was replaced while this command ran'), { code: 'SLIPWAY_REPLACED' })
  const { code, said } = report(error)
  assert.equal(code, 1)
  assert.equal(
    said,
    'error: Slipway was replaced while this command ran  [cli/replaced]\n  hint: run the command again: finished steps are recorded\n',
  )
})
