import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '@slipway/model'
import { installCommand, loadOptional } from '../optional-package.ts'
import { loadSigstore, type Sigstore, type TrustedRoot } from './sigstore.ts'

/** The maximum size of a trust root in bytes: Sigstore's own has 7 KB. */
const limit = 4 * 1024 * 1024

/** Returns the file with the certificates and logs of Sigstore that this user trusts. It is on disk, so that an install needs no network for it. */
function trustRootFile(home: string): string {
  return join(home, 'config', 'trust-root.jsonl')
}

/**
 * Reads a file with one root per line, or a single root in any layout; also the output of `gh attestation trusted-root`.
 * @throws Failure `install/no-trust-root`
 */
export function readTrustRoots(home: string, sigstore: Sigstore): readonly TrustedRoot[] {
  const file = trustRootFile(home)
  if (existsSync(file)) return parseTrustRoots(readFileSync(file, 'utf8'), file, sigstore)
  throw new Failure(
    'install/no-trust-root',
    'attestations cannot be verified, because no trust root of Sigstore is kept on this machine',
    {
      hint: 'slipway plugin trust-root --refresh fetches the one of sigstore.dev; slipway plugin trust-root FILE takes yours',
    },
  )
}

const fetchHint = 'slipway plugin trust-root --refresh fetches the one of sigstore.dev'

function parseTrustRoots(text: string, file: string, { TrustedRoot }: Sigstore): readonly TrustedRoot[] {
  try {
    const roots = documentsIn(text).map((each) => TrustedRoot.fromJSON(each))
    if (roots.length > 0 && roots.every(({ certificateAuthorities }) => certificateAuthorities.length > 0)) return roots
  } catch {
    // Said below.
  }
  throw new Failure('install/bad-trust-root', `${file} is not a trust root of Sigstore (trusted_root.json)`, {
    hint: fetchHint,
  })
}

function documentsIn(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return lines.map((line): unknown => JSON.parse(line))
  }
}

/** Takes a trust root from a file of the user, either for the user's own Sigstore or for a machine without network. */
export function keepTrustRoot(home: string, file: string): void {
  if (!existsSync(file)) throw new Failure('install/bad-trust-root', `there is no file ${file}`, { hint: fetchHint })
  if (statSync(file).size > limit) throw new Failure('install/bad-trust-root', `${file} is larger than ${limit} bytes`)
  const text = readFileSync(file, 'utf8')
  parseTrustRoots(text, file, loadSigstore(home, 'the trust root'))
  keep(home, text)
}

interface RefreshOptions {
  /** A repository of The Update Framework other than Sigstore's own. */
  readonly mirror?: string
  /** The first `root.json` of the mirror, which names the trusted signers for the later roots. */
  readonly root?: string
}

/**
 * Fetches the trust root by The Update Framework. Its chain of signatures starts with the root that the package `@sigstore/tuf` contains, or with
 * the root that the user gives.
 */
export async function refreshTrustRoot(home: string, { mirror, root }: RefreshOptions = {}): Promise<void> {
  const sigstore = loadSigstore(home, 'the trust root')
  const tuf = loadOptional(home, '@sigstore/tuf') as Tuf | undefined
  if (tuf === undefined)
    throw new Failure('install/no-verifier', 'the package that fetches trust roots is not installed', {
      hint: `run ${installCommand(home, ['@sigstore/tuf'])}`,
    })
  const cachePath = join(home, 'config', 'tuf')
  mkdirSync(cachePath, { recursive: true, mode: 0o700 })
  const options = {
    cachePath,
    retry: 2,
    timeout: 20_000,
    ...(mirror && { mirrorURL: mirror }),
    ...(root && { rootPath: root }),
  }
  const text = await fetched(tuf, options, mirror)
  parseTrustRoots(text, mirror ?? 'the answer of sigstore.dev', sigstore)
  keep(home, text)
}

/** The part of `@sigstore/tuf` that we use. */
interface Tuf {
  initTUF(options: object): Promise<{ getTarget(name: string): Promise<string> }>
}

async function fetched(tuf: Tuf, options: object, mirror = 'https://tuf-repo-cdn.sigstore.dev'): Promise<string> {
  try {
    const client = await tuf.initTUF(options)
    return await client.getTarget('trusted_root.json')
  } catch (error) {
    throw new Failure('install/bad-trust-root', `no trust root could be fetched from ${mirror}: ${reasonOf(error)}`, {
      hint: 'the former trust root stays in use; slipway plugin trust-root FILE takes a file instead',
      cause: error,
    })
  }
}

/** Returns the reason with its cause: the package's own message only says that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

function keep(home: string, text: string): void {
  const file = trustRootFile(home)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

export interface TrustRootState {
  readonly file: string
  /** The time when the trust root was stored; absent: there is no trust root. */
  readonly since?: Date
}

export function keptTrustRoot(home: string): TrustRootState {
  const file = trustRootFile(home)
  return existsSync(file) ? { file, since: statSync(file).mtime } : { file }
}
