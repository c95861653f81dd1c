import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseDescriptor } from '../../descriptor/parse.ts'
import { ContainerRegistry } from '../../testing/servers/container-registry.ts'
import { FileServer } from '../../testing/servers/file-server.ts'
import { sampleArchive } from '../../testing/sample-archive.ts'
import { testAccess } from '../../testing/test-access.ts'
import { sourceConformance } from '../conformance.ts'
import { ociSource } from './oci.ts'

const body = sampleArchive()
const digestOf = (content: Buffer | string): string => `sha256:${createHash('sha256').update(content).digest('hex')}`
const layer = { digest: digestOf(body), size: body.length }
const manifest = JSON.stringify({ schemaVersion: 2, layers: [layer] })

sourceConformance('oci', async () => {
  const server = await FileServer.start()
  const base = '/v2/acme/signal'
  server.json(`${base}/tags/list?n=1000`, { tags: ['1.2.0', 'latest'] })
  for (const reference of ['1.2.0', digestOf(manifest)])
    server.put(`${base}/manifests/${reference}`, { body: manifest })
  server.put(`${base}/blobs/${layer.digest}`, { body })
  return {
    source: ociSource,
    descriptor: parseDescriptor(`oci:${server.host}/acme/signal`, { cwd: '/' }),
    version: '1.2.0',
    body,
    server,
    asset: `${base}/blobs/${layer.digest}`,
    lists: true,
  }
})

describe('the source oci', () => {
  test('asks the registry’s own realm for a token, and sends it to the registry alone', async () => {
    const [server, realm] = [await FileServer.start(), await FileServer.start()]
    try {
      const path = '/v2/acme/signal/manifests/1.0.0'
      realm.json('/token?service=r&scope=repository%3Aacme%2Fsignal%3Apull', { token: 'abc' })
      const challenge = `Bearer realm="${realm.url}/token",service="r",scope="repository:acme/signal:pull"`
      server.put(path, {
        body: manifest,
        authorization: 'Bearer abc',
        headers: { 'www-authenticate': challenge },
      })
      const descriptor = parseDescriptor(`oci:${server.host}/acme/signal:1.0.0`, { cwd: '/' })
      assert.equal((await ociSource.versions(descriptor, testAccess()))[0]?.version, '1.0.0')
      assert.deepEqual(
        server.requests.map(({ headers }) => headers.authorization),
        [undefined, 'Bearer abc'],
      )
    } finally {
      await server.stop()
      await realm.stop()
    }
  })

  test("gives Docker's password for a registry to that registry’s realm, and to no redirect", async () => {
    const [server, realm, other] = [await FileServer.start(), await FileServer.start(), await FileServer.start()]
    const home = mkdtempSync(join(tmpdir(), 'slipway-oci-'))
    try {
      const auth = Buffer.from('me:word').toString('base64')
      writeFileSync(join(home, 'config.json'), JSON.stringify({ auths: { [server.host]: { auth } } }))
      realm.json('/token', { token: 'abc' })
      const path = '/v2/acme/signal/manifests/1.0.0'
      const headers = { 'www-authenticate': `Bearer realm="${realm.url}/token"` }
      server.put(path, { body: manifest, authorization: 'Bearer abc', headers })
      const descriptor = parseDescriptor(`oci:${server.host}/acme/signal:1.0.0`, { cwd: '/' })
      const env = { DOCKER_CONFIG: home }
      assert.equal((await ociSource.versions(descriptor, testAccess({ env }))).length, 1)
      assert.equal(realm.requests[0]?.headers.authorization, `Basic ${auth}`)
      // The registry redirects to another server, which names the realm.
      server.put(path, { redirect: `${other.url}/x` })
      other.put('/x', { body: manifest, authorization: 'Bearer abc', headers })
      await ociSource.versions(descriptor, testAccess({ env })).catch(() => {})
      assert.deepEqual(
        [realm.requests.length, realm.requests[1]?.headers.authorization, other.requests[0]?.headers.authorization],
        [2, undefined, undefined],
      )
      // The realm is reached over http, which others may read.
      const far = { 'www-authenticate': `Bearer realm="${realm.url.replace('127.0.0.1', '0.0.0.0')}/token"` }
      server.put(path, { body: manifest, authorization: 'Bearer abc', headers: far })
      const lax = testAccess({ env, settings: { allowHttp: true } })
      assert.equal((await ociSource.versions(descriptor, lax)).length, 1)
      assert.equal(realm.requests[2]?.headers.authorization, undefined)
    } finally {
      for (const each of [server, realm, other]) await each.stop()
      rmSync(home, { recursive: true })
    }
  })

  test('sends no credentials to another registry’s realm', async () => {
    const [evil, other] = [await FileServer.start(), await FileServer.start()]
    const home = mkdtempSync(join(tmpdir(), 'slipway-oci-'))
    try {
      const auth = Buffer.from('me:word').toString('base64')
      writeFileSync(join(home, 'config.json'), JSON.stringify({ auths: { [other.host]: { auth } } }))
      other.json('/token', { token: 'for-private-repositories' })
      const headers = {
        'www-authenticate': `Bearer realm="${other.url}/token",scope="repository:me/private:pull,push"`,
      }
      evil.put('/v2/acme/signal/manifests/1.0.0', { body: manifest, authorization: 'Bearer x', headers })
      const descriptor = parseDescriptor(`oci:${evil.host}/acme/signal:1.0.0`, { cwd: '/' })
      const variable = `SLIPWAY_REGISTRY_TOKEN_${other.host.replaceAll(/[.:]/g, '_')}`
      for (const env of [{ DOCKER_CONFIG: home }, { [variable]: 'sesame' }]) {
        await assert.rejects(ociSource.versions(descriptor, testAccess({ env })), { code: 'install/refused' })
        assert.equal(other.requests.at(-1)?.headers.authorization, undefined)
      }
      assert.equal(other.requests.length, 2)
    } finally {
      for (const each of [evil, other]) await each.stop()
      rmSync(home, { recursive: true })
    }
  })

  test('refuses a manifest that does not match its digest', async () => {
    const server = await FileServer.start()
    try {
      const digest = digestOf('another')
      server.put(`/v2/acme/signal/manifests/${digest}`, { body: manifest })
      const descriptor = parseDescriptor(`oci:${server.host}/acme/signal@${digest}`, { cwd: '/' })
      await assert.rejects(ociSource.versions(descriptor, testAccess()), { code: 'install/bad-answer' })
    } finally {
      await server.stop()
    }
  })
})

const isMissing = spawnSync('docker-registry', ['--version']).error !== undefined
const why = isMissing && 'there is no docker-registry: apt install docker-registry'

describe('the source oci, from a registry of Debian,', { skip: why }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-oci-'))
  let registry: ContainerRegistry
  before(async () => {
    registry = await ContainerRegistry.start()
  })
  after(async () => {
    await registry.stop()
    rmSync(folder, { recursive: true })
  })

  test('brings a plain artifact by its tag, and by the digest that the lock file holds', async () => {
    const title = 'pulumi-resource-signal-v1.0.0-linux-amd64.tar.gz'
    const { digest } = await registry.artifact('acme/signal', { tag: '1.0.0_build', body, title })
    const descriptor = parseDescriptor(`oci:${registry.host}/acme/signal`, { cwd: '/' })
    assert.deepEqual(await ociSource.versions(descriptor, testAccess()), [{ version: '1.0.0+build' }])
    const offer = await ociSource.offer(descriptor, '1.0.0+build', 'linux-amd64', testAccess())
    assert.deepEqual([offer.fileName, offer.pin, offer.sha256], [title, digest, layer.digest.slice(7)])
    await registry.artifact('acme/signal', { tag: '1.0.0_build', body: Buffer.from('moved') })
    const pinned = ociSource.pinned?.(descriptor, digest) ?? descriptor
    const same = await ociSource.offer(pinned, '1.0.0+build', 'linux-amd64', testAccess())
    assert.equal(same.sha256, offer.sha256)
    const file = join(folder, 'part')
    assert.equal((await ociSource.fetch(same, { file, folder: join(folder, 'tree') }, testAccess())).as, 'archive')
    assert.ok(readFileSync(file).equals(body))
  })

  test('takes the manifest of this platform in OpenTofu’s layout, and lists those of all', async () => {
    const other = await registry.artifact('acme/time', { body: Buffer.from('other') })
    const here = await registry.artifact('acme/time', { body })
    const artifactType = 'application/vnd.opentofu.provider-target'
    await registry.index('acme/time', '0.12.0', [
      { ...other, artifactType, platform: { os: 'darwin', architecture: 'arm64' } },
      { ...here, artifactType, platform: { os: 'linux', architecture: 'amd64' } },
    ])
    const descriptor = parseDescriptor(`oci:${registry.host}/acme/time:0.12.0`, { cwd: '/' })
    const offer = await ociSource.offer(descriptor, '0.12.0', 'linux-amd64', testAccess())
    assert.equal(offer.sha256, layer.digest.slice(7))
    assert.deepEqual(Object.keys(offer.platforms ?? {}).sort(), ['darwin-arm64', 'linux-amd64'])
    await assert.rejects(ociSource.offer(descriptor, '0.12.0', 'windows-amd64', testAccess()), {
      code: 'install/not-found',
      details: ['it has darwin-arm64', 'it has linux-amd64'],
    })
  })

  test('finds the proof of an artifact under the tag that replaces the list of referrers', async () => {
    const { digest } = await registry.artifact('acme/proven', { tag: '1.0.0', body })
    const artifactType = 'application/vnd.dev.sigstore.bundle.v0.3+json'
    const bundle = await registry.artifact('acme/proven', { body: Buffer.from('{"a":1}'), type: artifactType })
    await registry.index('acme/proven', digest.replace(':', '-'), [{ ...bundle, artifactType }])
    const descriptor = parseDescriptor(`oci:${registry.host}/acme/proven:1.0.0`, { cwd: '/' })
    const { evidence } = await ociSource.offer(descriptor, '1.0.0', 'linux-amd64', testAccess())
    assert.equal(evidence?.subject?.sha256, digest.slice(7))
    assert.deepEqual(await evidence?.bundles?.(''), ['{"a":1}'])
  })

  test('names a missing repository or tag', async () => {
    const descriptor = parseDescriptor(`oci:${registry.host}/acme/nothing:1`, { cwd: '/' })
    await assert.rejects(ociSource.versions(descriptor, testAccess()), { code: 'install/not-found' })
  })
})
