import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import type { Descriptor, PulumiKind } from '../descriptor/descriptor.ts'
import { defaultHosts, type DefaultHosts } from '../net/default-hosts.ts'
import { FileServer } from '../testing/servers/file-server.ts'
import { ReleaseServer } from '../testing/servers/release-server.ts'
import { sharedFolder, stoppedAtEnd } from '../testing/for-the-file.ts'
import { sampleArchive } from '../testing/sample-archive.ts'
import { testAccess } from '../testing/test-access.ts'
import { sourceConformance } from './conformance.ts'
import { pulumiSource } from './pulumi.ts'
import type { Access, Fetched } from './source.ts'

const body = sampleArchive()
const sha256 = createHash('sha256').update(body).digest('hex')
const asset = 'pulumi-resource-random-v4.19.0-linux-amd64.tar.gz'
const repository = 'pulumi/pulumi-random'

function plugin(kind: PulumiKind = 'resource', name = 'random', server?: string): Descriptor {
  return { form: { form: 'pulumi', kind, name }, ...(server !== undefined && { server }) }
}

function origin(descriptor: Descriptor): string {
  return pulumiSource(defaultHosts).origin(descriptor)
}

sourceConformance('releases', async () => {
  const forge = await ReleaseServer.start()
  forge.publish({ repository, tag: 'v4.19.0', assets: { [asset]: body } })
  const hosts = { ...defaultHosts, github: forge.forge, pulumi: `${forge.url}/elsewhere` }
  return {
    source: pulumiSource(hosts),
    descriptor: plugin(),
    version: '4.19.0',
    body,
    server: forge.server,
    asset: `/${repository}/releases/download/v4.19.0/${asset}`,
    lists: true,
  }
})

const folder = sharedFolder('pulumi')
const stopped = stoppedAtEnd()
let forge: ReleaseServer
let own: FileServer
let hosts: DefaultHosts
beforeEach(async () => {
  forge = stopped(await ReleaseServer.start())
  own = stopped(await FileServer.start())
  hosts = { ...defaultHosts, github: forge.forge, pulumi: `${own.url}/releases/plugins` }
})

function accessWith(env: Record<string, string> = {}): Access {
  return testAccess({ env, hosts, wait: () => Promise.resolve() })
}

async function install(descriptor: Descriptor, access: Access = accessWith()): Promise<Fetched> {
  const source = pulumiSource(hosts)
  const offer = await source.offer(descriptor, '4.19.0', 'linux-amd64', access)
  const into = mkdtempSync(join(folder, 'into-'))
  return source.fetch(offer, { file: join(into, 'file'), folder: join(into, 'tree') }, access)
}

const whole: Fetched = { as: 'archive', sha256, size: body.length }

describe('plugins of Pulumi', () => {
  test('come from the files of a release, without its API', async () => {
    const sums = `${sha256}  ${asset}\n${'1'.repeat(64)}  ${asset.replace('linux-amd64', 'darwin-arm64')}\n`
    const assets = { [asset]: body, 'pulumi-random_4.19.0_checksums.txt': sums }
    forge.publish({ repository, tag: 'v4.19.0', assets })
    const offer = await pulumiSource(hosts).offer(plugin(), '4.19.0', 'linux-amd64', accessWith())
    assert.equal(offer.sha256, sha256)
    assert.deepEqual(Object.keys(offer.platforms ?? {}), ['linux-amd64', 'darwin-arm64'])
    assert.deepEqual(await install(plugin()), whole)
    assert.ok(forge.server.requests.every(({ path }) => !path.startsWith('/repos/')))
  })

  test('are checked by another list among the files, or else by the API’s digests', async () => {
    const mac = asset.replace('linux-amd64', 'darwin-arm64')
    forge.publish({ repository, tag: 'v4.19.0', assets: { [asset]: body, [mac]: 'x' }, digests: true })
    const byApi = await pulumiSource(hosts).offer(plugin(), '4.19.0', 'linux-amd64', accessWith())
    assert.equal(byApi.sha256, sha256)
    assert.equal(byApi.size, body.length)
    assert.deepEqual(Object.keys(byApi.platforms ?? {}).sort(), ['darwin-arm64', 'linux-amd64'])
    const assets = { [asset]: body, SHA256SUMS: `${'2'.repeat(64)}  ${asset}\n`, 'SHA256SUMS.sig': 'signature' }
    forge.publish({ repository, tag: 'v4.19.0', assets, digests: true })
    const bySums = await pulumiSource(hosts).offer(plugin(), '4.19.0', 'linux-amd64', accessWith())
    assert.equal(bySums.sha256, '2'.repeat(64))
    assert.equal(Buffer.from(bySums.evidence?.sums?.signature ?? '').toString(), 'signature')
  })

  test('come through the API where they are private, with a token', async () => {
    forge.publish(
      { repository, tag: 'v4.19.0', assets: { [asset]: body }, isPrivate: true },
      { authorization: 'Bearer t' },
    )
    assert.deepEqual(await install(plugin(), accessWith({ GITHUB_TOKEN: 't' })), whole)
  })

  test("come from Pulumi's own server where there is no release", async () => {
    own.put(`/releases/plugins/${asset}`, { body })
    assert.deepEqual(await install(plugin()), whole)
  })

  test('that are nowhere: each place that was asked is named', async () => {
    const error = await install(plugin()).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof Failure)
    assert.equal(error.code, 'install/not-found')
    const told = [error.message, ...error.details].join('\n')
    assert.ok(told.includes(`${forge.url}/${repository}/releases/download/v4.19.0/${asset}`))
    assert.ok(told.includes(`${forge.url}/repos/${repository}/releases/tags/v4.19.0`))
    assert.ok(told.includes(`${own.url}/releases/plugins/${asset}`))
  })

  test('are found although the API allows no more requests', async () => {
    const headers = { 'x-ratelimit-remaining': '0' }
    forge.publish({ repository, tag: 'v4.19.0', assets: { [asset]: body } })
    forge.server.put(`/repos/${repository}/releases/tags/v4.19.0`, { statuses: [403, 403, 403], headers })
    assert.deepEqual(await install(plugin()), whole)
  })

  test('have the versions of their releases, from all pages, without drafts', async () => {
    for (let minor = 0; minor < 101; minor++) forge.publish({ repository, tag: `v4.${minor}.0`, assets: {} })
    forge.publish({ repository, tag: 'v5.0.0', assets: {}, draft: true })
    forge.publish({ repository, tag: 'sdk/v5.0.1', assets: {} })
    const versions = await pulumiSource(hosts).versions(plugin(), accessWith())
    assert.equal(versions.length, 101)
    assert.deepEqual(versions[0], { version: '4.100.0', publishedAt: Date.parse('2026-01-02T03:04:05Z') })
  })

  test('lie in a repository by the name of their kind, or at the named server', () => {
    assert.equal(origin(plugin()), 'github.com/pulumi/pulumi-random')
    assert.equal(origin(plugin('converter', 'terraform')), 'github.com/pulumi/pulumi-converter-terraform')
    assert.equal(origin(plugin('converter', 'yaml')), 'github.com/pulumi/pulumi-yaml')
    assert.equal(origin(plugin('tool', 'x')), 'github.com/pulumi/pulumi-tool-x')
    assert.equal(origin(plugin('resource', 'x', 'github://api.github.com/acme')), 'github.com/acme/pulumi-x')
    assert.equal(origin(plugin('resource', 'x', 'github://git.corp/acme/signal')), 'git.corp/acme/signal')
    assert.equal(origin(plugin('resource', 'x', 'gitlab://gitlab.com/278964')), 'gitlab.com/278964')
    assert.throws(() => origin(plugin('resource', 'x', 'github://api.github.com')), { code: 'install/bad-descriptor' })
  })

  test('come from a forge of a company, and from GitLab', async () => {
    forge.publish({ repository: 'acme/signal', tag: 'v4.19.0', assets: { [asset]: body } })
    assert.deepEqual(await install(plugin('resource', 'random', `github://${forge.server.host}/acme/signal`)), whole)
    own.put('/files/x', { body })
    own.json('/api/v4/projects/278964/releases/v4.19.0', {
      tag_name: 'v4.19.0',
      assets: { links: [{ name: asset, url: '/files/x' }] },
    })
    assert.deepEqual(await install(plugin('resource', 'random', `gitlab://${own.host}/278964`)), whole)
  })
})
