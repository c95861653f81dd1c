import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test, type TestContext } from 'node:test'
import type { Failure } from '@slipway/model'
import type { Descriptor } from '../../descriptor/descriptor.ts'
import type { Evidence } from '../../sources/source.ts'
import { knownKeys } from '../known-keys.ts'
import { sigstoreAuthority, type SigstoreAuthority, type Workflow } from '../testing/sigstore-authority.ts'
import { tufRepository } from '../testing/tuf-repository.ts'
import { verifying, type Verifying, type VerifyOptions } from '../testing/verifying.ts'
import { keepTrustRoot, refreshTrustRoot } from './trust-root.ts'

const fails =
  (code: string, message = /./) =>
  (thrown: Failure) => {
    assert.equal(thrown.code, code, thrown.message)
    assert.match([thrown.message, ...thrown.details].join('\n'), message)
    return true
  }

let sigstore: SigstoreAuthority
before(async () => {
  sigstore = await sigstoreAuthority()
})

/** Sets up a user who keeps the trust root of the test's own Sigstore. */
function user(t: TestContext, content?: string): Verifying {
  const verified = verifying(t, content)
  trust(verified.home, sigstore.trustRoot)
  return verified
}

function trust(home: string, trustRoot: string): void {
  mkdirSync(join(home, 'config'), { recursive: true })
  writeFileSync(join(home, 'config/trust-root.jsonl'), trustRoot)
}

const evidence = (...bundles: readonly string[]): Evidence => ({ bundles: async () => bundles })

const rule = (...signers: readonly string[]): VerifyOptions => ({
  parts: { signers: [{ plugins: 'terraform:hashicorp/*', signers }] },
})

const acme = 'sigstore:https://token.actions.githubusercontent.com https://github.com/acme/signal'

const notAsked = (): Promise<readonly string[]> => assert.fail('nobody has asked for attestations')

const release = (repository: string): Descriptor => ({ form: { form: 'release', forge: 'github', repository } })

const kept = (home: string): string => readFileSync(join(home, 'config/trust-root.jsonl'), 'utf8')

describe('an attestation', () => {
  test('by an allowed signer gives the level "attestation"', async (t) => {
    const { verify, sha256 } = user(t)
    const bundle = await sigstore.attest(sha256)
    assert.deepEqual(await verify(evidence(bundle), rule('github:acme/signal')), { level: 'attestation', signer: acme })
  })

  test('is fetched only on demand', async (t) => {
    const { verify } = verifying(t)
    assert.deepEqual(await verify({ bundles: notAsked }), { level: 'none' })
  })

  test('is verified once for each content, and not with a signer that has no right to sign', async (t) => {
    const { verify, sha256 } = user(t)
    await verify(evidence(await sigstore.attest(sha256)), rule('github:acme/*'))
    assert.equal((await verify(undefined, rule('github:acme/signal'))).level, 'attestation')
    await assert.rejects(verify(undefined, rule('github:other/*')), fails('install/unsigned'))
  })

  for (const [what, allowed, by] of [
    ['another repository', 'github:acme/other', {}],
    ['a repository of another owner', 'github:acm/*', {}],
    ['another workflow of the repository', 'github:acme/signal/.github/workflows/publish.yml', {}],
    ['a branch, where only tags may', 'github:acme/signal@refs/tags/*', { ref: 'refs/heads/main' }],
    ['an issuer that is not GitHub', 'github:acme/signal', { issuer: 'https://issuer.example.com' }],
    // Anybody can run a public workflow on other sources.
    [
      'a stranger who uses the workflow of the repository',
      'github:acme/signal',
      { repository: 'mallory/x', uses: 'https://github.com/acme/signal/.github/workflows/release.yml@refs/tags/v1' },
    ],
  ] as readonly (readonly [string, string, Partial<Workflow>])[]) {
    test(`by ${what} is refused`, async (t) => {
      const { verify, sha256 } = user(t)
      const bundle = await sigstore.attest(sha256, { repository: 'acme/signal', ...by })
      await assert.rejects(verify(evidence(bundle), rule(allowed)), fails('install/other-key'))
    })
  }

  test('counts for the repository that started the workflow, with any shared workflow', async (t) => {
    const { verify, sha256 } = user(t)
    const uses = 'https://github.com/slsa/builder/.github/workflows/build.yml@refs/tags/v2'
    const bundle = await sigstore.attest(sha256, { repository: 'Acme/Signal', uses })
    const wanted = rule('github:acme/signal/.github/workflows/release.yml@refs/tags/*')
    assert.equal((await verify(evidence(bundle), wanted)).level, 'attestation')
    const fresh = user(t)
    const bySubject = rule('sigstore:https://token.actions.githubusercontent.com https://github.com/slsa/*')
    assert.equal((await fresh.verify(evidence(bundle), bySubject)).level, 'attestation')
  })

  for (const [what, make, message] of [
    ['of other bytes', async (sha256: string) => sigstore.attest(sha256.replace(/./g, '0')), /about other files/],
    [
      'that was altered',
      async (sha256: string) => sigstore.attest(sha256, undefined, { forged: true }),
      /signature verification failed/,
    ],
    [
      'that says something else than where the bytes are from',
      async (sha256: string) => sigstore.attest(sha256, undefined, { predicateType: 'https://spdx.dev/Document' }),
      /about something else \(https:\/\/spdx\.dev\/Document\)/,
    ],
    [
      'that is not a statement',
      async (sha256: string) => sigstore.attest(sha256, undefined, { payloadType: 'text/plain' }),
      /text\/plain/,
    ],
    ['of another Sigstore', async (sha256: string) => (await sigstoreAuthority()).attest(sha256), /./],
    ['that is no bundle', async () => '{"mediaType":"x"}', /./],
    ['that is not even JSON', async () => '<html>', /./],
    ['that is too large', async () => ' '.repeat(5 * 1024 * 1024), /too large/],
  ] as const) {
    test(`${what} is refused`, async (t) => {
      const { verify, sha256 } = user(t)
      const bundle = await make(sha256)
      await assert.rejects(
        verify(evidence(bundle), rule('github:acme/signal')),
        fails('install/bad-signature', message),
      )
    })
  }

  test('that is good is found among bad ones', async (t) => {
    const { verify, sha256 } = user(t)
    const bundles = [
      await sigstore.attest('0'.repeat(64)),
      await sigstore.attest(sha256, { repository: 'mallory/x' }),
      await sigstore.attest(sha256),
    ]
    assert.equal((await verify(evidence(...bundles), rule('github:acme/signal'))).signer, acme)
  })

  test('that is missing is reported as missing', async (t) => {
    const { verify } = user(t)
    await assert.rejects(
      verify(undefined, rule('github:acme/signal')),
      fails('install/unsigned', /github:acme\/signal/),
    )
    await assert.rejects(verify(undefined, { parts: { minimum: 'attestation' } }), fails('install/level'))
  })

  test('proves nothing without a named signer, except for a release of that very repository', async (t) => {
    const { verify, sha256 } = user(t)
    const bundle = await sigstore.attest(sha256)
    const parts = { minimum: 'attestation' } as const
    await assert.rejects(verify(evidence(bundle), { parts }), fails('install/other-key', /no signer is known/))
    const own = await verify(evidence(bundle), {
      parts,
      offer: { descriptor: release('acme/signal'), origin: 'github.com/acme/signal' },
    })
    assert.equal(own.level, 'attestation')
    const of = { descriptor: release('acme/fork'), origin: 'github.com/acme/fork' }
    await assert.rejects(verify(evidence(bundle), { parts, offer: of }), fails('install/other-key'))
  })

  test('that a lock file names is expected by a colleague without any rule, from the same repository alone', async (t) => {
    const { verify, sha256 } = user(t)
    const locked = { locked: true, signer: acme }
    await assert.rejects(verify(undefined, locked), fails('install/unsigned'))
    const byOther = evidence(await sigstore.attest(sha256, { repository: 'mallory/x' }))
    await assert.rejects(verify(byOther, locked), fails('install/other-key'))
    assert.equal((await verify(evidence(await sigstore.attest(sha256)), locked)).level, 'attestation')
  })

  test('by a repository that a user trusts by hand counts', async (t) => {
    const { verify, sha256, home } = user(t)
    const plugin = { origin: 'registry.example.com', descriptor: 'terraform:hashicorp/time' }
    knownKeys(home).trust(plugin, acme, new Date())
    assert.equal((await verify(evidence(await sigstore.attest(sha256)))).level, 'attestation')
  })

  test('cannot be verified without a trust root, and is then refused', async (t) => {
    const { verify, sha256, home } = verifying(t)
    const bundle = evidence(await sigstore.attest(sha256))
    await assert.rejects(verify(bundle, rule('github:acme/signal')), fails('install/no-trust-root'))
    trust(home, '{}')
    await assert.rejects(verify(bundle, rule('github:acme/signal')), fails('install/bad-trust-root'))
    // The file has one root per line, as `gh attestation trusted-root` prints them.
    trust(home, `${(await sigstoreAuthority()).trustRoot}\n${sigstore.trustRoot}\n`)
    assert.equal((await verify(bundle, rule('github:acme/signal'))).level, 'attestation')
  })
})

describe('the trust root', () => {
  test('is read from a file, if there is one', async (t) => {
    const { home } = verifying(t)
    const file = join(home, 'trusted_root.json')
    assert.throws(() => keepTrustRoot(home, file), fails('install/bad-trust-root', /there is no file/))
    writeFileSync(file, '{"certificateAuthorities": []}')
    assert.throws(() => keepTrustRoot(home, file), fails('install/bad-trust-root'))
    writeFileSync(file, sigstore.trustRoot)
    keepTrustRoot(home, file)
    assert.equal(kept(home), sigstore.trustRoot)
  })

  test('is refreshed by The Update Framework, and stays unchanged when the new one has a wrong signature', async (t) => {
    const { home } = verifying(t)
    const repository = await tufRepository(t, sigstore.trustRoot)
    const root = join(home, 'root.json')
    writeFileSync(root, repository.root)
    const options = { mirror: repository.url, root }
    await refreshTrustRoot(home, options)
    assert.equal(kept(home), sigstore.trustRoot)
    const next = (await sigstoreAuthority()).trustRoot
    repository.publish(next, 'thief')
    await assert.rejects(refreshTrustRoot(home, options), fails('install/bad-trust-root', /127\.0\.0\.1/))
    assert.equal(kept(home), sigstore.trustRoot)
    repository.publish(next)
    await refreshTrustRoot(home, options)
    assert.equal(kept(home), next)
  })
})
