import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { createHttpClient } from '../net/create-http-client.ts'
import { defaultHosts } from '../net/default-hosts.ts'
import { NpmRegistry } from '../testing/servers/npm-registry.ts'
import { sampleArchive } from '../testing/sample-archive.ts'
import { sourceConformance } from './conformance.ts'
import { npmSource } from './npm.ts'
import type { Access } from './source.ts'

const body = sampleArchive()
const name = '@acme/slipway-signal'
const descriptor = { form: { form: 'npm', name } } as const

sourceConformance('npm', async () => {
  const registry = await NpmRegistry.start()
  registry.publish({ name, version: '1.2.0', body })
  return {
    source: npmSource({ env: {}, hosts: { ...defaultHosts, npm: registry.url } }),
    descriptor,
    version: '1.2.0',
    body,
    server: registry.server,
    asset: registry.tarballPath(name, '1.2.0'),
    lists: true,
  }
})

const folder = mkdtempSync(join(tmpdir(), 'slipway-npm-'))
const registries: NpmRegistry[] = []
after(async () => {
  for (const each of registries) await each.stop()
  rmSync(folder, { recursive: true })
})
let registry: NpmRegistry
beforeEach(async () => {
  registry = await NpmRegistry.start()
  registries.push(registry)
})

function accessWith(env: Record<string, string> = {}): Access {
  const { signal } = new AbortController()
  return { http: createHttpClient({ env, signal }), signal, env, isOffline: false, progress: () => undefined }
}

describe('packages of npm', () => {
  test('come from the registry that the user’s .npmrc names for their scope, with its token', async () => {
    const home = mkdtempSync(join(folder, 'home-'))
    registry.publish({ name, version: '1.0.0', body }, { authorization: 'Bearer t' })
    registry.publish({ name: 'plain', version: '2.0.0', body })
    const host = registry.server.host
    writeFileSync(
      join(home, '.npmrc'),
      `# mine\nregistry=${registry.url}/other/\n@acme:registry=${registry.url}/\n//${host}/:_authToken="t"\n`,
    )
    const env = { HOME: home }
    const source = npmSource({ env, hosts: defaultHosts })
    assert.equal(source.origin(descriptor), host)
    assert.equal(source.origin({ form: { form: 'npm', name: 'plain' } }), `${host}/other`)
    const access = accessWith(env)
    const offer = await source.offer(descriptor, '1.0.0', 'linux-amd64', access)
    const target = { file: join(folder, 'a'), folder: join(folder, 'b') }
    assert.equal((await source.fetch(offer, target, access)).as, 'archive')
  })

  test('have versions with dates', async () => {
    registry.publish({ name, version: '1.0.0', body })
    registry.publish({ name, version: '1.1.0-rc.1', body, publishedAt: '2026-11-29T00:00:00Z' })
    const source = npmSource({ env: { npm_config_registry: registry.url }, hosts: defaultHosts })
    assert.deepEqual(await source.versions(descriptor, accessWith()), [
      { version: '1.0.0', publishedAt: Date.parse('2026-01-02T03:04:05Z') },
      { version: '1.1.0-rc.1', publishedAt: Date.parse('2026-11-29') },
    ])
  })

  test('have the strongest checksum of the registry', async () => {
    const strong = `sha512-${'A'.repeat(86)}==`
    registry.publish({ name, version: '1.0.0', body, integrity: `sha1-x sha256-y ${strong}` })
    const source = npmSource({ env: {}, hosts: { ...defaultHosts, npm: registry.url } })
    const offer = await source.offer(descriptor, '1.0.0', 'linux-amd64', accessWith())
    assert.deepEqual(offer.evidence?.hashes, [strong])
  })

  test('without such a version are named', async () => {
    registry.publish({ name, version: '1.0.0', body })
    const source = npmSource({ env: {}, hosts: { ...defaultHosts, npm: registry.url } })
    for (const version of ['9.9.9', 'toString', '__proto__'])
      await assert.rejects(source.offer(descriptor, version, 'linux-amd64', accessWith()), {
        code: 'install/not-found',
      })
  })
})
