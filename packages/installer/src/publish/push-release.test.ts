import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseDescriptor } from '../descriptor/parse.ts'
import { ociSource } from '../sources/oci/oci.ts'
import { sharedFolder } from '../testing/for-the-file.ts'
import { PushableRegistry } from '../testing/servers/pushable-registry.ts'
import { testAccess } from '../testing/test-access.ts'
import { publishToOci } from './push-release.ts'
import { releaseNames } from './release.ts'
import { packed } from './testing.ts'

const base = sharedFolder('push')
const folder = (): string => mkdtempSync(join(base, 'folder-'))

async function withRegistry(
  work: (registry: PushableRegistry, access: ReturnType<typeof testAccess>) => Promise<void>,
) {
  const registry = await new PushableRegistry().start()
  try {
    await work(registry, testAccess({ wait: async () => {} }))
  } finally {
    await registry.stop()
  }
}

describe('publishing to a container registry', () => {
  test('gives what a client reads: an archive for each platform, and signed checksums', async () => {
    await withRegistry(async (registry, access) => {
      const release = await packed(folder(), { plugin: '#!/bin/sh\n' })
      writeFileSync(join(release.folder, releaseNames.signature), 'signature')
      writeFileSync(join(release.folder, releaseNames.publicKey), 'key')
      const repository = `${registry.host}/acme/signal`
      const { action, at } = await publishToOci(release, repository, access)
      assert.deepEqual([action, at], ['published', `oci:${repository}:1.0.0`])
      const offer = await ociSource.offer(parseDescriptor(at, { cwd: '/' }), '1.0.0', 'linux-amd64', access)
      const archive = release.files.find(({ platform }) => platform === 'linux-amd64')
      assert.deepEqual([offer.sha256, offer.fileName], [archive?.sha256, archive?.name])
      assert.deepEqual(offer.evidence?.keys, ['key'])
      assert.equal(String(offer.evidence?.sums?.signature), 'signature')
      assert.deepEqual(Object.keys(offer.platforms ?? {}).toSorted(), ['darwin-arm64', 'linux-amd64'])
      // The tag of the release comes last, and archives that are the same for both platforms are sent once.
      assert.match(registry.asked.findLast((each) => each.startsWith('PUT')) ?? '', /manifests\/1\.0\.0$/)
      assert.equal(registry.asked.filter((each) => /^PUT .*uploads/.test(each)).length, 2)
    })
  })

  test('keeps a version as it is: the same bytes are there already, and others are refused', async () => {
    await withRegistry(async (registry, access) => {
      const repository = `${registry.host}/acme/signal`
      const release = await packed(folder(), { plugin: '#!/bin/sh\n' })
      await publishToOci(release, repository, access)
      const written = (): number => registry.asked.filter((each) => /^(?:PUT|POST)/.test(each)).length
      const before = written()
      assert.equal((await publishToOci(release, repository, access)).action, 'present')
      await assert.rejects(publishToOci(await packed(folder(), { plugin: '#!/bin/sh\n#\n' }), repository, access), {
        code: 'publish/version-exists',
        message: /acme\/signal 1\.0\.0 is in oci:.* already, with other bytes/,
      })
      assert.equal(written(), before)
    })
  })

  test('begins a broken upload again, and names the registry if each attempt breaks', async () => {
    await withRegistry(async (registry, access) => {
      const repository = `${registry.host}/acme/signal`
      const release = await packed(folder(), { plugin: '#!/bin/sh\n' })
      registry.broken = 2
      assert.equal((await publishToOci(release, repository, access)).action, 'published')
      registry.broken = 1000
      const next = await packed(
        folder(),
        { plugin: '#!/bin/sh\n#\n' },
        { identity: { ...release.identity, version: '1.1.0' } },
      )
      await assert.rejects(publishToOci(next, repository, access), { code: 'install/unreachable' })
      assert.ok(!registry.asked.some((each) => each === 'PUT /v2/acme/signal/manifests/1.1.0'))
    })
  })
})
