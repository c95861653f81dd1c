import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { buildProvider, type ProviderName, skipWithoutGo } from './build.ts'

const cookie = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2'

/** The first line of a provider that is started like by a host, without its address. */
async function greeting(name: ProviderName): Promise<readonly string[]> {
  const { file } = await buildProvider(name)
  const env = { ...process.env, TF_PLUGIN_MAGIC_COOKIE: cookie, PLUGIN_PROTOCOL_VERSIONS: '5,6' }
  const child = spawn(file, [], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const [core = '', version = '', network = '', , protocol = ''] = line.split('|')
    return [core, version, network, protocol]
  } finally {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
}

suite('a provider in Go is built, and speaks', { skip: skipWithoutGo, timeout: 600_000 }, () => {
  // `npm test` runs only this case: our own providers, and one published.
  test('version 6 on the framework, and 5 on the older SDK and where others have published it', async () => {
    const greetings = await Promise.all((['harbor', 'mill', 'time'] as const).map(greeting))
    assert.deepEqual(greetings, [
      ['1', '6', 'unix', 'grpc'],
      ['1', '5', 'unix', 'grpc'],
      ['1', '5', 'unix', 'grpc'],
    ])
    const { file } = await buildProvider('mill')
    assert.match(spawnSync(file, { encoding: 'utf8' }).stderr, /This binary is a plugin/)
  })

  test('version 5 in the other published ones', async () => {
    const greetings = await Promise.all((['local', 'http'] as const).map(greeting))
    assert.deepEqual(greetings, [
      ['1', '5', 'unix', 'grpc'],
      ['1', '5', 'unix', 'grpc'],
    ])
  })
})
