import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { Platform } from '../descriptor/platform.ts'
import { assetFor } from '../sources/releases/asset-for.ts'
import { sharedFolder } from '../testing/for-the-file.ts'
import { verifySignature } from '../verify/openpgp/verify-signature.ts'
import { gpgKeys, gpgMissing } from '../verify/testing/gpg-keys.ts'
import { declaredRelease } from './identity.ts'
import { refuseLinksOut } from './pack-release.ts'
import { readRelease, sumsOf } from './release.ts'
import { packed, write } from './testing.ts'

const base = sharedFolder('pack')
const folder = (): string => mkdtempSync(join(base, 'plugin-'))
const plugin = { plugin: '#!/bin/sh\n' }

describe('packing', () => {
  test('gives the same bytes for the same content, and names an archive for each platform', async () => {
    const [one, other] = [await packed(folder(), plugin), await packed(folder(), plugin)]
    assert.deepEqual(
      one.files.map(({ name, platform }) => [name, platform]),
      [
        ['acme-signal-v1.0.0-darwin-arm64.tar.gz', 'darwin-arm64'],
        ['acme-signal-v1.0.0-linux-amd64.tar.gz', 'linux-amd64'],
      ],
    )
    assert.equal(sumsOf(one).text, sumsOf(other).text)
    assert.deepEqual(readRelease(one.folder), one)
  })

  test('is laid out so that a client finds its archive on the page of a release', async () => {
    const place = folder()
    writeFileSync(join(place, 'slipway-plugin-signal-1.0.0.tgz'), 'package')
    const npm = { name: 'slipway-plugin-signal', file: join(place, 'slipway-plugin-signal-1.0.0.tgz') }
    const release = await packed(place, plugin, { npm })
    const assets = readdirSync(release.folder).map((name) => ({ name, url: `https://example.com/${name}` }))
    const nameFor = (platform: Platform): string => assetFor({ tag: 'v1.0.0', assets }, platform, 'x').name
    assert.equal(nameFor('linux-amd64'), 'acme-signal-v1.0.0-linux-amd64.tar.gz')
    // A platform without an archive gets the npm package, which serves all platforms.
    assert.equal(nameFor('freebsd-amd64'), 'slipway-plugin-signal-1.0.0.tgz')
  })

  test('replaces what it has packed before, and nothing else', async () => {
    const place = folder()
    await packed(place, plugin)
    await packed(place, { plugin: '#!/bin/sh\necho\n' })
    rmSync(join(place, 'release/release.json'))
    await assert.rejects(packed(place, plugin), { code: 'publish/folder-in-use' })
    assert.equal(readdirSync(join(place, 'release')).length, 3)
    // No unfinished file remains beside the release.
    assert.deepEqual(readdirSync(place).toSorted(), ['release', 'tree'])
  })

  test('is refused with a link that leads out, and leaves nothing', async () => {
    for (const target of ['/etc/passwd', '../../secret']) {
      const place = folder()
      write(join(place, 'tree'), plugin)
      symlinkSync(target, join(place, 'tree/data'))
      await assert.rejects(packed(place, {}), { code: 'publish/link-out', message: /data leads out of it/ })
      assert.deepEqual(readdirSync(place), ['tree'])
      assert.throws(() => refuseLinksOut(join(place, 'tree'), '', new Set()), { code: 'publish/link-out' })
      refuseLinksOut(join(place, 'tree'), '', new Set(['data']))
    }
  })

  test('is not read again with another byte', async () => {
    const { folder: place, files } = await packed(folder(), plugin)
    writeFileSync(join(place, files[0]?.name ?? ''), 'other')
    assert.throws(() => readRelease(place), {
      code: 'publish/bad-release',
      message: /does not match release\.json/,
    })
    assert.throws(() => readRelease(base), { code: 'publish/bad-release' })
    const about = join(place, 'release.json')
    const text = readFileSync(about, 'utf8')
    for (const [said, other] of [
      ['"1.0.0"', '"../../../x"'],
      ['"acme/signal"', '"../signal"'],
      ['"provider"', '"tool"'],
    ] as const) {
      writeFileSync(about, text.replace(said, other))
      assert.throws(() => readRelease(place), { code: 'publish/bad-release' }, other)
    }
  })
})

function keyFile(t: TestContext, passphrase = ''): { file: string; fingerprint: string; publicKey: string } {
  const keys = gpgKeys(t, passphrase)
  const fingerprint = keys.make('Acme <acme@example.com>')
  const file = join(folder(), 'key.asc')
  writeFileSync(file, keys.privateKey(fingerprint), { mode: 0o600 })
  return { file, fingerprint, publicKey: keys.publicKey(fingerprint) }
}

describe('signing', { skip: gpgMissing }, () => {
  test('is with the key of a file, and verifies', async (t) => {
    const { file, fingerprint, publicKey } = keyFile(t)
    const release = await packed(folder(), plugin, { key: file })
    assert.equal(release.signer, `gpg:${fingerprint}`)
    const { text, signature = Buffer.alloc(0), publicKey: given = '' } = sumsOf(release)
    for (const key of [publicKey, given]) {
      const checked = await verifySignature(
        { shown: 'x', text, signature, keys: [key] },
        { home: base, env: process.env, now: Date.now },
      )
      assert.deepEqual(checked, { outcome: 'good', by: [{ fingerprint, isExpired: false }] })
    }
  })

  test('takes the passphrase from a variable, and says which one it lacks', async (t) => {
    const { file } = keyFile(t, 'sesame')
    await assert.rejects(packed(folder(), plugin, { key: file }), {
      code: 'publish/cannot-sign',
      hint: /SLIPWAY_SIGNING_PASSPHRASE/,
    })
    const env = { ...process.env, SLIPWAY_SIGNING_PASSPHRASE: 'sesame' }
    assert.match((await packed(folder(), plugin, { key: file, env })).signer ?? '', /^gpg:/)
  })

  test('is refused with a key that others can read', async (t) => {
    const { file } = keyFile(t)
    for (const mode of [0o644, 0o640, 0o604]) {
      chmodSync(file, mode)
      const place = folder()
      await assert.rejects(packed(place, plugin, { key: file }), {
        code: 'publish/key-readable',
        message: new RegExp(`can be read by others \\(mode ${mode.toString(8)}\\)`),
      })
      assert.deepEqual(readdirSync(place), ['tree'])
    }
  })

  test('is refused with a file that holds no private key', async () => {
    const place = folder()
    writeFileSync(join(place, 'key'), 'no key', { mode: 0o600 })
    await assert.rejects(packed(place, plugin, { key: join(place, 'key') }), { code: 'publish/cannot-sign' })
    await assert.rejects(packed(place, plugin, { key: join(place, 'nothing') }), {
      code: 'publish/cannot-sign',
      message: /cannot be read/,
    })
    assert.equal(readFileSync(join(place, 'key'), 'utf8'), 'no key')
  })
})

describe('--as', () => {
  test('says kind, name and version', () => {
    assert.deepEqual(declaredRelease('resource:random@v4.1.0'), {
      ecosystem: 'pulumi',
      kind: 'resource',
      name: 'random',
      version: '4.1.0',
    })
    assert.equal(declaredRelease('transformer:acme/far@1.0.0-rc.1').kind, 'transformer')
  })
  const refused: readonly (readonly [text: string, code: string])[] = [
    ['random', 'publish/not-a-plugin'],
    ['thing:random@1.0.0', 'publish/not-a-plugin'],
    ['provider:sqlite@1.0.0', 'publish/not-a-plugin'],
    ['tool:../x@1.0.0', 'publish/not-a-plugin'],
    ['provider:acme/sqlite@latest', 'publish/bad-version'],
    ['provider:acme/sqlite@0.0.0-dev', 'publish/bad-version'],
    ['provider:acme/sqlite@1.0.0-dirty', 'publish/bad-version'],
    ['provider:acme/sqlite@1.0.0+3.gabc.dirty', 'publish/bad-version'],
  ]
  for (const [text, code] of refused)
    test(`is refused: ${text}`, () => {
      assert.throws(() => declaredRelease(text), { code })
    })
})
