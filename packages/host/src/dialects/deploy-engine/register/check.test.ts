import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { PluginType, type PluginRegistrationRequest } from '@slipway/protocol'
import type { InstalledPlugin } from '../../dialect.ts'
import { checkRegistration } from './check.ts'

const plugin = {
  id: 'acme/x',
  kind: 'provider',
  namespace: 'x',
  version: '1.0.0',
  file: '/plugins/providers/acme/x/1.0.0/plugin',
  root: { path: '/plugins', origin: 'environment' },
} as InstalledPlugin

const group = process.pid

/** The registration of the right plugin. */
function registration(more: Partial<PluginRegistrationRequest> = {}): PluginRegistrationRequest {
  return {
    pluginType: PluginType.PROVIDER,
    pluginId: 'acme/x',
    instanceId: String(group),
    protocolVersions: ['1.0'],
    metadata: undefined,
    port: 5000,
    unixSocket: '',
    ...more,
  }
}

/** The reason for the refusal; fails if there is none. */
function refusalOf(more: Partial<PluginRegistrationRequest>): string {
  const answer = checkRegistration(registration(more), plugin, group)
  assert.ok('refusal' in answer, 'it is refused')
  return answer.refusal
}

async function socketIn(t: TestContext, folder: string): Promise<string> {
  const path = join(folder, 'socket')
  const server = createServer().listen(path)
  t.after(() => server.close())
  await once(server, 'listening')
  return path
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-register-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('a registration', () => {
  test('of the launched plugin is accepted with its address', () => {
    const taken = checkRegistration(registration(), plugin, group)
    assert.ok(!('refusal' in taken))
    assert.deepEqual([taken.address, taken.protocolVersion], [{ port: 5000 }, '1.0'])
  })

  test('with an id other than its path’s is refused', () => {
    assert.match(refusalOf({ pluginId: 'acme/y' }), /it registers as "acme\/y", but is installed as acme\/x/)
  })

  test('with a kind other than its path’s is refused', () => {
    const asTransformer = refusalOf({ pluginType: PluginType.TRANSFORMER })
    assert.match(asTransformer, /it registers as a transformer, but is installed among the providers/)
    assert.match(refusalOf({ pluginType: 7 }), /it registers as type 7, which is neither provider nor transformer/)
  })

  test('by a process outside the launched group is refused', () => {
    const answer = checkRegistration(registration({ instanceId: '1' }), plugin, group)
    assert.ok('refusal' in answer)
    assert.equal(answer.stranger, true)
    assert.match(answer.refusal, /process "?1"? is not the one that was launched as acme\/x/)
    assert.match(refusalOf({ instanceId: 'me' }), /is not the one that was launched/)
  })

  test('with an unknown protocol is refused by its name', () => {
    const answer = checkRegistration(registration({ protocolVersions: ['2.0'] }), plugin, group)
    assert.equal('refusal' in answer && answer.code, 'host/incompatible-protocol')
  })

  test('with an address on another machine is refused', () => {
    for (const port of [0, -1, 65_536]) assert.match(refusalOf({ port }), /neither a unix socket nor a port/)
    assert.match(refusalOf({ unixSocket: 'relative' }), /is not an absolute path/)
    assert.match(refusalOf({ unixSocket: '/nowhere/socket' }), /there is no unix socket/)
  })
})

describe('the unix socket of a registration', () => {
  test('is accepted in a folder of ours', async (t) => {
    const unixSocket = await socketIn(t, folderOf(t))
    const taken = checkRegistration(registration({ unixSocket }), plugin, group)
    assert.deepEqual('refusal' in taken ? taken.refusal : taken.address, { socketPath: unixSocket })
  })

  test('is refused if it is a file', (t) => {
    const path = join(folderOf(t), 'file')
    writeFileSync(path, '')
    assert.match(refusalOf({ unixSocket: path }), /there is no unix socket/)
  })

  test('is refused if others could replace it', async (t) => {
    const folder = join(folderOf(t), 'open')
    mkdirSync(folder)
    const unixSocket = await socketIn(t, folder)
    chmodSync(folder, 0o777)
    assert.match(refusalOf({ unixSocket }), /others could replace its unix socket .*: .*open is writable for everybody/)
  })

  test('is refused if it belongs to another user', { skip: process.geteuid?.() !== 0 && 'needs root' }, async (t) => {
    const unixSocket = await socketIn(t, folderOf(t))
    chownSync(unixSocket, 12_345, 12_345)
    assert.match(refusalOf({ unixSocket }), /belongs to the user with id 12345/)
  })
})
