import { describe, test } from '../../../../test/cases.ts'
import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, type TestContext } from 'node:test'
import type { Failure } from '@slipway/model'
import type { Evidence } from '../sources/source.ts'
import { createVerifier, type VerifierParts } from './create-verifier.ts'
import { knownLevel } from './known-level.ts'
import { knownKeys } from './known-keys.ts'
import { gpgKeys, gpgMissing, type GpgKeys } from './testing/gpg-keys.ts'
import { twinKeys } from './testing/same-short-id.ts'
import { fileName, verifying, type Verifying } from './testing/verifying.ts'

/** A user, a publisher with a key, and the evidence from the publisher's registry. */
interface Scene extends Verifying {
  readonly keys: GpgKeys
  readonly key: string
  readonly signed: (key?: string, text?: string, signature?: Uint8Array) => Evidence
}

function scene(t: TestContext, content?: string): Scene {
  const keys = gpgKeys(t)
  const key = keys.make('Acme <acme@example.com>')
  const verified = verifying(t, content)
  return {
    ...verified,
    keys,
    key,
    signed: (by = key, text = verified.sums, signature = keys.sign(text, by)) => ({
      sums: { text, signature, fileName },
      keys: [keys.publicKey(by)],
    }),
  }
}

const fails =
  (code: string, message = /./) =>
  (thrown: Failure) => {
    assert.equal(thrown.code, code, thrown.message)
    assert.match(thrown.message, message)
    return true
  }

const plugin = { origin: 'registry.example.com', descriptor: 'terraform:hashicorp/time' }

const rule = (signer: string) => ({ parts: { signers: [{ plugins: 'terraform:hashicorp/*', signers: [signer] }] } })

/** Both verifiers must agree; without gpgv, the package is used. */
for (const [verifier, env] of [
  ['gpgv', process.env],
  ['the package openpgp', { PATH: '/nowhere' }],
] as const) {
  describe(`a signature, verified by ${verifier},`, { skip: gpgMissing }, () => {
    const parts = { env }

    test('makes the level "signature", binary or armored, and names the whole fingerprint', async (t) => {
      const { keys, key, sums, verify, signed } = scene(t)
      assert.deepEqual(await verify(signed(), { parts }), { level: 'signature', signer: `gpg:${key}` })
      const armored = keys.sign(sums, key, { armored: true })
      assert.equal((await scene(t).verify(undefined, { parts })).level, 'none')
      const other = verifying(t)
      assert.equal((await other.verify(signed(key, sums, armored), { parts })).level, 'signature')
    })

    test('of another file is refused', async (t) => {
      const { verify, signed, keys, key, sums } = scene(t)
      const ofAnother = keys.sign(`${sums}\n`, key)
      await assert.rejects(
        verify(signed(key, sums, ofAnother), { parts }),
        fails('install/bad-signature', /is not valid/),
      )
    })

    test('by a key that the source does not name is refused', async (t) => {
      const { verify, signed, keys } = scene(t)
      const stranger = keys.make('Mallory <mallory@example.com>')
      const evidence = { ...signed(stranger), keys: signed().keys ?? [] }
      await assert.rejects(verify(evidence, { parts }), fails('install/bad-signature', /does not name/))
    })

    test('by a key that has expired is refused, until the user trusts that key by hand', async (t) => {
      const { verify, signed, keys, sums, home } = scene(t)
      const at = '20200101T000000'
      const old = keys.make('Old <old@example.com>', { expires: '1d', at })
      const evidence = signed(old, sums, keys.sign(sums, old, { at: '20200101T000100' }))
      await assert.rejects(verify(evidence, { parts }), fails('install/bad-signature', /has expired/))
      knownKeys(home).trust(plugin, `gpg:${old}`, new Date())
      assert.equal((await verify(evidence, { parts })).level, 'signature')
    })

    test('by a key that has been revoked is refused', async (t) => {
      const { verify, signed, keys, key } = scene(t)
      const evidence = signed()
      const revoked = { ...evidence, keys: [keys.revoked(key)] }
      await assert.rejects(verify(revoked, { parts }), fails('install/bad-signature'))
    })

    test('based on SHA-1 is refused', async (t) => {
      const { verify, signed, keys, key, sums } = scene(t)
      const weak = keys.sign(sums, key, { hash: 'SHA1' })
      await assert.rejects(verify(signed(key, sums, weak), { parts }), fails('install/bad-signature'))
    })

    test('by a key with the known key’s short id counts as another key’s', async (t) => {
      const { verify, sums } = verifying(t)
      const [one, twin] = await twinKeys()
      assert.equal(one.fingerprint.slice(-8), twin.fingerprint.slice(-8))
      const signed = async (by: typeof one): Promise<Evidence> => ({
        sums: { text: sums, signature: await by.sign(sums), fileName },
        keys: [by.publicKey],
      })
      const good = await verify(await signed(one), { parts, offer: { origin: 'elsewhere.example.com' } })
      const pinned = good.signer ?? ''
      await assert.rejects(
        verifying(t).verify(await signed(twin), { parts, signer: pinned }),
        fails('install/other-key'),
      )
      assert.equal(pinned, `gpg:${one.fingerprint}`)
    })

    test('that cannot be read, or whose key cannot be read, is refused', async (t) => {
      const { verify, signed, key, sums } = scene(t)
      const noise = Buffer.from('-----BEGIN PGP SIGNATURE-----\n\nAAAA\n-----END PGP SIGNATURE-----\n')
      await assert.rejects(verify(signed(key, sums, noise), { parts }), fails('install/bad-signature'))
      const noKey = { ...signed(), keys: ['-----BEGIN PGP PUBLIC KEY BLOCK-----\n'] }
      await assert.rejects(verify(noKey, { parts }), fails('install/bad-signature', /no key that can be read/))
      const large = signed(key, sums, Buffer.alloc(100_000))
      await assert.rejects(verify(large, { parts }), fails('install/bad-signature', /too large/))
    })
  })
}

describe('signed checksums', { skip: gpgMissing }, () => {
  test('must list the file, with its checksum', async (t) => {
    const { verify, signed, sha256 } = scene(t)
    await assert.rejects(
      verify(signed(undefined, `${sha256}  other.zip\n`)),
      fails('install/checksum', /does not list/),
    )
    await assert.rejects(
      verify(signed(undefined, `${'0'.repeat(64)}  ${fileName}\n`)),
      fails('install/checksum', /has the wrong checksum/),
    )
  })

  test('count as a checksum only, without a signature or a known key', async (t) => {
    const { verify, sums, signed } = scene(t)
    assert.deepEqual(await verify({ sums: { text: sums, fileName } }), { level: 'checksum' })
    assert.deepEqual(await verify({ sums: { text: sums, fileName } }, { locked: true }), { level: 'lock' })
    assert.equal((await verify({ ...signed(), keys: [] })).level, 'checksum')
  })
})

describe('the signer of a plugin', { skip: gpgMissing }, () => {
  test('is pinned at the first use; another key is refused, also from the same registry, until the user accepts it', async (t) => {
    const { verify, signed, keys, home, key } = scene(t)
    await verify(signed())
    const next = { ...scene(t, 'the next version'), home }
    const other = keys.make('Other <other@example.com>')
    const evidence = signed(other, next.sums)
    const inSameHome = { parts: { home } }
    await assert.rejects(next.verify(evidence, inSameHome), (thrown: Failure) => {
      assert.match(thrown.hint ?? '', new RegExp(`slipway plugin trust-key terraform:hashicorp/time gpg:${other}`))
      return fails('install/other-key', new RegExp(`gpg:${other}, and not by gpg:${key}`))(thrown)
    })
    knownKeys(home).trust(plugin, `gpg:${other}`, new Date())
    assert.equal((await next.verify(evidence, inSameHome)).signer, `gpg:${other}`)
    // The pinned signer stays good.
    const third = scene(t, 'a third version')
    assert.equal((await third.verify(signed(key, third.sums), inSameHome)).signer, `gpg:${key}`)
  })

  test('named by the lock file is the only one for a colleague who has never seen the plugin', async (t) => {
    const { verify, signed, keys, key } = scene(t)
    const other = keys.make('Other <other@example.com>')
    const options = { signer: `gpg:${key}`, locked: true }
    await assert.rejects(verify(signed(other), options), fails('install/other-key'))
    assert.equal((await verify(signed(), options)).level, 'signature')
  })

  test('named by a lock file does not replace the one that this user has seen', async (t) => {
    const { verify, signed, keys, home } = scene(t)
    await verify(signed())
    const mallory = keys.make('Mallory <mallory@example.com>')
    const next = scene(t, 'from a lock file of an attacker')
    const tampered = { signer: `gpg:${mallory}`, locked: true, parts: { home } }
    await assert.rejects(next.verify(signed(mallory, next.sums), tampered), fails('install/other-key'))
  })

  test('is expected from then on: an unsigned version is never accepted again', async (t) => {
    const { verify, signed, home, sums, key } = scene(t)
    await verify(signed())
    const next = scene(t, 'the next version')
    const unsigned = { sums: { text: next.sums, fileName } }
    await assert.rejects(
      next.verify(unsigned, { parts: { home } }),
      fails('install/unsigned', /came without a signature/),
    )
    await assert.rejects(next.verify(undefined, { parts: { home } }), fails('install/unsigned'))
    // The signature also counts when only the lock file records it.
    const fresh = verifying(t)
    const bare = { sums: { text: sums, fileName } }
    await assert.rejects(fresh.verify(bare, { signer: `gpg:${key}`, locked: true }), fails('install/unsigned'))
    await assert.rejects(
      fresh.verify({ ...signed(), keys: [] }, { signer: `gpg:${key}` }),
      fails('install/unsigned', /gives no key/),
    )
  })

  test('is known by the stored key, where the source gives none later', async (t) => {
    const { verify, signed, home } = scene(t)
    await verify(signed())
    const next = scene(t, 'the next version')
    assert.equal(
      (await next.verify({ ...signed(undefined, next.sums), keys: [] }, { parts: { home } })).level,
      'signature',
    )
  })

  test('stays known when many processes write at once, and a damaged line is reported, not forgotten', async (t) => {
    const { home } = verifying(t)
    const keys = knownKeys(home)
    keys.pin(plugin, 'gpg:FIRST', new Date(0))
    keys.pin(plugin, 'gpg:SECOND', new Date(0))
    keys.trust({ ...plugin, origin: 'https://a b' }, 'sigstore:https://issuer https://github.com/a/b', new Date(0))
    assert.deepEqual(keys.of(plugin), { firstUse: 'gpg:FIRST', byHand: [] })
    assert.equal(keys.of({ ...plugin, origin: 'https://a b' }).byHand.length, 1)
    assert.match(readFileSync(keys.file, 'utf8'), /^# Who signs plugins/)
    appendFileSync(keys.file, 'first-use 2026-')
    assert.throws(() => keys.of(plugin), fails('install/known-keys', /known-keys:5 /))
  })
})

describe('a verification by this machine', { skip: gpgMissing }, () => {
  test('is remembered by content: one verification is enough, even if the signature is gone later', async (t) => {
    const { verify, signed, key } = scene(t)
    await verify(signed())
    // Nothing on this machine could verify the signature again.
    const parts = { env: {} }
    assert.deepEqual(await verify(undefined, { parts, locked: true }), { level: 'signature', signer: `gpg:${key}` })
    // The same bytes under another name are another plugin.
    const renamed = { offer: { fileName: 'terraform-provider-aws.zip' }, parts }
    await assert.rejects(verify(undefined, renamed), fails('install/unsigned'))
  })

  test('cannot be forged by a writer of the store, and does not hold on another machine', async (t) => {
    const { verify, signed, store, sha256, home } = scene(t)
    await verify(signed())
    const file = join(store, 'verified', sha256.slice(0, 2), `${sha256}.json`)
    const record = readFileSync(file, 'utf8')
    const elsewhere = mkdtempSync(join(tmpdir(), 'slipway-other-machine-'))
    t.after(() => rmSync(elsewhere, { recursive: true, force: true }))
    assert.deepEqual(await verify(undefined, { parts: { home: elsewhere } }), { level: 'none' })
    writeFileSync(file, record.replace('"signature', '"attestation').replace('\\"signature', '\\"attestation'))
    await assert.rejects(verify(undefined), fails('install/unsigned'))
    writeFileSync(file, '{')
    await assert.rejects(verify(undefined), fails('install/unsigned'))
    writeFileSync(file, record)
    assert.equal((await verify(undefined)).level, 'signature')
    writeFileSync(join(home, 'config', 'machine-key'), '')
    await assert.rejects(verify(undefined), fails('install/known-keys'))
  })
})

describe('an installed plugin', { skip: gpgMissing }, () => {
  const installed = { descriptor: { form: { form: 'terraform', name: 'hashicorp/time' } } } as const

  test('is verified again when more is required, or another signer is expected', async (t) => {
    const { verify, signed, sha256, home, store, key } = scene(t)
    const proof = await verify(signed())
    const now = { ...installed, ...proof, origin: plugin.origin, sha256, signer: proof.signer, pinned: undefined }
    const verifier = (parts: Partial<VerifierParts> = {}) =>
      createVerifier({ home, store, env: {}, now: () => 0, ...parts })
    assert.ok(verifier({ minimum: 'signature' }).stillAccepts?.(now))
    assert.ok(verifier().stillAccepts?.({ ...now, pinned: `gpg:${key}` }))
    assert.ok(!verifier({ minimum: 'attestation' }).stillAccepts?.(now))
    assert.ok(!verifier().stillAccepts?.({ ...now, pinned: `gpg:${'0'.repeat(40)}` }))
    assert.ok(!verifier(rule(`gpg:${'0'.repeat(40)}`).parts).stillAccepts?.(now))
    // An installation without a signer, or with another signer, is not what this machine expects.
    assert.ok(!verifier().stillAccepts?.({ ...now, level: 'lock', signer: undefined }))
    const other = { ...now, origin: 'other.example.com', level: 'checksum', signer: undefined } as const
    assert.ok(verifier().stillAccepts?.(other))
    assert.ok(!verifier({ minimum: 'lock' }).stillAccepts?.(other))
  })

  test('has the level that this machine knows, even if a record in the store says otherwise', async (t) => {
    const { verify, signed, sha256, home, store, key } = scene(t)
    const record = { sha256, level: 'signature', signer: `gpg:${key}` } as const
    assert.equal(knownLevel(record, { home, store }), 'lock')
    await verify(signed())
    assert.equal(knownLevel(record, { home, store }), 'signature')
    assert.equal(knownLevel({ ...record, signer: `gpg:${'0'.repeat(40)}` }, { home, store }), 'lock')
    assert.equal(knownLevel({ ...record, level: 'attestation' }, { home, store }), 'lock')
    assert.equal(knownLevel({ sha256, level: 'none' }, { home, store }), 'none')
  })
})

describe('the level that a user requires', { skip: gpgMissing }, () => {
  test('refuses lower ones, and names the level that was reached', async (t) => {
    const { verify, sums, signed } = scene(t)
    const parts = { minimum: 'signature' } as const
    const bare = { sums: { text: sums, fileName } }
    await assert.rejects(
      verify(bare, { parts }),
      fails('install/level', /reaches the level "checksum".*requires "signature"/),
    )
    await assert.rejects(verify(undefined, { parts, locked: true }), fails('install/level', /"lock"/))
    assert.equal((await verify(signed(), { parts })).level, 'signature')
  })

  test('of a lock file alone is never "signature": a lock pins bytes and proves nobody', async (t) => {
    const { verify, key } = scene(t)
    await assert.rejects(verify(undefined, { locked: true, signer: `gpg:${key}` }), fails('install/unsigned'))
  })
})

test('a user may name the keys for each plugin', { skip: gpgMissing }, async (t) => {
  const { verify, signed, keys, key, sums } = scene(t)
  const other = keys.make('Other <other@example.com>')
  await assert.rejects(verify(signed(), rule(`gpg:${other}`)), fails('install/other-key'))
  await assert.rejects(verify({ sums: { text: sums, fileName } }, rule(`gpg:${key}`)), fails('install/unsigned'))
  assert.equal((await verify(signed(), rule(`gpg:${key.toLowerCase()}`))).level, 'signature')
  await assert.rejects(verify(signed(), rule('gpg:12345678')), fails('install/bad-signer-rule'))
})

describe('a machine without gpgv and openpgp', { skip: gpgMissing }, () => {
  let home: string
  before(() => {
    home = mkdtempSync(join(tmpdir(), 'slipway-broken-'))
  })

  test('loads the package from the user’s folder, and from no project', async (t) => {
    t.after(() => rmSync(home, { recursive: true, force: true }))
    const { verify, signed } = scene(t)
    const folder = join(home, 'verifiers/node_modules/openpgp')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'index.js'), 'throw new Error("it is broken")')
    await assert.rejects(verify(signed(), { parts: { home, env: {} } }), fails('install/no-verifier', /it is broken/))
  })
})
