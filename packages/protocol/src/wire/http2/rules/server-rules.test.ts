import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'

import { Service } from '../../../deploy-engine/gen/pluginservicev1.ts'
import { route, RpcServer } from '../../rpc/server.ts'
import { Flag, FrameType } from '../frames.ts'
import {
  type Case,
  casesFor,
  data,
  emptyMessage,
  headers,
  much,
  preface,
  request,
  requestTo,
  type State,
  settings,
  stream,
} from './case.ts'
import { floodCases } from './flood-cases.ts'
import { frameCases } from './frame-cases.ts'
import { headerCases } from './header-cases.ts'
import { streamCases } from './stream-cases.ts'
import { Wire } from './wire.ts'

function call(id: number, block: Buffer): Buffer {
  return Buffer.concat([headers(id, block), data(id, emptyMessage, Flag.endStream)])
}

const openings: Readonly<Record<State, Buffer>> = {
  idle: Buffer.alloc(0),
  open: headers(stream, request),
  begun: headers(stream, request),
  ended: call(stream, requestTo(Service.ListFunctions.path)),
  over: call(stream, request),
  givenUp: headers(stream, requestTo('/nobody/knows')),
}

async function outcomeOf({ state, isBare, pieces, outcome }: Case): Promise<unknown> {
  const server = new RpcServer([
    route(Service.HasFunction, () => ({})),
    route(Service.ListFunctions, () => new Promise<never>(() => {})),
  ])
  const address = await server.listen()
  assert.ok('port' in address)
  const wire = new Wire(connect(address.port, '127.0.0.1'))
  try {
    if (!isBare) await wire.write([preface, settings(), openings[state]])
    if (state === 'over') await wire.find(({ flags, stream: id }) => id === stream && (flags & Flag.endStream) !== 0)
    if (state === 'givenUp') await wire.find(({ type }) => type === FrameType.resetStream)
    wire.forget()
    await wire.write(pieces())
    if (outcome !== 'goes on' && 'connection' in outcome) await wire.find(() => false)
    else {
      await wire.write([call(much, request)])
      await wire.find(
        ({ flags, stream: id, type }) =>
          id === much && (type === FrameType.resetStream || (flags & Flag.endStream) !== 0),
      )
    }
    return wire.outcome
  } finally {
    wire.destroy()
    await server.close()
  }
}

describe('our server’s reaction to a client', { concurrency: 8 }, () => {
  for (const each of casesFor('server', [...frameCases, ...streamCases, ...headerCases, ...floodCases]))
    test(each.name, async () => {
      const { outcome } = each
      const wanted = typeof outcome === 'object' && 'stream' in outcome ? { of: stream, ...outcome } : outcome
      assert.deepEqual(await outcomeOf(each), wanted)
    })
})
