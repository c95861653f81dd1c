import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import type { Descriptor } from '../../descriptor/descriptor.ts'
import { defaultHosts } from '../../net/default-hosts.ts'
import { PluginRegistry } from '../../testing/servers/plugin-registry.ts'
import { sampleArchive } from '../../testing/sample-archive.ts'
import { stoppedAtEnd } from '../../testing/for-the-file.ts'
import { testAccess } from '../../testing/test-access.ts'
import { sourceConformance } from '../conformance.ts'
import type { Source } from '../source.ts'
import { registrySource } from './registry.ts'

const body = sampleArchive()
const archives = { 'linux-amd64': body, 'darwin-arm64': sampleArchive('other') }
const places = { registries: {}, hosts: defaultHosts }

sourceConformance('registry', async () => {
  const registry = await PluginRegistry.start()
  const published = { id: 'acme/sqlite', version: '1.2.0', archives }
  registry.publish(published)
  return {
    source: registrySource(places),
    descriptor: { form: { form: 'id', host: registry.host, id: 'acme/sqlite' } },
    version: '1.2.0',
    body,
    server: registry.server,
    asset: registry.archivePath(published, 'linux-amd64'),
    lists: true,
  }
})

const stopped = stoppedAtEnd()
let registry: PluginRegistry
beforeEach(async () => {
  registry = stopped(await PluginRegistry.start())
})

const access = testAccess()

function sqlite(host?: string): Descriptor {
  return { form: { form: 'id', id: 'acme/sqlite', ...(host !== undefined && { host }) } }
}

describe('a registry of the deploy engine', () => {
  test('gives a plugin’s kind, its dependencies, and the proof of its bytes', async () => {
    registry.publish({
      id: 'acme/sqlite',
      version: '1.0.0',
      kind: 'transformer',
      archives,
      dependencies: { 'acme/base': '^1.2.0', 'other.example/acme/far': '~2.0.1' },
      sign: () => Buffer.from('signature'),
      keys: ['-----BEGIN PGP PUBLIC KEY BLOCK-----'],
    })
    const offer = await registrySource(places).offer(sqlite(registry.host), '1.0.0', 'linux-amd64', access)
    assert.equal(offer.kind, 'transformer')
    assert.equal(offer.ecosystem, 'deploy-engine')
    assert.equal(offer.origin, registry.host)
    assert.equal(offer.fileName, 'sqlite_1.0.0_linux_amd64.tar.gz')
    assert.deepEqual(Object.keys(offer.platforms ?? {}), ['linux-amd64', 'darwin-arm64'])
    assert.deepEqual(offer.needs, [
      { form: { form: 'id', id: 'acme/base', host: registry.host }, version: '^1.2.0' },
      { form: { form: 'id', id: 'acme/far', host: 'other.example' }, version: '~2.0.1' },
    ])
    assert.deepEqual(offer.evidence?.keys, ['-----BEGIN PGP PUBLIC KEY BLOCK-----'])
    assert.equal(Buffer.from(offer.evidence?.sums?.signature ?? '').toString(), 'signature')
  })

  test('lists versions with their dates, without those of another protocol', async () => {
    registry.publish({ id: 'acme/sqlite', version: '1.0.0', archives, publishedAt: '2026-01-02T00:00:00Z' })
    registry.publish({ id: 'acme/sqlite', version: '2.0.0', archives, protocols: ['2.0', '3.1'] })
    assert.deepEqual(await registrySource(places).versions(sqlite(registry.host), access), [
      { version: '1.0.0', publishedAt: Date.parse('2026-01-02') },
    ])
  })

  test('refuses an id that is a provider and a transformer', async () => {
    registry.publish({ id: 'acme/sqlite', version: '1.0.0', archives })
    registry.publish({ id: 'acme/sqlite', version: '1.0.0', kind: 'transformer', archives })
    await assert.rejects(registrySource(places).versions(sqlite(registry.host), access), { code: 'install/two-kinds' })
  })

  test('is the one from the settings: for a host, a namespace or all ids without a host', async () => {
    registry.publish({ id: 'acme/sqlite', version: '1.0.0', archives })
    const { url } = registry.server
    const cases: readonly (readonly [Record<string, string>, Descriptor])[] = [
      [{ 'registry.example.com': `${url}/` }, sqlite('registry.example.com')],
      [{ acme: url }, sqlite()],
      [{ default: url }, sqlite()],
      [{ default: `${url}/v1/providers` }, sqlite()],
    ]
    for (const [given, descriptor] of cases) {
      const source: Source = registrySource({ registries: given, hosts: defaultHosts })
      assert.deepEqual(
        (await source.versions(descriptor, access)).map(({ version }) => version),
        ['1.0.0'],
      )
    }
  })

  test('has to be known: an id without a host is refused with the setting to write', async () => {
    await assert.rejects(registrySource(places).versions(sqlite(), access), {
      code: 'install/no-registry',
      message: 'acme/sqlite has no host, and Slipway knows no registry for such ids',
      hint: /registry\.example\.com\/acme\/sqlite.*plugins\.registries: \{ acme:/,
    })
    const hosts = { ...defaultHosts, registries: { acme: registry.host } }
    registry.publish({ id: 'acme/sqlite', version: '1.0.0', archives })
    assert.equal((await registrySource({ registries: {}, hosts }).versions(sqlite(), access)).length, 1)
  })

  test('is refused by name when its answers make no sense', async () => {
    const answers: readonly (readonly [string, unknown])[] = [
      ['/.well-known/bluelink-services.json', {}],
      ['/v1/providers/acme/sqlite/1.0.0/package/linux/amd64', { filename: '../x', downloadUrl: '/x' }],
      ['/v1/providers/acme/sqlite/1.0.0/package/linux/amd64', { filename: 'x.zip' }],
      [
        '/v1/providers/acme/sqlite/1.0.0/package/linux/amd64',
        { filename: 'x.zip', downloadUrl: '/x', dependencies: { '../../etc': '1' } },
      ],
      [
        '/v1/providers/acme/sqlite/1.0.0/package/linux/amd64',
        {
          filename: 'sqlite_1.0.0_linux_amd64.tar.gz',
          downloadUrl: '/x',
          shasum: '0'.repeat(64),
          shasumsUrl: '/download/acme/sqlite/1.0.0/SHA256SUMS',
        },
      ],
    ]
    for (const [path, answer] of answers) {
      const bad = stopped(await PluginRegistry.start())
      bad.publish({ id: 'acme/sqlite', version: '1.0.0', archives })
      bad.server.json(path, answer)
      await assert.rejects(registrySource(places).offer(sqlite(bad.host), '1.0.0', 'linux-amd64', access), {
        code: 'install/bad-answer',
        message: new RegExp(`the registry of ${bad.host}`),
      })
    }
  })

  test('gets its token in the way that it requires, and the message says where to put an API key', async () => {
    registry.publish({ id: 'acme/sqlite', version: '1.0.0', archives })
    const { server } = registry
    server.json('/.well-known/bluelink-services.json', {
      'auth.v1': { apiKeyHeader: 'Bluelink-Gh-Registry-Token', downloadAuth: 'Basic' },
      'provider.v1': { endpoint: '/v1/providers', downloadAcceptContentType: 'application/gzip' },
    })
    const env = { [`SLIPWAY_REGISTRY_TOKEN_${registry.host.replaceAll(/[.:]/g, '_')}`]: 'me:key' }
    const source = registrySource(places)
    const own = testAccess({ env })
    const offer = await source.offer(sqlite(registry.host), '1.0.0', 'linux-amd64', own)
    const folder = mkdtempSync(join(tmpdir(), 'slipway-registry-'))
    try {
      await source.fetch(offer, { file: join(folder, 'file'), folder: join(folder, 'tree') }, own)
    } finally {
      rmSync(folder, { recursive: true })
    }
    const sent = new Map(server.requests.map(({ path, headers }) => [path.replace(/^.*\//, ''), headers]))
    const told = (name: string): unknown => [
      sent.get(name)?.authorization,
      sent.get(name)?.['bluelink-gh-registry-token'],
    ]
    const basic = `Basic ${Buffer.from('me:key').toString('base64')}`
    assert.deepEqual(told('amd64'), ['Bearer me:key', 'me:key'])
    assert.deepEqual(told('SHA256SUMS'), [basic, 'me:key'])
    assert.deepEqual(told('sqlite_1.0.0_linux_amd64.tar.gz'), [basic, 'me:key'])
    assert.equal(sent.get('sqlite_1.0.0_linux_amd64.tar.gz')?.accept, 'application/gzip')
  })

  test('gives its API key’s header to no other server, and cannot choose a header with another meaning', async () => {
    const elsewhere = stopped(await PluginRegistry.start())
    elsewhere.publish({ id: 'acme/sqlite', version: '1.0.0', archives })
    const endpoint = `${elsewhere.server.url}/v1/providers`
    for (const apiKeyHeader of ['x-key', 'Host', 'Range', 'a b', 7]) {
      registry.server.json('/.well-known/bluelink-services.json', {
        'auth.v1': { apiKeyHeader },
        'provider.v1': { endpoint },
      })
      const env = { SLIPWAY_REGISTRY_TOKEN_127_0_0_1: 'key' }
      await registrySource(places).versions(sqlite(registry.host), testAccess({ env }))
      const { headers } = elsewhere.server.requests.at(-1) ?? {}
      assert.deepEqual([headers?.['x-key'], headers?.range, headers?.host], [undefined, undefined, elsewhere.host])
    }
  })
})
