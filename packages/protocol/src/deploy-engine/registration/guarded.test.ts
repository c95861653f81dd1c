import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { Service } from '../gen/pluginservicev1.ts'
import { connectChannel } from '../../wire/rpc/client.ts'
import { route, RpcServer } from '../../wire/rpc/server.ts'
import { guarded, saysToken, tokenHeader } from './guarded.ts'

test('a guard that needs time also decides, call by call', async (t) => {
  const calls: string[] = []
  const routes = [
    route(Service.HasFunction, ({ functionName }) => {
      calls.push(functionName)
      return {}
    }),
  ]
  const guard = async (): Promise<string | undefined> => {
    await new Promise((resolve) => setImmediate(resolve))
    return calls.length === 0 ? undefined : 'one call is enough'
  }
  const server = new RpcServer(guarded(routes, guard))
  const channel = connectChannel(await server.listen())
  t.after(() => server.close())
  await channel.call(Service.HasFunction, { functionName: 'first' })
  await assert.rejects(
    channel.call(Service.HasFunction, { functionName: 'second' }),
    /UNAUTHENTICATED: one call is enough/,
  )
  assert.deepEqual(calls, ['first'])
  channel.close()
})

const says = (said: string | undefined, token: string): boolean =>
  saysToken({ header: (name) => (name === tokenHeader ? said : undefined) }, token)

test('a token counts only if it is exactly right', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (said, token) => says(said, token) === (said === token && token !== '')),
  )
  fc.assert(fc.property(fc.string({ minLength: 1 }), (token) => says(token, token) && !says(undefined, token)))
})
