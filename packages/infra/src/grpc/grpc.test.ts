import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Client, credentials, type MethodDefinition } from '@grpc/grpc-js'
import { Agent, allPlugins, type Plugin, type PluginContext, quitSignals } from '@slipway/agent'
import * as log from '../log/plugin.ts'
import * as grpc from './plugin.ts'

log.defaultPlugin.destination = { write() {} }

const folder = mkdtempSync(join(tmpdir(), 'slipway-grpc-'))
after(() => rmSync(folder, { recursive: true }))

const shout: MethodDefinition<string, string> = {
  path: '/test.Echo/Shout',
  requestStream: false,
  responseStream: false,
  requestSerialize: (text) => Buffer.from(text),
  requestDeserialize: String,
  responseSerialize: (text) => Buffer.from(text),
  responseDeserialize: String,
}

function echo(server: grpc.Grpc): Plugin & { deps: unknown } {
  return {
    name: 'echo',
    deps: { server },
    init(context: PluginContext) {
      context.use(server).server.addService(
        { Shout: shout },
        {
          Shout: (call: { request: string }, reply: (error: null, answer: string) => void) =>
            reply(null, call.request.toUpperCase()),
        },
      )
    },
    close() {},
  }
}

function ask(target: string, text: string): Promise<string | undefined> {
  const client = new Client(target, credentials.createInsecure())
  return new Promise<string | undefined>((resolve, reject) => {
    client.makeUnaryRequest(shout.path, shout.requestSerialize, shout.responseDeserialize, text, (error, answer) =>
      error === null ? resolve(answer) : reject(error),
    )
  }).finally(() => client.close())
}

describe('an agent with a gRPC server', () => {
  for (const endpoint of ['127.0.0.1:0', `unix:${folder}/socket`]) {
    test(`plugins add services in init, it serves from afterInit on: ${endpoint.split(':')[0]}`, async () => {
      const server = grpc.newPlugin(grpc.useSettings({ endpoint }))
      const agent = new Agent(allPlugins(echo(server)), quitSignals())
      await agent.start()
      const target = endpoint.startsWith('unix:') ? endpoint : `127.0.0.1:${server.port}`
      assert.equal(await ask(target, 'hello'), 'HELLO')
      await agent.stop()
      await assert.rejects(ask(target, 'hello'))
    })
  }

  test('is disabled without configuration, and plugins that add services need not know', async () => {
    const agent = new Agent(allPlugins(echo(grpc.newPlugin())), quitSignals())
    await agent.start()
    assert.equal(agent.health().ready, true)
    assert.equal(agent.health().plugins.find(({ name }) => name === 'grpc')?.condition, 'disabled')
    await agent.stop()
  })
})
