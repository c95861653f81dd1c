import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { parseDescriptor } from '../descriptor/parse.ts'
import { askedOf, descriptorKey } from '../descriptor/write.ts'
import type { LockEntry } from '../lock/lock-file.ts'
import { defaultHosts } from '../net/default-hosts.ts'
import { createSources } from '../sources/create-sources.ts'
import { mirrorAt } from '../sources/mirror-at.ts'
import { offerText, readOffer } from '../sources/mirrored-offer.ts'
import type { Source } from '../sources/source.ts'
import { PushApi } from '../publish/push-api.ts'
import { ociTypes, titled } from '../publish/push-release.ts'
import { listTree, treeDigest } from '../store/tree-list.ts'
import { sharedFolder, stoppedAtEnd } from '../testing/for-the-file.ts'
import { GitServer } from '../testing/servers/git-server.ts'
import { NpmRegistry } from '../testing/servers/npm-registry.ts'
import { PluginRegistry } from '../testing/servers/plugin-registry.ts'
import { PushableRegistry } from '../testing/servers/pushable-registry.ts'
import { ReleaseServer } from '../testing/servers/release-server.ts'
import { sampleArchive } from '../testing/sample-archive.ts'
import { testAccess } from '../testing/test-access.ts'
import { createVerifier, type VerifierParts } from '../verify/create-verifier.ts'
import { gpgKeys, gpgMissing } from '../verify/testing/gpg-keys.ts'
import { sigstoreAuthority, type SigstoreAuthority } from '../verify/testing/sigstore-authority.ts'
import { folderTarget, type MirrorTarget, ociTarget } from './target.ts'
import { verifyMirror } from './verify-mirror.ts'
import { writeMirror } from './write-mirror.ts'

const base = sharedFolder('mirrors')
const stopped = stoppedAtEnd()
const access = testAccess()
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const quiet = (): void => {}

/** A plugin at its place, with its entry in a lock file and the parts that say who may sign it. */
interface Locked {
  readonly descriptor: Descriptor
  readonly entry: LockEntry
  readonly parts: Partial<VerifierParts>
  readonly level: string
}

let sigstore: SigstoreAuthority
let sources: readonly Source[] = []
let locked: readonly Locked[] = []

const assetFor = (platform: string): string => `pulumi-resource-signal-v1.0.0-${platform}.tar.gz`

function attested(plugins: string, repository: string): Partial<VerifierParts> {
  return { minimum: 'attestation', signers: [{ plugins, signers: [`github:${repository}`] }] }
}

/** The places prove their plugins in every way: a signed registry, an attested release, npm, git, an attested artifact. */
before(async (t) => {
  sigstore = await sigstoreAuthority()
  const [ids, releases, npm, git, oci] = [
    stopped(await PluginRegistry.start()),
    stopped(await ReleaseServer.start()),
    stopped(await NpmRegistry.start()),
    stopped(await GitServer.start()),
    stopped(await new PushableRegistry().start()),
  ]
  const keys = gpgKeys(t as Parameters<typeof gpgKeys>[0])
  const fingerprint = keys.make('Acme <acme@example.com>')
  const bodies = { 'linux-amd64': sampleArchive('linux'), 'darwin-arm64': sampleArchive('darwin') }
  ids.publish({
    id: 'acme/sqlite',
    version: '1.0.0',
    archives: bodies,
    keys: [keys.publicKey(fingerprint)],
    sign: (sums) => Buffer.from(keys.sign(sums, fingerprint)),
  })
  const linux = bodies['linux-amd64']
  const assets = Object.fromEntries(Object.entries(bodies).map(([platform, body]) => [assetFor(platform), body]))
  releases.publish({ repository: 'acme/pulumi-signal', tag: 'v1.0.0', assets })
  for (const body of Object.values(bodies)) {
    const bundle: unknown = JSON.parse(await sigstore.attest(sha256(body), { repository: 'acme/pulumi-signal' }))
    releases.server.json(`/repos/acme/pulumi-signal/attestations/sha256:${sha256(body)}`, {
      attestations: [{ bundle }],
    })
  }
  npm.publish({ name: '@acme/lamp', version: '2.0.0', body: linux })
  const { clone, git: run } = git.create('plugin.git')
  writeFileSync(join(clone, 'pulumi-tool-lint'), '#!/bin/sh\n', { mode: 0o755 })
  run('add', '.')
  run('commit', '--quiet', '-m', 'first')
  run('tag', 'v1.0.0')
  run('push', '--quiet', 'origin', 'main', 'v1.0.0')
  const push = new PushApi({ host: oci.host, path: 'acme/box' }, access)
  const config = await push.blob(Buffer.from('{}'), sha256('{}'), ociTypes.config)
  const layer = await push.blob(linux, sha256(linux), ociTypes.archive)
  const layers = [{ ...layer, annotations: titled('box.tar.gz') }]
  const top = await push.manifest({ config, layers }, ociTypes.manifest, '1.0.0')
  const bundle = Buffer.from(await sigstore.attest(top.digest.slice('sha256:'.length), { repository: 'acme/box' }))
  const proof = await push.blob(bundle, sha256(bundle), 'application/json')
  const artifactType = 'application/vnd.dev.sigstore.bundle.v0.3+json'
  const about = await push.manifest({ artifactType, config, layers: [proof] }, ociTypes.manifest)
  await push.manifest({ manifests: [{ ...about, artifactType }] }, ociTypes.index, top.digest.replace(':', '-'))

  const hosts = { ...defaultHosts, npm: npm.url, github: { web: releases.url, api: releases.url } }
  sources = createSources({ env: {}, registries: { default: ids.server.url }, hosts })
  const wanted: readonly (readonly [
    string | { source: string; server: string },
    string,
    Partial<VerifierParts>,
    string,
  ])[] = [
    ['acme/sqlite', '1.0.0', {}, 'signature'],
    [
      { source: 'pulumi:signal', server: `github://${releases.server.host}/acme` },
      '1.0.0',
      attested('pulumi:signal', 'acme/pulumi-signal'),
      'attestation',
    ],
    ['npm:@acme/lamp', '2.0.0', {}, 'lock'],
    [`git+${git.url}/plugin.git@v1.0.0`, '1.0.0', {}, 'lock'],
    [`oci:${oci.host}/acme/box:1.0.0`, '1.0.0', attested('oci:*/acme/box', 'acme/box'), 'attestation'],
  ]
  locked = await Promise.all(
    wanted.map(async ([written, version, parts, level]): Promise<Locked> => {
      const descriptor = parseDescriptor(written, { cwd: '/' })
      const source = sourceFor(descriptor, sources)
      const offer = await source.offer(descriptor, version, 'linux-amd64', access)
      const isTree = offer.fileName === undefined && offer.sha256 === undefined
      const hash = isTree
        ? treeDigest((await listTree(clone)).filter(({ path }) => !path.startsWith('.git/')))
        : sha256(linux)
      const entry: LockEntry = {
        descriptor: descriptorKey(descriptor),
        asked: askedOf(descriptor) ?? '',
        version,
        origin: offer.origin,
        platforms: { 'linux-amd64': { sha256: hash } },
        isPartial: true,
        ...(offer.pin !== undefined && { at: offer.pin }),
      }
      return { descriptor, entry, parts, level }
    }),
  )
})

function sourceFor(descriptor: Descriptor, all: readonly Source[]): Source {
  const source = all.find((each) => each.serves(descriptor))
  assert.ok(source)
  return source
}

/** Creates the verifier of a machine that has not seen any plugin yet. */
function verifierOf(parts: Partial<VerifierParts>) {
  const home = mkdtempSync(join(base, 'home-'))
  mkdirSync(join(home, 'config'))
  writeFileSync(join(home, 'config/trust-root.jsonl'), sigstore.trustRoot)
  return createVerifier({ home, store: join(home, 'store'), env: process.env, now: Date.now, ...parts })
}

/** Brings a plugin as the installer does, and returns the verifier's proof of it. */
async function proofOf({ descriptor, entry, parts }: Locked, all: readonly Source[]) {
  const source = sourceFor(descriptor, all)
  const offer = await source.offer(descriptor, entry.version, 'linux-amd64', access)
  const into = mkdtempSync(join(base, 'into-'))
  const fetched = await source.fetch(offer, { file: join(into, 'file'), folder: join(into, 'tree') }, access)
  const isTree = fetched.as === 'folder'
  const hash = isTree ? treeDigest(await listTree(join(into, 'tree'))) : fetched.sha256
  assert.equal(hash, entry.platforms['linux-amd64']?.sha256, entry.descriptor)
  const file = isTree ? undefined : join(into, 'file')
  const proof = await verifierOf(parts).verify({ offer, file, sha256: hash, locked: true, signer: undefined })
  return { ...proof, pin: offer.pin, origin: offer.origin, fileName: offer.fileName, kind: offer.kind }
}

const parts = () => ({ sources, verifier: verifierOf({}), access, terraformHost: defaultHosts.terraform })
const entries = (): readonly LockEntry[] => locked.map(({ entry }) => entry)

async function mirrored(
  target: MirrorTarget,
  platforms: readonly ('linux-amd64' | 'darwin-arm64')[] = ['linux-amd64'],
) {
  try {
    return await writeMirror({ entries: entries(), platforms }, target, parts(), quiet)
  } finally {
    await target.close()
  }
}

describe('a mirror', { skip: gpgMissing }, () => {
  const kinds: readonly (readonly [string, () => Promise<readonly [MirrorTarget, string]>])[] = [
    [
      'in a folder',
      async () => {
        const folder = mkdtempSync(join(base, 'mirror-'))
        return [await folderTarget(folder), folder]
      },
    ],
    [
      'in a container registry',
      async () => {
        const place = `oci:${stopped(await new PushableRegistry().start()).host}/acme/mirror`
        return [ociTarget(place, access), place]
      },
    ],
  ]
  test('in a container registry keeps the files of all publishers that push at the same time', async () => {
    const place = `oci:${stopped(await new PushableRegistry().start()).host}/acme/shared`
    const names = ['one', 'two', 'three']
    const targets = names.map(() => ociTarget(place, access))
    for (const [index, target] of targets.entries()) {
      const from = join(target.staging, 'file')
      writeFileSync(from, `plugin ${index}`)
      await target.put(`npm/${names[index]}/1.0.0/plugin.tgz`, from)
    }
    await Promise.all(targets.map(async (target) => await target.finish()))
    assert.deepEqual(await mirrorAt(place).names('npm', access), names.toSorted())
    for (const target of targets) await target.close()
  })

  for (const [name, make] of kinds)
    test(`${name} proves every plugin as its own place does`, async () => {
      const [target, place] = await make()
      const done = await mirrored(target)
      assert.deepEqual(
        done.map(({ action, failure }) => failure?.message ?? action),
        locked.map(() => 'mirrored'),
      )
      const behind = createSources({ env: {}, mirror: place, registries: { default: 'http://127.0.0.1:1' } })
      for (const each of locked) {
        const [direct, there] = [await proofOf(each, sources), await proofOf(each, behind)]
        assert.equal(direct.level, each.level, each.entry.descriptor)
        // The mirror's user has other origins, because the test runs its own servers.
        assert.deepEqual({ ...there, origin: '' }, { ...direct, origin: '' })
      }
      const verified = await verifyMirror(
        { entries: entries(), platforms: ['linux-amd64'] },
        mirrorAt(place),
        { ...parts(), staging: base },
        quiet,
      )
      assert.deepEqual(
        verified.map(({ action, failure }) => failure?.message ?? action),
        locked.map(() => 'verified'),
      )
    })

  test('has each platform that is named, says which plugin one lacks, and keeps what it has', async () => {
    const folder = mkdtempSync(join(base, 'mirror-'))
    const platforms = ['linux-amd64', 'darwin-arm64'] as const
    const first = await mirrored(await folderTarget(folder), platforms)
    assert.deepEqual(
      first.map(({ platform, action }) => `${platform} ${action}`),
      [
        'linux-amd64 mirrored',
        'darwin-arm64 mirrored',
        'linux-amd64 mirrored',
        'darwin-arm64 mirrored',
        // npm, git and a lone artifact have the same content for all platforms.
        'linux-amd64 mirrored',
        'darwin-arm64 present',
        'linux-amd64 mirrored',
        'darwin-arm64 present',
        'linux-amd64 mirrored',
        'darwin-arm64 present',
      ],
    )
    const again = await writeMirror(
      { entries: entries(), platforms },
      await folderTarget(folder),
      { ...parts(), sources: [] },
      quiet,
    )
    assert.deepEqual([...new Set(again.map(({ action }) => action))], ['present'])
    const lacking = await writeMirror(
      { entries: entries().slice(0, 1), platforms: ['windows-amd64'] },
      await folderTarget(folder),
      parts(),
      quiet,
    )
    assert.deepEqual([lacking[0]?.action, lacking[0]?.failure?.code], ['failed', 'install/not-found'])
  })

  test('refuses other bytes than the lock file pins, and another place than it names', async () => {
    const folder = mkdtempSync(join(base, 'mirror-'))
    const [first] = entries()
    assert.ok(first)
    const write = async (entry: LockEntry) => {
      const target = await folderTarget(folder)
      const [done] = await writeMirror({ entries: [entry], platforms: ['linux-amd64'] }, target, parts(), quiet)
      await target.close()
      return done?.failure?.code ?? done?.action
    }
    const other = { ...first, platforms: { 'linux-amd64': { sha256: '0'.repeat(64) } } }
    assert.equal(await write(other), 'install/checksum')
    assert.equal(await write({ ...first, origin: 'registry.example.com' }), 'publish/mirror-differs')
    assert.equal(await write({ ...first, version: '../../../x' }), 'install/bad-lock')
    assert.deepEqual(globSync('**/*', { cwd: folder }), [])
    assert.equal(await write(first), 'mirrored')
    assert.equal(await write(other), 'publish/mirror-differs')
  })

  test('is found out when somebody has changed a byte of it, or what it says', async () => {
    const folder = mkdtempSync(join(base, 'mirror-'))
    await mirrored(await folderTarget(folder))
    const verify = async (all: readonly LockEntry[]) =>
      (
        await verifyMirror(
          { entries: all, platforms: ['linux-amd64'] },
          mirrorAt(folder),
          { ...parts(), staging: base },
          quiet,
        )
      ).map(({ failure, action }) => failure?.code ?? action)
    assert.deepEqual(
      await verify([]),
      locked.map(() => 'verified'),
    )
    const [archive = ''] = globSync('deploy-engine/**/*.tar.gz', { cwd: folder })
    const document = join(folder, `${archive}.offer.json`)
    const text = readFileSync(document, 'utf8')
    const body = readFileSync(join(folder, archive))
    writeFileSync(join(folder, archive), 'other')
    for (const all of [[], entries()])
      assert.equal((await verify(all)).filter((each) => each !== 'verified').join(), 'install/checksum')
    // An attacker can easily change an archive and its hash together, but not the lock file and the signature.
    writeFileSync(document, text.replaceAll(sha256(body), sha256('other')))
    assert.equal((await verify(entries()))[0], 'install/checksum')
    assert.equal((await verify([])).filter((each) => each !== 'verified').join(), 'install/bad-signature')
    writeFileSync(document, '{')
    assert.equal((await verify(entries()))[0], 'install/bad-answer')
    rmSync(join(folder, archive))
    assert.equal((await verify(entries()))[0], 'install/not-found')
    assert.ok(existsSync(document))
  })
})

test('a document with manifests counts only if each names the next, and the last one the file', () => {
  const file = sha256('file')
  const manifest = Buffer.from(JSON.stringify({ layers: [{ digest: `sha256:${file}` }] }))
  const index = Buffer.from(JSON.stringify({ manifests: [{ digest: `sha256:${sha256(manifest)}` }] }))
  const offer = {
    descriptor: parseDescriptor('oci:ghcr.io/acme/box', { cwd: '/' }),
    version: '1.0.0',
    platform: 'linux-amd64',
    origin: 'oci:ghcr.io/acme/box',
    sha256: file,
  } as const
  const read = (chain: readonly Buffer[]) =>
    readOffer(Buffer.from(offerText({ ...offer, evidence: { subject: { sha256: '', chain } } }, [])), 'x').evidence
      ?.subject
  assert.equal(read([index, manifest])?.sha256, sha256(index))
  assert.equal(read([manifest])?.sha256, sha256(manifest))
  for (const chain of [[index], [manifest, index], [Buffer.from('{}'), manifest], [Buffer.from('no JSON')]])
    assert.throws(() => read(chain), { code: 'install/bad-answer' })
})
