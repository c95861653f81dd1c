import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseDescriptor } from '../../descriptor/parse.ts'
import { defaultHosts } from '../../net/default-hosts.ts'
import { ReleaseServer } from '../../testing/servers/release-server.ts'
import { sampleArchive } from '../../testing/sample-archive.ts'
import { testAccess } from '../../testing/test-access.ts'
import { sourceConformance } from '../conformance.ts'
import { assetFor } from './asset-for.ts'
import { releaseSource } from './release-source.ts'

const body = sampleArchive()
const asset = 'pulumi-resource-signal-v1.2.0-linux-amd64.tar.gz'

sourceConformance('release', async () => {
  const forge = await ReleaseServer.start()
  forge.publish({ repository: 'acme/signal', tag: 'v1.2.0', assets: { [asset]: body } })
  return {
    source: releaseSource({ ...defaultHosts, github: forge.forge }),
    descriptor: parseDescriptor('github:acme/signal', { cwd: '/' }),
    version: '1.2.0',
    body,
    server: forge.server,
    asset: `/acme/signal/releases/download/v1.2.0/${asset}`,
    lists: true,
  }
})

describe('a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-release-'))
  let forge: ReleaseServer
  const access = testAccess()
  before(async () => {
    forge = await ReleaseServer.start()
  })
  after(async () => {
    await forge.stop()
    rmSync(folder, { recursive: true })
  })

  test('is found by a tag that is not a version, with the digests of the forge', async () => {
    forge.publish({ repository: 'a/b', tag: 'nightly', assets: { 'b_linux_x86_64.zip': 'x' }, digests: true })
    const source = releaseSource({ ...defaultHosts, github: forge.forge })
    const descriptor = parseDescriptor('github:a/b@nightly', { cwd: '/' })
    assert.equal((await source.versions(descriptor, access))[0]?.version, 'nightly')
    const offer = await source.offer(descriptor, 'nightly', 'linux-amd64', access)
    assert.equal(offer.fileName, 'b_linux_x86_64.zip')
    assert.match(offer.sha256 ?? '', /^[0-9a-f]{64}$/)
  })

  test('that is private is fetched through the API', async () => {
    forge.publish({
      repository: 'a/private',
      tag: 'v1.0.0',
      assets: { 'p-linux-amd64': '#!/bin/sh\n' },
      isPrivate: true,
    })
    const source = releaseSource({ ...defaultHosts, github: forge.forge })
    const descriptor = parseDescriptor('github:a/private@v1.0.0', { cwd: '/' })
    const offer = await source.offer(descriptor, '1.0.0', 'linux-amd64', access)
    const file = join(folder, 'part')
    assert.equal((await source.fetch(offer, { file, folder: join(folder, 'tree') }, access)).as, 'program')
    assert.equal(readFileSync(file, 'utf8'), '#!/bin/sh\n')
  })

  test('has one file per platform, under any publisher’s naming', () => {
    const names = [
      'x_Linux_x86_64.tar.gz',
      'x_Linux_arm64.tar.gz',
      'x_Darwin_arm64.tar.gz',
      'x_windows_amd64.zip',
      'checksums.txt',
      'checksums.txt.sig',
    ]
    assert.equal(chosen(names), 'x_Linux_x86_64.tar.gz')
    assert.equal(chosen(names, 'darwin-arm64'), 'x_Darwin_arm64.tar.gz')
    assert.equal(chosen(names, 'windows-amd64'), 'x_windows_amd64.zip')
    assert.equal(chosen(['plugin.tar.gz', 'SHA256SUMS']), 'plugin.tar.gz')
    assert.equal(chosen(['cli-linux-amd64.tar.gz', asset]), asset)
  })

  test('with none or several for it is refused with the names', () => {
    assert.throws(() => chosen(['x-darwin-arm64.zip']), { code: 'install/not-found', message: /for linux-amd64/ })
    assert.throws(() => chosen(['a-linux-amd64.zip', 'b-linux-amd64.zip']), { code: 'install/several-plugins' })
  })
})

function chosen(names: readonly string[], platform: `${string}-${string}` = 'linux-amd64'): string {
  const assets = names.map((name) => ({ name, url: `https://h/${name}` }))
  return assetFor({ tag: 'v1', assets }, platform, 'h/a/b').name
}
