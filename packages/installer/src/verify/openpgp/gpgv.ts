import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GoodSignature, SignatureCheck, Signed, SignatureVerifier } from './signature-check.ts'

/** The deadline in milliseconds; gpgv takes about 10. */
const deadline = 30_000

/**
 * Creates a verifier with `gpgv` of GnuPG. Its home and its keyring are made for this one call, so that neither keys nor settings of the user affect
 * it. gpgv uses no network and no agent.
 */
export function gpgv(env: Readonly<Record<string, string | undefined>>): SignatureVerifier {
  return async ({ text, signature, keys }: Signed) => {
    const home = await mkdtemp(join(tmpdir(), 'slipway-gpgv-'))
    try {
      await Promise.all([
        writeFile(join(home, 'keys.gpg'), Buffer.concat(keys)),
        writeFile(join(home, 'signature'), signature),
        writeFile(join(home, 'signed'), text),
      ])
      const status = await run(home, env['PATH'])
      return status === undefined ? undefined : checkOf(status)
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  }
}

/** Returns gpgv's machine-readable output; `undefined`: gpgv is not installed. */
async function run(home: string, path: string | undefined): Promise<string | undefined> {
  const args = ['--homedir', home, '--keyring', join(home, 'keys.gpg'), '--weak-digest', 'SHA1', '--status-fd', '1']
  const options = {
    cwd: home,
    env: { PATH: path ?? '', LC_ALL: 'C', GNUPGHOME: home },
    timeout: deadline,
    killSignal: 'SIGKILL',
    maxBuffer: 256 * 1024,
  } as const
  return new Promise((resolve) => {
    execFile('gpgv', [...args, 'signature', 'signed'], options, (error, stdout) => {
      resolve((error as NodeJS.ErrnoException | null)?.code === 'ENOENT' ? undefined : stdout)
    })
  })
}

const bad: Readonly<Record<string, string>> = {
  BADSIG: 'the signature is for other bytes',
  EXPSIG: 'the signature has expired',
  REVKEYSIG: 'the key has been revoked',
}

/**
 * Reads gpgv's machine-readable lines (`[GNUPG:] GOODSIG …`). A file may hold several signatures: one good signature is enough, but a single one
 * that does not match is refused.
 */
function checkOf(status: string): SignatureCheck {
  const lines = status.split('\n').flatMap((line) => (line.startsWith('[GNUPG:] ') ? [line.slice(9).split(' ')] : []))
  const failed = lines.find(([word = '']) => word in bad)
  if (failed !== undefined) return { outcome: 'bad', why: bad[failed[0] ?? ''] ?? '' }
  const by: GoodSignature[] = []
  let isExpired = false
  let unknown: SignatureCheck | undefined
  for (const [word, ...values] of lines) {
    if (word === 'GOODSIG') isExpired = false
    if (word === 'EXPKEYSIG') isExpired = true
    // The values are: <fingerprint> <date> <time> <expires> <version> <reserved> <algorithm> <hash> <class> <fingerprint of the primary key>
    const fingerprint = values[9]
    if (word === 'VALIDSIG' && fingerprint !== undefined && /^[0-9A-F]{40,64}$/.test(fingerprint))
      by.push({ fingerprint, isExpired })
    // The sixth value is the reason: 9 is a missing key.
    if (word === 'ERRSIG' && values[5] === '9') unknown = { outcome: 'unknown-key', keyId: values[0] ?? '' }
  }
  if (by.length > 0) return { outcome: 'good', by }
  return unknown ?? { outcome: 'bad', why: 'it is damaged, or made in a way that is no longer safe' }
}
