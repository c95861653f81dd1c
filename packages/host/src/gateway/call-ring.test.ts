import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallUnderWay } from '@slipway/model'
import { chainOf, refuseRing } from './call-ring.ts'
import { OpenCall } from './open-call.ts'
import { CallSubject } from './subject.ts'
import { Status } from '@slipway/protocol'

function calling(pluginId: string, functionName: string, within?: CallUnderWay): OpenCall {
  const plugin = { id: pluginId, kind: 'provider', namespace: pluginId.slice(-1) }
  return new OpenCall('1', plugin, new CallSubject('CallFunction', { functionName }), within)
}

/** A chain of nested calls, all of them different. */
function nested(depth: number): OpenCall {
  let call = calling('acme/a', 'f0')
  for (let each = 1; each < depth; each++) call = calling('acme/a', `f${each}`, call)
  return call
}

describe('nested calls', () => {
  test('are listed from the outermost', () => {
    assert.deepEqual(
      chainOf(nested(3)).map(({ title }) => title),
      ['a::f0', 'a::f1', 'a::f2'],
    )
  })

  test('may be at most 64 deep', () => {
    refuseRing(nested(1))
    refuseRing(nested(64))
    assert.throws(() => refuseRing(nested(65)), {
      code: 'host/calls-too-deep',
      status: Status.failedPrecondition,
      delivered: false,
      message:
        'plugins call each other more than 64 calls deep: a::f0 (acme/a) -> a::f1 (acme/a) -> a::f2 (acme/a) -> a::f3 (acme/a) -> … -> a::f61 (acme/a) -> a::f62 (acme/a) -> a::f63 (acme/a) -> a::f64 (acme/a)',
    })
  })

  test('in a circle are refused with its members', () => {
    const outer = calling('acme/a', 'start')
    const first = calling('acme/a', 'f', outer)
    const again = calling('acme/a', 'f', calling('acme/b', 'g', first))
    assert.throws(() => refuseRing(again), {
      code: 'host/call-ring',
      message: 'plugins call each other in a circle: a::f (acme/a) -> b::g (acme/b) -> a::f (acme/a)',
    })
    assert.throws(() => refuseRing(calling('acme/a', 'start', outer)), { code: 'host/call-ring' })
    refuseRing(calling('acme/b', 'f', first))
  })
})
