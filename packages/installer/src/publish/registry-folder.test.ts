import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseDescriptor } from '../descriptor/parse.ts'
import { createSources } from '../sources/create-sources.ts'
import type { Offer, Source } from '../sources/source.ts'
import { sharedFolder } from '../testing/for-the-file.ts'
import { testAccess } from '../testing/test-access.ts'
import { declaredRelease } from './identity.ts'
import { unpackPackage } from './pack-release.ts'
import { publishToFolder } from './registry-folder.ts'
import { releaseNames, type Release } from './release.ts'
import { packed, served } from './testing.ts'

const base = sharedFolder('registry-folder')
const folder = (): string => mkdtempSync(join(base, 'folder-'))
const plugin = { plugin: '#!/bin/sh\n' }
const now = Date.parse('2026-11-30T12:00:00Z')

/** Makes a release look signed: these tests do not check the signature. */
function signed(release: Release): Release {
  writeFileSync(join(release.folder, releaseNames.signature), 'signature')
  writeFileSync(join(release.folder, releaseNames.publicKey), 'key')
  return { ...release, signer: 'gpg:ABC' }
}

async function offered(written: string, sources: readonly Source[], version = '1.0.0'): Promise<Offer> {
  const descriptor = parseDescriptor(written, { cwd: '/' })
  const source = sources.find((each) => each.serves(descriptor))
  assert.ok(source)
  const access = testAccess()
  const versions = await source.versions(descriptor, access)
  assert.deepEqual(versions.map((each) => each.version).toSorted(), ['1.0.0', '1.1.0'])
  return await source.offer(descriptor, version, 'linux-amd64', access)
}

describe('a folder of a registry', () => {
  test('is read by its protocol, at the root of a server and below it, and as a mirror', async () => {
    const [root, release] = [folder(), signed(await packed(folder(), plugin))]
    const next = await packed(folder(), plugin, { identity: { ...release.identity, version: '1.1.0' } })
    for (const each of [release, next])
      assert.equal(publishToFolder(each, { root: join(root, 'plugins') }, now).action, 'published')
    const server = await served(root)
    try {
      const registries = { default: `${server.url}/plugins` }
      const offer = await offered('acme/signal', createSources({ env: {}, registries }))
      const archive = release.files.find(({ platform }) => platform === 'linux-amd64')
      assert.equal(offer.sha256, archive?.sha256)
      assert.deepEqual(offer.evidence?.keys, ['key'])
      assert.equal(String(offer.evidence?.sums?.signature), 'signature')
      assert.deepEqual(Object.keys(offer.platforms ?? {}).toSorted(), ['darwin-arm64', 'linux-amd64'])
      assert.equal(offer.kind, 'provider')
      const mirror = join(root, 'plugins')
      assert.equal((await offered('acme/signal', createSources({ env: {}, mirror }))).sha256, archive?.sha256)
    } finally {
      await server.stop()
    }
  })

  test('has a plugin of Pulumi where a server of files has it', async () => {
    const [root, identity] = [folder(), declaredRelease('tool:lint@1.0.0')]
    const release = await packed(folder(), { 'pulumi-tool-lint': '#!/bin/sh\n' }, { identity })
    publishToFolder(release, { root }, now)
    const server = await served(root)
    try {
      const place = `${server.url}/pulumi/tool/lint/\${VERSION}`
      const descriptor = parseDescriptor({ source: 'pulumi:tool/lint@1.0.0', server: place }, { cwd: '/' })
      const source = createSources({ env: {} }).find((each) => each.serves(descriptor))
      const offer = await source?.offer(descriptor, '1.0.0', 'linux-amd64', testAccess())
      assert.equal(offer?.sha256, release.files.find(({ platform }) => platform === 'linux-amd64')?.sha256)
    } finally {
      await server.stop()
    }
  })

  test('has a provider of Terraform as its registry and as a network mirror', async () => {
    const [root, identity] = [folder(), declaredRelease('terraform:127.0.0.1/acme/time@1.0.0')]
    const release = signed(await packed(folder(), { 'terraform-provider-time_v1.0.0': '#!/bin/sh\n' }, { identity }))
    publishToFolder(release, { root }, now)
    assert.equal(publishToFolder(release, { root }, now).action, 'present')
    const next = await packed(
      folder(),
      { 'terraform-provider-time_v1.1.0': '#!/bin/sh\n' },
      { identity: { ...identity, version: '1.1.0' } },
    )
    publishToFolder(next, { root }, now)
    const server = await served(root)
    try {
      const archive = release.files.find(({ platform }) => platform === 'linux-amd64')
      assert.equal(archive?.name, 'terraform-provider-time_1.0.0_linux_amd64.zip')
      const registries = { '127.0.0.1': server.url }
      const offer = await offered('terraform:127.0.0.1/acme/time', createSources({ env: {}, registries }))
      assert.equal(offer.sha256, archive.sha256)
      assert.deepEqual(offer.evidence?.keys, ['key'])
      const into = mkdtempSync(join(base, 'into-'))
      const source = createSources({ env: {}, registries }).find((each) => each.serves(offer.descriptor))
      await source?.fetch(offer, { file: join(into, 'zip'), folder: '' }, testAccess())
      await unpackPackage(join(into, 'zip'), join(into, 'tree'), testAccess().signal)
      const program = join(into, 'tree/terraform-provider-time_v1.0.0')
      assert.equal(readFileSync(program, 'utf8'), '#!/bin/sh\n')
      assert.equal(statSync(program).mode & 0o777, 0o755)
      const mirror = await offered('terraform:127.0.0.1/acme/time', createSources({ env: {}, mirror: server.url }))
      assert.deepEqual(mirror.evidence?.hashes, [`zh:${archive.sha256}`])
    } finally {
      await server.stop()
    }
  })

  test('says whole links when it knows where it is served', async () => {
    const root = folder()
    publishToFolder(await packed(folder(), plugin), { root, url: 'https://plugins.example.com/all/' }, now)
    const document = (path: string): Record<string, unknown> => JSON.parse(readFileSync(join(root, path), 'utf8'))
    assert.deepEqual(document('.well-known/bluelink-services.json')['provider.v1'], {
      endpoint: 'https://plugins.example.com/all/v1/providers',
    })
    assert.equal(
      document('v1/providers/acme/signal/1.0.0/package/linux/amd64')['downloadUrl'],
      'https://plugins.example.com/all/deploy-engine/providers/acme/signal/1.0.0/acme-signal-v1.0.0-linux-amd64.tar.gz',
    )
  })

  test('keeps a version as it is: the same bytes are there already, and others are refused', async () => {
    const root = folder()
    publishToFolder(await packed(folder(), plugin), { root }, now)
    assert.equal(publishToFolder(await packed(folder(), plugin), { root }, now + 5).action, 'present')
    const before = readFileSync(join(root, 'v1/providers/acme/signal/versions'), 'utf8')
    const other = await packed(folder(), { plugin: '#!/bin/sh\nexit 1\n' })
    assert.throws(() => publishToFolder(other, { root }, now + 9), {
      code: 'publish/version-exists',
      details: other.files.map(({ sha256, name }) => `not there: ${sha256}  ${name}`),
    })
    assert.equal(readFileSync(join(root, 'v1/providers/acme/signal/versions'), 'utf8'), before)
    assert.deepEqual(JSON.parse(before).versions[0].publishedAt, new Date(now).toISOString())
  })

  test('is finished by the next publication of the same bytes', async () => {
    const root = folder()
    const release = await packed(folder(), plugin)
    publishToFolder(release, { root }, now)
    rmSync(join(root, 'v1'), { recursive: true })
    assert.equal(publishToFolder(release, { root }, now).action, 'present')
    assert.deepEqual(readdirSync(join(root, 'v1/providers/acme/signal')).toSorted(), ['1.0.0', 'versions'])
    assert.ok(!readdirSync(root, { recursive: true }).some((name) => /(^|\/)\.[0-9a-f]{12}$/.test(String(name))))
  })

  test('a release with a signature that cannot be read is refused, instead of published without it', async () => {
    const release = await packed(folder(), plugin)
    symlinkSync(releaseNames.signature, join(release.folder, releaseNames.signature))
    assert.throws(() => publishToFolder(release, { root: folder() }, now), { code: 'publish/bad-release' })
  })

  test('that cannot be written is named', async () => {
    const root = join(folder(), 'file')
    writeFileSync(root, '')
    const release = await packed(folder(), plugin)
    assert.throws(() => publishToFolder(release, { root }, now), { code: 'publish/cannot-write' })
  })
})
