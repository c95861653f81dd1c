import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** Keys that gpg makes, in a home of their own that is removed after the test. */
export interface GpgKeys {
  /**
   * Makes a key.
   * @returns its fingerprint
   */
  make(name: string, options?: KeyOptions): string
  /** Armored. */
  publicKey(fingerprint: string): string
  /** Armored. */
  privateKey(fingerprint: string): string
  sign(text: string, fingerprint: string, options?: SignOptions): Uint8Array
  /** Returns the armored key, with its revocation. */
  revoked(fingerprint: string): string
}

/** A value for `skip`: tests that need keys do not run without gpg, except in CI. */
export const gpgMissing =
  !process.env['CI'] && spawnSync('gpg', ['--version']).status !== 0 && 'needs gpg (apt-get install gnupg)'

interface KeyOptions {
  /** The lifetime of the key: `1d`, or `0` for a key that never expires. */
  readonly expires?: string
  /** The creation time: `20200101T000000`. */
  readonly at?: string
}

interface SignOptions {
  readonly at?: string
  readonly armored?: boolean
  readonly hash?: string
}

export function gpgKeys(t: TestContext, passphrase = ''): GpgKeys {
  const home = mkdtempSync(join(tmpdir(), 'slipway-gpg-'))
  t.after(() => {
    execFileSync('gpgconf', ['--homedir', home, '--kill', 'all'], { stdio: 'ignore' })
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  })
  const gpg = (args: readonly string[], at?: string): Buffer => {
    const fixed = ['--homedir', home, '--batch', '--yes', '--pinentry-mode', 'loopback', '--passphrase', passphrase]
    const clock = at === undefined ? [] : ['--faked-system-time', `${at}!`]
    return execFileSync('gpg', [...fixed, ...clock, ...args], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 180_000 })
  }
  const publicKey = (fingerprint: string): string => gpg(['--armor', '--export', fingerprint]).toString()
  return {
    publicKey,
    privateKey: (fingerprint) => gpg(['--armor', '--export-secret-keys', fingerprint]).toString(),
    make(name, { expires = '0', at } = {}) {
      gpg(['--quick-gen-key', name, 'ed25519', 'sign', expires], at)
      const listed = gpg(['--with-colons', '--list-keys', `=${name}`], at).toString()
      return /^fpr:{9}([0-9A-F]{40}):/m.exec(listed)?.[1] ?? ''
    },
    sign(text, fingerprint, { at, armored = false, hash = 'SHA256' } = {}) {
      const file = join(home, 'text')
      writeFileSync(file, text)
      const form = armored ? ['--armor'] : []
      gpg(
        ['--local-user', fingerprint, ...form, '--digest-algo', hash, '--output', `${file}.sig`, '--detach-sign', file],
        at,
      )
      return readFileSync(`${file}.sig`)
    },
    revoked(fingerprint) {
      const made = readFileSync(join(home, 'openpgp-revocs.d', `${fingerprint}.rev`), 'utf8')
      // gpg puts a colon before the revocation, to prevent an import by mistake.
      writeFileSync(join(home, 'revocation'), made.replace(':-----BEGIN', '-----BEGIN'))
      gpg(['--import', join(home, 'revocation')])
      return publicKey(fingerprint)
    },
  }
}
