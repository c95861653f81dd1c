import { execFile } from 'node:child_process'
import { statSync, type Stats } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, Failure, messageOf } from '@slipway/model'
import { gpgSigner } from '../verify/signers.ts'

export interface Signing {
  /** The absolute path of an armored private key, or the fingerprint of a key in gpg's keyring. */
  readonly key: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Signed {
  /** The text `gpg:` with the fingerprint of the primary key. */
  readonly signer: string
  /** The detached signature in binary form. */
  readonly signature: Buffer
  /** Armored. */
  readonly publicKey: string
}

/** The variable with the passphrase of the key, for machines without a user at the keyboard. */
const passphraseVariable = 'SLIPWAY_SIGNING_PASSPHRASE'
/** The deadline in milliseconds. gpg takes about 100, but also waits for a passphrase that a user types. */
const deadline = 120_000

/**
 * Signs a list of checksums with gpg. A key from a file lives in a temporary home of gpg, which is removed afterwards.
 *
 * @throws Failure `publish/key-readable`, `publish/cannot-sign`
 */
export async function signSums(text: string, { key, env }: Signing): Promise<Signed> {
  const fingerprint = gpgSigner(key)?.slice('gpg:'.length)
  const home = await mkdtemp(join(tmpdir(), 'slipway-sign-'))
  const own = fingerprint === undefined ? ['--homedir', home] : []
  const gpg = gpgOf(key, env, own)
  try {
    if (fingerprint === undefined) refuseReadable(key)
    else refuseReadable(gpgHome(env))
    if (fingerprint === undefined) await gpg(['--import', key])
    const primary = await primaryOf(gpg, key, fingerprint)
    const sums = join(home, 'SHA256SUMS')
    await writeFile(sums, text)
    const by = ['--local-user', primary, '--digest-algo', 'SHA256']
    const signature = await gpg([...by, '--output', '-', '--detach-sign', sums])
    const publicKey = (await gpg(['--armor', '--export', primary])).toString('utf8')
    return { signer: `gpg:${primary}`, signature, publicKey }
  } finally {
    if (fingerprint === undefined) await endAgent(home, env)
    await rm(home, { recursive: true, force: true })
  }
}

type Gpg = (args: readonly string[]) => Promise<Buffer>

function gpgOf(key: string, env: Signing['env'], own: readonly string[]): Gpg {
  const passphrase = env[passphraseVariable]
  const typed = passphrase === undefined ? [] : ['--pinentry-mode', 'loopback', '--passphrase-fd', '0']
  const { [passphraseVariable]: _, ...others } = env
  const fixed = [...own, '--batch', '--yes', '--no-tty', ...typed]
  return (args) =>
    new Promise((resolve, reject) => {
      const options = { env: others, timeout: deadline, encoding: 'buffer', maxBuffer: 4 * 1024 * 1024 } as const
      const child = execFile('gpg', [...fixed, ...args], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout)
        else reject(cannotSign(key, codeOf(error) === 'ENOENT', stderr.toString('utf8')))
      })
      child.stdin?.on('error', () => {})
      child.stdin?.end(passphrase === undefined ? '' : `${passphrase}\n`)
    })
}

function cannotSign(key: string, isMissing: boolean, said: string): Failure {
  if (isMissing)
    return new Failure('publish/cannot-sign', 'signing needs gpg, which is not installed', {
      hint: 'install gpg (apt-get install gnupg; brew install gnupg), or publish without a signature',
    })
  const details = said.split('\n').filter((line) => line.trim() !== '')
  return new Failure('publish/cannot-sign', `gpg cannot sign with ${key}`, {
    details: details.slice(-5),
    hint: `check the key; its passphrase can be in ${passphraseVariable}`,
  })
}

/** Returns the fingerprint of the only private key. */
async function primaryOf(gpg: Gpg, key: string, fingerprint: string | undefined): Promise<string> {
  const listed = await gpg(['--with-colons', '--list-secret-keys', ...(fingerprint === undefined ? [] : [fingerprint])])
  const found = Array.from(listed.toString('utf8').matchAll(/^sec:.*\n(?:(?!fpr).*\n)*fpr:+([0-9A-F]{40,64}):/gm))
  const [first, second] = found.map(([, each = '']) => each)
  if (first !== undefined && second === undefined) return first
  throw new Failure('publish/cannot-sign', `${key} holds ${found.length} private keys, but only one can sign`, {
    hint: 'give a file with exactly one private key: gpg --armor --export-secret-keys FINGERPRINT',
  })
}

function gpgHome(env: Signing['env']): string {
  return env['GNUPGHOME'] ?? join(env['HOME'] ?? '', '.gnupg')
}

/**
 * Refuses a key file that other users can read, because they could sign with it.
 *
 * @throws Failure `publish/key-readable`, `publish/cannot-sign`
 */
function refuseReadable(path: string): void {
  const { mode, uid } = statsOf(path)
  const user = process.getuid?.()
  const isOthers = user !== undefined && uid !== user && user !== 0
  if ((mode & 0o077) === 0 && !isOthers) return
  const whose = isOthers ? 'belongs to another user' : `can be read by others (mode ${(mode & 0o777).toString(8)})`
  throw new Failure('publish/key-readable', `the private key ${path} ${whose}, so others could also sign with it`, {
    hint: `nothing was signed: chmod go= ${path}, and think about a new key if others have been on this machine`,
  })
}

function statsOf(path: string): Stats {
  try {
    return statSync(path)
  } catch (error) {
    throw new Failure('publish/cannot-sign', `the private key ${path} cannot be read: ${messageOf(error)}`, {
      hint: 'give the file of a private key, or the whole fingerprint of a key that gpg has',
    })
  }
}

/** Ends the agent that gpg leaves behind, because it holds the key. */
async function endAgent(home: string, env: Signing['env']): Promise<void> {
  await new Promise<void>((resolve) => {
    execFile('gpgconf', ['--homedir', home, '--kill', 'all'], { env: { ...env }, timeout: deadline }, () => resolve())
  })
}
