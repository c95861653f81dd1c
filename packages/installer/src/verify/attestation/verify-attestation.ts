import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '@slipway/model'
import { claimsOf, type Claims } from './claims.ts'
import { type Bundle, loadSigstore, type Sigstore, type TrustedRoot } from './sigstore.ts'
import { readTrustRoots } from './trust-root.ts'

const limits = {
  bundles: 64,
  /** The maximum length of one bundle in characters: provenance has about 10,000. */
  bundle: 4 * 1024 * 1024,
  /** The maximum bytes that are read into memory, for bundles that sign the file itself instead of a statement about it. */
  artifact: 256 * 1024 * 1024,
}

/** The accepted kinds of statements. Others (scans, lists of components) say nothing about where a file was made. */
const predicates = [/^https:\/\/slsa\.dev\/provenance\//, /^https:\/\/in-toto\.io\/attestation\/release\//]

export interface Attested {
  readonly shown: string
  /** Sigstore bundles, as JSON. */
  readonly bundles: readonly string[]
  /** The hash of the file, in hex. */
  readonly sha256: string
  readonly file: string | undefined
}

export interface AttestationCheck {
  /** The signer of each bundle that is valid for exactly these bytes. Whether a signer is permitted is checked elsewhere. */
  readonly signers: readonly Claims[]
  /** The reasons why the other bundles are not valid. */
  readonly refused: readonly string[]
}

/** Verifies Sigstore bundles, offline, with the stored trust root. @throws Failure `install/no-verifier`, `install/no-trust-root` */
export async function verifyAttestations(attested: Attested, home: string): Promise<AttestationCheck> {
  const sigstore = loadSigstore(home, attested.shown)
  const roots = readTrustRoots(home, sigstore)
  const signers: Claims[] = []
  const refused: string[] = []
  for (const text of attested.bundles.slice(0, limits.bundles)) {
    const found = await check(sigstore, roots, text, attested)
    if (typeof found === 'string') refused.push(found)
    else signers.push(found)
  }
  return { signers, refused }
}

/** Returns the identity that the bundle names, or the reason why it is not valid. */
async function check(
  sigstore: Sigstore,
  roots: readonly TrustedRoot[],
  text: string,
  { sha256, file }: Attested,
): Promise<Claims | string> {
  if (text.length > limits.bundle) return 'it is too large'
  try {
    const bundle = sigstore.bundleFromJSON(JSON.parse(text))
    const artifact = bundle.content.$case === 'messageSignature' ? await contentOf(file, sha256) : undefined
    const entity = sigstore.toSignedEntity(bundle, artifact)
    const claims = firstThatVerifies(sigstore, roots, entity)
    const elsewhere = artifact === undefined ? await notAbout(bundle, { sha256, file }) : undefined
    return elsewhere ?? claims
  } catch (error) {
    return messageOf(error)
  }
}

function firstThatVerifies(sigstore: Sigstore, roots: readonly TrustedRoot[], entity: object): Claims {
  let reason: unknown
  for (const root of roots) {
    // Some Sigstores keep no logs and stamp the time themselves, such as GitHub's own for private repositories; their roots have no logs.
    const thresholds = {
      tlogThreshold: Math.min(root.tlogs.length, 1),
      ctlogThreshold: Math.min(root.ctlogs.length, 1),
      timestampThreshold: 1,
    }
    try {
      const { identity } = new sigstore.Verifier(sigstore.toTrustMaterial(root), thresholds).verify(entity)
      if (identity !== undefined) return claimsOf(identity)
      reason = new Error('it names no signer: it was signed with a key')
    } catch (error) {
      reason = error
    }
  }
  throw reason
}

async function contentOf(file: string | undefined, sha256: string): Promise<Buffer> {
  if (file === undefined) throw new Error('it signs a file, and this is a folder')
  const { size } = await stat(file)
  if (size > limits.artifact) throw new Error(`it signs the file itself, which is larger than ${limits.artifact} bytes`)
  const content = await readFile(file)
  if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error('the file has changed meanwhile')
  return content
}

/** Returns the reason why a verified statement does not cover these bytes; `undefined`: it covers them. */
async function notAbout(
  { content }: Bundle,
  { sha256, file }: Pick<Attested, 'sha256' | 'file'>,
): Promise<string | undefined> {
  if (content.$case !== 'dsseEnvelope') return 'it is not a statement'
  const { payloadType, payload } = content.dsseEnvelope
  if (payloadType !== 'application/vnd.in-toto+json') return `it holds ${payloadType}, not a statement of in-toto`
  const { predicateType, subject } = JSON.parse(payload.toString('utf8')) as Record<string, unknown>
  if (!predicates.some((each) => each.test(String(predicateType))))
    return `it is about something else (${String(predicateType)})`
  const subjects: readonly unknown[] = Array.isArray(subject) ? subject : []
  const digests = subjects.map((each) => (each as { digest?: Partial<Record<string, unknown>> } | null)?.digest ?? {})
  // Statements about npm packages have only a sha512.
  const isLonger = file !== undefined && digests.some((digest) => 'sha512' in digest && !('sha256' in digest))
  const sha512 = isLonger ? await hashOf(file) : undefined
  const isAbout = digests.some((digest) =>
    'sha256' in digest ? digest['sha256'] === sha256 : digest['sha512'] === sha512 && isLonger,
  )
  return isAbout ? undefined : 'it is about other files'
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
