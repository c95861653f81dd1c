import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test, type TestContext } from 'node:test'
import type { Descriptor } from '../../descriptor/descriptor.ts'
import { defaultHosts } from '../../net/default-hosts.ts'
import { FileServer } from '../../testing/servers/file-server.ts'
import { ReleaseServer } from '../../testing/servers/release-server.ts'
import { sampleArchive } from '../../testing/sample-archive.ts'
import { testAccess } from '../../testing/test-access.ts'
import { createVerifier, type VerifierParts } from '../../verify/create-verifier.ts'
import { sigstoreAuthority, type SigstoreAuthority } from '../../verify/testing/sigstore-authority.ts'
import { npmSource } from '../npm.ts'
import { pulumiSource } from '../pulumi.ts'
import type { Source } from '../source.ts'

const body = sampleArchive()
const sha256 = createHash('sha256').update(body).digest('hex')
const access = testAccess()

let sigstore: SigstoreAuthority
before(async () => {
  sigstore = await sigstoreAuthority()
})

/** Packs bytes with snappy, as one literal. */
function packed(content: Buffer): Buffer {
  const { length } = content
  const head = [(length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, length >> 14]
  return Buffer.concat([Buffer.from([...head, 0xf4, (length - 1) & 0xff, (length - 1) >> 8]), content])
}

/** Brings a plugin and verifies it, for a user with these settings. */
async function verified(
  t: TestContext,
  source: Source,
  descriptor: Descriptor,
  version: string,
  parts: Partial<VerifierParts>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-attested-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'config'))
  writeFileSync(join(folder, 'config/trust-root.jsonl'), sigstore.trustRoot)
  const offer = await source.offer(descriptor, version, 'linux-amd64', access)
  const file = join(folder, 'archive')
  const fetched = await source.fetch(offer, { file, folder: join(folder, 'tree') }, access)
  assert.ok(fetched.as !== 'folder')
  const verifier = createVerifier({ home: folder, store: folder, env: {}, now: () => Date.now(), ...parts })
  return verifier.verify({ offer, file, sha256: fetched.sha256, locked: false, signer: undefined })
}

describe('a release of GitHub', () => {
  const repository = 'acme/pulumi-signal'
  const asset = 'pulumi-resource-signal-v1.0.0-linux-amd64.tar.gz'
  const minimum = { minimum: 'attestation' } as const
  const descriptor: Descriptor = {
    form: { form: 'pulumi', kind: 'resource', name: 'signal' },
    server: 'github://api.github.com/acme',
  }
  const forge = async (t: TestContext, assets: Readonly<Record<string, string>> = {}) => {
    const server = await ReleaseServer.start()
    t.after(() => server.stop())
    server.publish({ repository, tag: 'v1.0.0', assets: { [asset]: body, ...assets } })
    // Descriptors and origins name github.com; the test serves it from its own server.
    const github = { web: server.url, api: server.url }
    const hosts = { ...defaultHosts, github }
    return { server: server.server, source: pulumiSource(hosts), host: server.server.host }
  }

  test('is attested by GitHub’s record for its digest, which is fetched only on demand', async (t) => {
    const { server, source, host } = await forge(t)
    const of = { ...descriptor, server: `github://${host}/acme` }
    const path = `/repos/${repository}/attestations/sha256:${sha256}`
    const bundle = JSON.parse(await sigstore.attest(sha256, { repository })) as unknown
    server.json(path, { attestations: [{ bundle: null, bundle_url: 'elsewhere' }, { bundle }] })
    assert.equal((await verified(t, source, of, '1.0.0', {})).level, 'none')
    assert.equal(server.count(`${path}?per_page=30`), 0)
    const found = await verified(t, source, of, '1.0.0', {
      ...minimum,
      signers: [{ plugins: 'pulumi:signal', signers: [`github:${repository}`] }],
    })
    assert.equal(found.level, 'attestation')
    assert.match(found.signer ?? '', /^sigstore:\S+ https:\/\/github\.com\/acme\/pulumi-signal$/)
  })

  test('is attested by a compressed bundle that GitHub keeps elsewhere', async (t) => {
    const { server, source, host } = await forge(t)
    const of = { ...descriptor, server: `github://${host}/acme` }
    const elsewhere = await FileServer.start()
    t.after(() => elsewhere.stop())
    const bundle = Buffer.from(await sigstore.attest(sha256, { repository }))
    elsewhere.put('/good', { body: packed(bundle) })
    elsewhere.put('/bad', { body: packed(bundle).subarray(0, 100) })
    elsewhere.put('/bomb', { body: Buffer.from('ffffffff0f0061', 'hex') })
    const path = `/repos/${repository}/attestations/sha256:${sha256}`
    const listed = (...names: readonly string[]): void =>
      server.json(path, { attestations: names.map((name) => ({ bundle_url: `${elsewhere.url}/${name}?sig=secret` })) })
    const parts = { signers: [{ plugins: 'pulumi:signal', signers: [`github:${repository}`] }], ...minimum }
    listed('nothing', 'bad', 'bomb', 'good')
    assert.equal((await verified(t, source, of, '1.0.0', parts)).level, 'attestation')
    for (const name of ['bad', 'bomb']) {
      listed(name)
      await assert.rejects(verified(t, source, of, '1.0.0', parts), (error: Error) => {
        assert.match(
          error.message,
          new RegExp(`bad answer for ${elsewhere.url}/${name}: its attestation cannot be unpacked`),
        )
        return true
      })
    }
  })

  test('is attested by a bundle beside it', async (t) => {
    const bundle = await sigstore.attest(sha256, { repository })
    const { source, host } = await forge(t, { [`${asset}.sigstore.json`]: bundle })
    const of = { ...descriptor, server: `github://${host}/acme` }
    const parts = { signers: [{ plugins: 'pulumi:*', signers: ['github:acme/*'] }] }
    await assert.rejects(
      verified(t, source, of, '1.0.0', { signers: [{ plugins: 'pulumi:*', signers: ['github:other/*'] }] }),
      {
        code: 'install/other-key',
      },
    )
    assert.equal((await verified(t, source, of, '1.0.0', parts)).level, 'attestation')
  })

  test('without an attestation is refused where one is required', async (t) => {
    const { source, host } = await forge(t)
    const of = { ...descriptor, server: `github://${host}/acme` }
    await assert.rejects(verified(t, source, of, '1.0.0', minimum), { code: 'install/level' })
  })
})

test('of an npm package is attested by the registry, which names it by its sha512', async (t) => {
  const server = await FileServer.start({ '/signal.tgz': { body } })
  t.after(() => server.stop())
  const sha512 = createHash('sha512').update(body).digest()
  const dist = {
    tarball: '/signal.tgz',
    integrity: `sha512-${sha512.toString('base64')}`,
    attestations: { url: `${server.url}/attestations` },
  }
  server.json('/@acme%2fsignal', { versions: { '1.0.0': { dist } } })
  const bundle = JSON.parse(await sigstore.attest({ sha512: sha512.toString('hex') })) as unknown
  server.json('/attestations', { attestations: [{ predicateType: 'x', bundle }] })
  const source = npmSource({ env: {}, hosts: { ...defaultHosts, npm: server.url } })
  const descriptor: Descriptor = { form: { form: 'npm', name: '@acme/signal' } }
  assert.equal((await verified(t, source, descriptor, '1.0.0', {})).level, 'checksum')
  const parts = { signers: [{ plugins: 'npm:@acme/*', signers: ['github:acme/signal'] }] }
  assert.equal((await verified(t, source, descriptor, '1.0.0', parts)).level, 'attestation')
})
