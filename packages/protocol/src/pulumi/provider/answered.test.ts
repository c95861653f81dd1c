import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallControl, type CurrentResource, PluginFailure } from '@slipway/model'
import { encode } from '../../wire/codec/message.ts'
import { RpcFailure } from '../../wire/rpc/channel.ts'
import { Status as GrpcStatus } from '../../wire/rpc/status.ts'
import { ErrorResourceInitFailed, Status } from '../gen/errors.ts'
import { deployed, made, plugin } from './testing.ts'

function status(code: number, statusDetails?: Uint8Array): RpcFailure {
  const details = statusDetails === undefined ? {} : { statusDetails }
  return new RpcFailure('protocol/refused', 'Create failed', { status: code, delivered: true, ended: true, ...details })
}

interface Surroundings {
  readonly control?: CallControl
  readonly isDead?: boolean
  readonly current?: CurrentResource
}

/** Whether a failed call that creates or changes something counts as answered. */
async function answered(
  failure: RpcFailure,
  { control, isDead = false, current }: Surroundings = {},
): Promise<boolean> {
  const closed = isDead ? Promise.resolve() : new Promise<void>(() => {})
  const fail = (): Promise<never> => Promise.reject(failure)
  const { provider } = plugin({ Create: fail, Update: fail }, undefined, closed)
  const request = current === undefined ? deployed({ kind: 'ape' }) : deployed({ kind: 'cat' }, current)
  const thrown: unknown = await provider.deploy(request, control).catch((error: unknown) => error)
  assert.ok(thrown instanceof PluginFailure)
  return thrown.answered
}

test('a plugin has answered a create with an error only if it lives, and was neither stopped nor out of time', async () => {
  assert.equal(await answered(status(GrpcStatus.unknown)), true)
  for (const code of [
    GrpcStatus.cancelled,
    GrpcStatus.deadlineExceeded,
    GrpcStatus.internal,
    GrpcStatus.unavailable,
    GrpcStatus.dataLoss,
  ])
    assert.equal(await answered(status(code)), false, String(code))
  assert.equal(await answered(status(GrpcStatus.unknown), { isDead: true }), false)
  assert.equal(await answered(status(GrpcStatus.unknown), { control: { signal: AbortSignal.abort() } }), false)
  assert.equal(await answered(status(GrpcStatus.unknown), { control: { allowedMs: 0 } }), false)
  assert.equal(
    await answered(status(GrpcStatus.unknown), { current: { ...made, spec: { kind: 'ape', id: 'a1' } } }),
    false,
  )
  const half = encode(ErrorResourceInitFailed, { id: 'a1', reasons: ['it bites'] })
  const typeUrl = 'type.googleapis.com/pulumirpc.ErrorResourceInitFailed'
  const details = encode(Status, { code: GrpcStatus.unknown, details: [{ typeUrl, value: Buffer.from(half) }] })
  assert.equal(await answered(status(GrpcStatus.unknown, Buffer.from(details))), false)
  assert.equal(await answered(status(GrpcStatus.unknown, Buffer.from([0xff]))), false)
  const lost = new RpcFailure('protocol/connection-lost', 'it died', { status: GrpcStatus.unknown, delivered: true })
  assert.equal(await answered(lost), false)
})
