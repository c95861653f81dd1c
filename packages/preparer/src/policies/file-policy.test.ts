import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { manifestOf, type Manifest } from '../manifest/manifest.ts'
import type { Json } from '../manifest/canonical.ts'
import { manifestSchema } from '../manifest/schema.ts'
import { FilePolicy } from './file-policy.ts'
import { wrongDigest } from './policy.ts'
import { archiveSignatureOf, publicKeyOf, signatureOf } from './signature.ts'

function manifest(more: { readonly [key: string]: Json } = {}): Manifest {
  const written = { id: 'web', launchables: { main: { type: 'command', command: ['run'] } }, ...more }
  return manifestOf(written, manifestSchema.parse(written))
}

function policyOf(t: TestContext, text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-policy-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'policy.yaml')
  const write = (changed: string): void => writeFileSync(file, changed)
  write(text)
  return { policy: new FilePolicy(file), file, write }
}

const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    open: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    pem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    own: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}

describe('a policy in a file', () => {
  test('without rules lets everything run', (t) => {
    const { policy } = policyOf(t, 'type: none')
    policy.init()
    assert.deepEqual(
      [policy.authorise(manifest()), policy.verify(manifest(), []), policy.authoriseTask('x')],
      [undefined, undefined, undefined],
    )
  })

  test('with a list lets the listed pods run', (t) => {
    const { policy, write } = policyOf(t, 'type: allow\npods: [web]\nusers: [ada]\ntasks: [lint]')
    assert.equal(policy.authorise(manifest({ run_as: 'ada' })), undefined)
    assert.equal(policy.authorise(manifest({ run_as: 'eve' })), 'no pod may run as eve')
    assert.equal(policy.authorise(manifest()), `no pod may run as ${userInfo().username}`)
    assert.equal(policy.authorise(manifest({ id: 'db' })), 'the pod db is not on the list of allowed pods')
    assert.equal(policy.authoriseTask('lint'), undefined)
    assert.equal(policy.authoriseTask('other'), 'the policy does not list other under tasks')
    write('type: allow')
    assert.equal(policy.authorise(manifest({ id: 'db', run_as: 'eve' })), undefined)
    assert.equal(policy.authoriseTask('lint'), 'the policy does not list lint under tasks')
  })

  test('with keys lets pods run that one of them has signed', (t) => {
    const [first, second, stranger] = [pair(), pair(), pair()]
    const { policy } = policyOf(t, `type: signature\nkeys: [${first.open}, ${JSON.stringify(second.pem)}]`)
    policy.init()
    const signed = (key: string) => manifest({ signature: signatureOf(manifest(), key) })
    assert.equal(policy.authorise(signed(first.own)), undefined)
    assert.equal(policy.authorise(signed(second.own)), undefined)
    assert.equal(policy.authorise(signed(stranger.own)), 'the manifest of web is not signed by a key of the policy')
    assert.equal(policy.authorise(manifest()), 'the manifest of web is not signed')
    const { signature = '' } = signed(first.own).body
    assert.match(policy.authorise(manifest({ id: 'other', signature })) ?? '', /of other is not signed by a key/)
    assert.equal(policy.authoriseTask('lint'), 'the policy requires signatures, but stage tasks have none')
  })

  test('with keys demands signed archives, too', (t) => {
    const [key, stranger] = [pair(), pair()]
    const { policy } = policyOf(t, `type: signature\nkeys: [${key.open}]`)
    policy.init()
    const digest = `sha256:${'a'.repeat(64)}`
    const archive = (more: { readonly [key: string]: Json } = {}) =>
      manifest({ launchables: { main: { type: 'hoist', location: '/a', ...more } } })
    const installed = (signature?: string) =>
      [{ name: 'main', digest, ...(signature !== undefined && { signature }) }] as never
    assert.equal(policy.verify(archive({ digest }), installed()), undefined)
    assert.equal(
      policy.verify(archive(), installed()),
      'the manifest contains neither the digest nor a signature of the archive of main',
    )
    assert.equal(policy.verify(archive(), installed(archiveSignatureOf(digest, key.own))), undefined)
    const refused = 'the archive of main is not signed by a key of the policy'
    assert.equal(policy.verify(archive(), installed(archiveSignatureOf(digest, stranger.own))), refused)
    assert.equal(policy.verify(archive({ digest }), installed(archiveSignatureOf('other', key.own))), refused)
    assert.equal(policy.verify(manifest(), installed()), undefined)
  })

  test('is read again when it has changed, and while it is invalid nothing more is authorised', (t) => {
    const { policy, file, write } = policyOf(t, 'type: none')
    const { version } = policy
    assert.equal(policy.version, version)
    for (const [text, why] of [
      ['type: [', /./],
      ['', /./],
      ['type: other', /type: /],
      ['type: none\nmore: 1', /more/],
      ['type: signature\nkeys: []', /keys: /],
      ['type: signature\nkeys: [nonsense]', /"nonsense" is not an Ed25519 public key/],
    ] as const) {
      write(text)
      assert.match(policy.authorise(manifest()) ?? '', /^the policy cannot be read: /)
      assert.match(policy.authorise(manifest()) ?? '', why)
      assert.match(policy.authoriseTask('lint') ?? '', /^the policy cannot be read: /)
      assert.notEqual(policy.version, version)
      assert.throws(() => policy.init(), {
        code: 'node/bad-policy',
        message: new RegExp(`^${file}: `),
        hint: /type: none/,
      })
    }
    rmSync(file)
    assert.match(policy.authorise(manifest()) ?? '', /^the policy cannot be read: /)
    assert.match(policy.version, /^broken /)
    write('type: none')
    assert.equal(policy.authorise(manifest()), undefined)
    assert.equal(policy.version, version)
  })
})

test('an archive must match the manifest', () => {
  const [wanted, other] = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`)
  const digests = (digest?: string) =>
    manifest({ launchables: { main: { type: 'hoist', location: '/a', ...(digest !== undefined && { digest }) } } })
  const found = [{ name: 'main', digest: wanted }] as never
  assert.equal(wrongDigest(digests(wanted), found), undefined)
  assert.equal(wrongDigest(digests(), found), undefined)
  assert.equal(wrongDigest(manifest(), found), undefined)
  assert.equal(wrongDigest(digests(other), found), `the archive of main has the digest ${wanted}, not ${other}`)
})

describe('a key', () => {
  test('is PEM, a file of it, or base64 of either form', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-key-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const { open, pem } = pair()
    writeFileSync(join(folder, 'key.pem'), pem)
    const raw = Buffer.from(open, 'base64').subarray(-32).toString('base64')
    for (const written of [open, pem, raw, join(folder, 'key.pem')])
      assert.ok(publicKeyOf(written).equals(publicKeyOf(open)))
  })

  test('of another kind, or none at all, is refused', () => {
    const { publicKey, privateKey } = generateKeyPairSync('x25519')
    const refusal = { code: 'node/bad-key', hint: /openssl genpkey -algorithm ed25519/ }
    for (const written of [
      '',
      'x'.repeat(100),
      '/no/such/file',
      publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    ])
      assert.throws(() => publicKeyOf(written), { ...refusal, message: /^"[^]{0,40}" is not an Ed25519 public key$/ })
    assert.throws(() => signatureOf(manifest(), 'no key'), {
      ...refusal,
      message: 'the file contains no private key in PEM format',
    })
    const other = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    assert.throws(() => signatureOf(manifest(), other), { ...refusal, message: 'the key is not an Ed25519 key' })
    assert.throws(() => archiveSignatureOf('d', other), refusal)
  })
})
