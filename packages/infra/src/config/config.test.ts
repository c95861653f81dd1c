import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { z } from 'zod'
import { Agent, type AgentFailure, plugins, quitSignals } from '@slipway/agent'
import type { Failure } from '@slipway/model'
import { ownVariables } from './misspelt.ts'
import { type Config, newPlugin, useSources } from './plugin.ts'
import type { ConfigSources } from './sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-config-'))
after(() => rmSync(folder, { recursive: true }))

const schema = z.strictObject({ host: z.string(), port: z.number().int().default(80), pollMs: z.number().optional() })

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function read(
  sources: Partial<ConfigSources>,
  defaults?: { host: string },
): Promise<z.output<typeof schema> | undefined> {
  return newPlugin(useSources({ environment: {}, flags: [], ...sources })).read('web-app', schema, defaults)
}

describe('settings of a plugin', () => {
  test('nothing configured is nothing, unless the program has defaults', async () => {
    assert.equal(await read({}), undefined)
    assert.deepEqual(await read({}, { host: 'here' }), { host: 'here', port: 80 })
  })

  test('a file: named by flag, by variable, or lying in the folder', async () => {
    const yaml = file('web-app.yaml', 'host: yaml\nport: 1\n')
    const json = file('other.json', '{"host": "json"}')
    assert.deepEqual(await read({ flags: [`--web-app-config=${yaml}`] }), { host: 'yaml', port: 1 })
    assert.deepEqual(await read({ environment: { WEB_APP_CONFIG: json } }), { host: 'json', port: 80 })
    assert.deepEqual(await read({ directory: folder }), { host: 'yaml', port: 1 })
    assert.deepEqual(await read({ flags: ['--config-dir', folder] }), { host: 'yaml', port: 1 })
    assert.equal(await read({ directory: join(folder, 'nothing') }), undefined)
  })

  test('a text is what was written, also where YAML would see a number, a comment or an alias', async () => {
    for (const text of ['0123', '12345', 'yes # it is', '*star', '{x', 'a: b', '[::1]', 'true', ''])
      assert.equal((await read({ flags: [`--web-app.host=${text}`] }))?.host, text)
    assert.equal((await read({ flags: ['--web-app.host="quoted # text"'] }))?.host, 'quoted # text')
    const lists = z.strictObject({ ports: z.array(z.number()), text: z.union([z.number(), z.string()]) })
    const flags = ['--lists.ports=[1, 2]', '--lists.text=12']
    const listed = await newPlugin(useSources({ environment: {}, flags })).read('lists', lists)
    assert.deepEqual(listed, { ports: [1, 2], text: 12 })
    await assert.rejects(read({ flags: ['--web-app.port={x'] }), { code: 'infra/bad-config' })
  })

  test('an empty variable is one that is not set', async () => {
    const environment = { WEB_APP_HOST: '', WEB_APP_PORT: '', WEB_APP_CONFIG: '', CONFIG_DIR: '' }
    assert.equal(await read({ environment }), undefined)
    assert.deepEqual(await read({ environment }, { host: 'here' }), { host: 'here', port: 80 })
  })

  test('flags beat variables beat the file beat the program', async () => {
    const directory = folder
    const environment = { WEB_APP_PORT: '2', WEB_APP_HOST: 'variable', WEB_APP_POLL_MS: '5' }
    const flags = ['--web-app.port=3']
    assert.deepEqual(await read({ directory, environment, flags }, { host: 'program' }), {
      host: 'variable',
      port: 3,
      pollMs: 5,
    })
  })

  test('what is wrong is named with its setting and its file', async () => {
    const path = file('wrong.yaml', 'host: 5\nprot: 80\n')
    await assert.rejects(
      read({ flags: ['--web-app-config', path] }),
      (error: Error & { code: string; details: string[] }) => {
        assert.equal(error.code, 'infra/bad-config')
        assert.match([error.message, ...error.details].join('\n'), /^web-app\.host: .*wrong\.yaml\)\nweb-app: .*prot/)
        return true
      },
    )
    await assert.rejects(read({ flags: ['--web-app-config=/nowhere.yaml'] }), /cannot read \/nowhere\.yaml/)
    await assert.rejects(read({ environment: { WEB_APP_CONFIG: file('list.yaml', '- 1') } }), /holds no settings/)
    await assert.rejects(read({ environment: { WEB_APP_CONFIG: file('bad.yaml', 'a: [') } }), /cannot read .*bad\.yaml/)
  })
})

const reader = (name: string, more = {}) => ({
  name,
  deps: { config: undefined as Config | undefined },
  async init(this: { readonly deps: { config: Config | undefined } }): Promise<void> {
    await this.deps.config?.read(
      name,
      z.strictObject({ url: z.string().optional(), pollMs: z.number().optional() }),
      {},
      more,
    )
  },
  close() {},
})

/** Starts an agent with three plugins: one with settings, one whose variables may belong to other programs, and one without settings. */
async function problems(sources: Partial<ConfigSources>): Promise<readonly string[]> {
  const own = newPlugin(useSources({ environment: {}, flags: [], ...sources }))
  const [store, cache, log] = [reader('redis', ownVariables), reader('redis-cache', ownVariables), reader('log')]
  for (const one of [store, cache, log]) one.deps.config = own
  const memory = { name: 'memory', init() {}, close() {} }
  const agent = new Agent(plugins(own, store, cache, log, memory), quitSignals())
  try {
    await agent.start()
    return []
  } catch (error) {
    const cause = (error as AgentFailure).errors[0]?.error as Failure
    assert.equal(cause.code, 'infra/bad-config')
    return cause.message.split('\n')
  } finally {
    await agent.stop().catch(() => {})
  }
}

describe('what is about a plugin of an agent and none of its settings', () => {
  test('keeps the agent from starting, all of it at once', async () => {
    const flags = [
      '--redis.ulr=x',
      '--redis-cache.pollms',
      '5',
      '--memory.size=5',
      '--log.levle=info',
      '--',
      '--log.no',
    ]
    const environment = { REDIS_ENDPOINT: 'x', REDIS_CACHE_ULR: 'x' }
    assert.deepEqual(await problems({ flags, environment }), [
      '--redis.ulr: the plugin redis has no such setting; there are: url, pollMs',
      '--redis-cache.pollms: the plugin redis-cache has no such setting; there are: url, pollMs',
      '--memory.size: the plugin memory takes no settings',
      '--log.levle: the plugin log has no such setting; there are: url, pollMs',
      'REDIS_ENDPOINT: the plugin redis has no such setting; there are: url, pollMs',
      'REDIS_CACHE_ULR: the plugin redis-cache has no such setting; there are: url, pollMs',
    ])
  })

  test('is not what other software says of itself, nor what the program takes', async () => {
    const flags = ['--redis.url=x', '--redis.pollMs=5', '--verbose', '--app.name=x', '--redis']
    const environment = {
      REDIS_CONFIG: '',
      REDIS_POLL_MS: '5',
      REDIS_CACHE_URL: 'x',
      REDIS_SERVICE_HOST: '10.0.0.11',
      REDIS_SERVICE_PORT_MAIN: '6379',
      REDIS_PORT: 'tcp://10.0.0.11:6379',
      REDIS_PORT_6379_TCP_ADDR: '10.0.0.11',
      LOG_FORMAT: 'json',
      MEMORY_LIMIT: '5',
    }
    assert.deepEqual(await problems({ flags, environment }), [])
  })

  test('a folder of settings that is named must be there', async () => {
    const missing = join(folder, 'nowhere')
    assert.match((await problems({ flags: [`--config-dir=${missing}`] })).join(), /nowhere", which --config-dir names/)
    assert.match((await problems({ environment: { CONFIG_DIR: missing } })).join(), /nowhere", which CONFIG_DIR names/)
    await assert.rejects(read({ flags: ['--config-dir', missing] }), { code: 'infra/bad-config' })
  })
})
