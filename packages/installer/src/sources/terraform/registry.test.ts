import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, test, type TestContext } from 'node:test'
import type { Failure } from '@slipway/model'
import type { Descriptor } from '../../descriptor/descriptor.ts'
import { defaultHosts } from '../../net/default-hosts.ts'
import { sampleArchive } from '../../testing/sample-archive.ts'
import { stoppedAtEnd } from '../../testing/for-the-file.ts'
import { testAccess } from '../../testing/test-access.ts'
import { TerraformRegistry } from '../../testing/servers/terraform-registry.ts'
import { createVerifier } from '../../verify/create-verifier.ts'
import { gpgKeys, gpgMissing } from '../../verify/testing/gpg-keys.ts'
import { sourceConformance } from '../conformance.ts'
import { terraformRegistry } from './registry.ts'

const body = sampleArchive()
const archives = { 'linux-amd64': body, 'darwin-arm64': sampleArchive('other') }
const sha256 = createHash('sha256').update(body).digest('hex')
const places = { registries: {}, hosts: defaultHosts }
const source = terraformRegistry(places)
const access = testAccess()

function time(host?: string, version?: string): Descriptor {
  const form = { form: 'terraform', name: 'hashicorp/time', ...(host !== undefined && { host }) } as const
  return { form, ...(version !== undefined && { version }) }
}

const published = { name: 'hashicorp/time', version: '0.12.1', archives }

sourceConformance('Terraform registry', async () => {
  const registry = await TerraformRegistry.start()
  registry.publish(published)
  return {
    source,
    descriptor: time(registry.host),
    version: '0.12.1',
    body,
    server: registry.server,
    asset: registry.archivePath(published, 'linux-amd64'),
    lists: true,
  }
})

const stopped = stoppedAtEnd()
let registry: TerraformRegistry
beforeEach(async () => {
  registry = stopped(await TerraformRegistry.start())
})

describe('a Terraform registry', () => {
  test('gives the hashes of every platform, from its signed list', async () => {
    registry.publish({ ...published, sign: () => Buffer.from('signature'), keys: ['a key'] })
    const offer = await source.offer(time(registry.host), '0.12.1', 'linux-amd64', access)
    assert.equal(offer.sha256, sha256)
    assert.equal(offer.fileName, 'terraform-provider-time_0.12.1_linux_amd64.zip')
    assert.equal(offer.origin, registry.host)
    assert.deepEqual(Object.keys(offer.platforms ?? {}), ['linux-amd64', 'darwin-arm64'])
    assert.deepEqual(offer.evidence?.keys, ['a key'])
    assert.equal(Buffer.from(offer.evidence?.sums?.signature ?? '').toString(), 'signature')
  })

  test('offers versions that speak a known plugin protocol', async () => {
    registry.publish({ ...published, protocols: ['4.0', '5.0'] })
    registry.publish({ ...published, version: '0.1.0', protocols: ['4.0'] })
    registry.publish({ ...published, version: '1.0.0', protocols: ['6.0'] })
    const versions = await source.versions(time(registry.host), access)
    assert.deepEqual(versions, [{ version: '0.12.1' }, { version: '1.0.0' }])
  })

  test('is asked for the dates of the newest versions, where it has them', async () => {
    registry.publish({ ...published, publishedAt: '2026-01-02T00:00:00Z' })
    registry.publish({ ...published, version: '0.13.0', publishedAt: '2026-11-29T00:00:00Z' })
    registry.publish({ ...published, version: '1.0.0' })
    assert.deepEqual(await source.versions(time(registry.host, '~> 0.12'), access), [
      { version: '0.12.1', publishedAt: Date.parse('2026-01-02') },
      { version: '0.13.0', publishedAt: Date.parse('2026-11-29') },
      { version: '1.0.0' },
    ])
    // A version that is requested by its number is returned at any age.
    assert.equal((await source.versions(time(registry.host, '0.13.0'), access))[1]?.publishedAt, undefined)
  })

  test('may have its service elsewhere, and may be replaced by the settings', async () => {
    registry.publish(published)
    const front = stopped(await TerraformRegistry.start())
    front.server.json('/.well-known/terraform.json', { 'providers.v1': `${registry.server.url}/v1/providers` })
    assert.equal((await source.versions(time(front.host), access)).length, 1)
    const given = terraformRegistry({ ...places, registries: { 'registry.example.com': registry.server.url } })
    assert.equal((await given.versions(time('registry.example.com'), access)).length, 1)
    const byDefault = terraformRegistry({ registries: {}, hosts: { ...defaultHosts, terraform: registry.host } })
    assert.equal((await byDefault.versions(time(), access)).length, 1)
    assert.equal(byDefault.origin(time()), registry.host)
  })

  test('is refused by name when its answers make no sense', async () => {
    const document = registry.documentPath(published, 'linux-amd64')
    const good = { filename: 'x.zip', shasum: sha256, download_url: '/x' }
    const answers: readonly (readonly [path: string, answer: unknown])[] = [
      ['/.well-known/terraform.json', { 'modules.v1': '/v1/modules/' }],
      ['/.well-known/terraform.json', []],
      [document, null],
      [document, { ...good, filename: '../x.zip' }],
      [document, { ...good, shasum: 'abc' }],
      [document, { ...good, download_url: 7 }],
      [document, { ...good, shasums_signature_url: '/signature' }],
    ]
    for (const [path, answer] of answers) {
      const bad = stopped(await TerraformRegistry.start())
      bad.publish(published)
      bad.server.json(path, answer)
      await assert.rejects(source.offer(time(bad.host), '0.12.1', 'linux-amd64', access), {
        code: 'install/bad-answer',
        message: new RegExp(`the registry of ${bad.host}`),
      })
    }
  })

  test('that names a signature without providing it has no package', async () => {
    const signed = { ...published, sign: () => Buffer.from('signature') }
    registry.publish(signed)
    registry.server.routes.delete(`${registry.sumsPath(signed)}.sig`)
    await assert.rejects(source.offer(time(registry.host), '0.12.1', 'linux-amd64', access), {
      code: 'install/not-found',
    })
  })
})

const fails = (code: string) => (thrown: Failure) => {
  assert.equal(thrown.code, code, thrown.message)
  return true
}

/** Works like the installer: takes a plugin from the registry into a file, and through the verifier. */
function installing(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-terraform-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [home, store] = [join(folder, 'home'), join(folder, 'store')]
  const verifier = createVerifier({ home, store, env: process.env, now: () => Date.now() })
  return async (version: string, signer?: string) => {
    const offer = await source.offer(time(registry.host), version, 'linux-amd64', access)
    const file = join(folder, 'archive')
    const fetched = await source.fetch(offer, { file, folder: join(folder, 'tree') }, access)
    assert.ok(fetched.as !== 'folder')
    return verifier.verify({ offer, file, sha256: fetched.sha256, locked: false, signer })
  }
}

describe('a provider of a Terraform registry', { skip: gpgMissing }, () => {
  test('is verified by its key, and keeps to it', async (t) => {
    const keys = gpgKeys(t)
    const [own, other] = [keys.make('Acme <acme@example.com>'), keys.make('Other <other@example.com>')]
    const by = (key: string) => ({ sign: (sums: string) => keys.sign(sums, key), keys: [keys.publicKey(key)] })
    const install = installing(t)
    registry.publish({ ...published, ...by(own) })
    assert.deepEqual(await install('0.12.1'), { level: 'signature', signer: `gpg:${own}` })
    const next = { ...published, version: '0.13.0', archives: { 'linux-amd64': sampleArchive('next') } }
    registry.publish({ ...next, ...by(other) })
    await assert.rejects(install('0.13.0'), fails('install/other-key'))
    registry.publish(next)
    await assert.rejects(install('0.13.0'), fails('install/unsigned'))
    registry.publish({ ...next, ...by(own), sign: (sums) => keys.sign(`${sums}x`, own) })
    await assert.rejects(install('0.13.0'), fails('install/bad-signature'))
    registry.publish({ ...next, ...by(own) })
    assert.equal((await install('0.13.0')).level, 'signature')
  })

  test('that the signed list lacks, or lists with another checksum, is refused', async (t) => {
    const keys = gpgKeys(t)
    const key = keys.make('Acme <acme@example.com>')
    const install = installing(t)
    registry.publish({ ...published, keys: [keys.publicKey(key)], sign: (sums) => keys.sign(sums, key) })
    for (const sums of [
      `${sha256}  other.zip\n`,
      `${'0'.repeat(64)}  terraform-provider-time_0.12.1_linux_amd64.zip\n`,
    ]) {
      registry.server.put(registry.sumsPath(published), { body: sums })
      registry.server.put(`${registry.sumsPath(published)}.sig`, { body: Buffer.from(keys.sign(sums, key)) })
      await assert.rejects(install('0.12.1'), fails('install/checksum'))
    }
  })
})
