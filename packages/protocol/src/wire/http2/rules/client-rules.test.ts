import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'

import { Service } from '../../../deploy-engine/gen/pluginservicev1.ts'
import type { RpcChannel } from '../../rpc/channel.ts'
import { connectChannel } from '../../rpc/client.ts'
import { Flag, type Frame, FrameType } from '../frames.ts'
import {
  answer,
  type Case,
  casesFor,
  data,
  emptyMessage,
  headers,
  settings,
  type State,
  stream,
  trailers,
} from './case.ts'
import { floodCases } from './flood-cases.ts'
import { frameCases } from './frame-cases.ts'
import { headerCases } from './header-cases.ts'
import { streamCases } from './stream-cases.ts'
import { greetingBytes, Wire } from './wire.ts'

function wholeAnswer(id: number): Buffer {
  return Buffer.concat([headers(id, answer), data(id, emptyMessage), headers(id, trailers, Flag.endStream)])
}

/** Starts a call on the stream of the case and brings the stream into its state. Resolves with the call's failure, if it fails. */
async function open(state: State, channel: RpcChannel, wire: Wire): Promise<{ failed: Promise<string | undefined> }> {
  if (state === 'idle') return { failed: Promise.resolve(undefined) }
  const abort = new AbortController()
  const failed = channel.call(Service.HasFunction, {}, { signal: abort.signal }).then(
    () => undefined,
    (error: { code: string }) => error.code,
  )
  await wire.find(({ type, flags }) => type === FrameType.data && (flags & Flag.endStream) !== 0)
  if (state === 'begun') await wire.write([headers(stream, answer)])
  if (state === 'over') {
    await wire.write([wholeAnswer(stream)])
    await failed
  }
  if (state === 'givenUp') {
    abort.abort()
    await wire.find(({ type }) => type === FrameType.resetStream)
  }
  return { failed }
}

/** Answers every call except the call on the stream of the case. */
function answerOthers({ type, flags, stream: id }: Frame, wire: Wire): void {
  if (type === FrameType.data && (flags & Flag.endStream) !== 0 && id !== stream) void wire.write([wholeAnswer(id)])
}

async function check({ state, isBare, pieces, outcome }: Case): Promise<void> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const channel = connectChannel({ port: (server.address() as AddressInfo).port })
  const [socket] = (await once(server, 'connection')) as [Socket]
  const wire = new Wire(socket, { toSkip: greetingBytes, onFrame: answerOthers })
  try {
    if (!isBare) await wire.write([settings()])
    const { failed } = await open(state, channel, wire)
    wire.forget()
    await wire.write(pieces())
    if (outcome !== 'goes on' && 'connection' in outcome) {
      await channel.closed
      await wire.find(() => false)
      assert.deepEqual(wire.outcome, outcome)
      if (state === 'open' || state === 'begun') assert.match((await failed) ?? '', /^protocol/)
    } else {
      if (outcome !== 'goes on') assert.equal(await failed, 'protocol/refused')
      // The first call of an idle connection gets the stream that is not answered.
      if (state === 'idle') void channel.call(Service.HasFunction, {}).catch(() => {})
      await channel.call(Service.HasFunction, {})
      assert.deepEqual(wire.outcome, outcome === 'goes on' ? outcome : { of: stream, ...outcome })
    }
  } finally {
    channel.close()
    server.close()
    wire.destroy()
  }
}

describe('our client’s reaction to a server', { concurrency: 8 }, () => {
  for (const each of casesFor('client', [...frameCases, ...streamCases, ...headerCases, ...floodCases]))
    test(each.name, () => check(each))
})
