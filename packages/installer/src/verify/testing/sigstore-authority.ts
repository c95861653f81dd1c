import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { initializeCA, initializeCTLog, initializeTLog } from '@sigstore/mock'

/** A Sigstore of the test's own: its certificate authority, its logs, and its trust root. */
export interface SigstoreAuthority {
  /** The text of `trusted_root.json`. */
  readonly trustRoot: string
  /** Makes a Sigstore bundle, as JSON, for bytes with this sha256. */
  readonly attest: (digest: string | Digest, by?: Workflow, options?: AttestOptions) => Promise<string>
}

/** The run of a workflow that attests something. */
export interface Workflow {
  /** The owner and the name, such as `acme/signal`. */
  readonly repository: string
  readonly path?: string
  readonly ref?: string
  /** The reusable workflow of another repository, in the form of the subject: `https://github.com/…@…`. */
  readonly uses?: string
  readonly issuer?: string
}

/** Digests in hex, by algorithm. */
type Digest = Readonly<Record<string, string>>

interface AttestOptions {
  readonly predicateType?: string
  readonly payloadType?: string
  /** True: the signature is over other bytes than those of the statement. */
  readonly forged?: true
}

const url = 'https://rekor.example.com'

const pair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

export async function sigstoreAuthority(): Promise<SigstoreAuthority> {
  const [caKeys, ctKeys, logKeys] = [pair(), pair(), pair()]
  const ca = await initializeCA(caKeys, await initializeCTLog(ctKeys))
  const log = await initializeTLog(url, logKeys)
  const start = '2020-01-01T00:00:00.000Z'
  const logOf = ({ publicKey }: typeof caKeys): object => {
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const key = { rawBytes: spki.toString('base64'), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor: { start } }
    const keyId = createHash('sha256').update(spki).digest('base64')
    return { baseUrl: url, hashAlgorithm: 'SHA2_256', publicKey: key, logId: { keyId } }
  }
  const root = {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [logOf(logKeys)],
    ctlogs: [logOf(ctKeys)],
    certificateAuthorities: [
      {
        subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
        uri: 'https://fulcio.example.com',
        certChain: { certificates: [{ rawBytes: base64(ca.rootCertificate) }] },
        validFor: { start },
      },
    ],
    timestampAuthorities: [],
  }
  return {
    trustRoot: JSON.stringify(root),
    async attest(digest, by = { repository: 'acme/signal' }, options = {}) {
      const leaf = pair()
      const certificate = await ca.issueCertificate(
        requestFor(by, leaf.publicKey.export({ type: 'spki', format: 'der' })),
      )
      const { payloadType = 'application/vnd.in-toto+json' } = options
      const payload = Buffer.from(
        JSON.stringify(statement(typeof digest === 'string' ? { sha256: digest } : digest, options)),
      )
      const signature = sign('sha256', preAuthentication(payloadType, payload, options), leaf.privateKey)
      const pem = `-----BEGIN CERTIFICATE-----\n${base64(certificate).replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
      const entry = Object.values(await log.log(dsseEntry(payload, signature, pem)))[0]
      return JSON.stringify({
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: { certificate: { rawBytes: base64(certificate) }, tlogEntries: [tlogEntry(entry)] },
        dsseEnvelope: {
          payload: payload.toString('base64'),
          payloadType,
          signatures: [{ sig: signature.toString('base64') }],
        },
      })
    },
  }
}

const base64 = (bytes: ArrayBufferView): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** Makes a certificate request like that of sigstore.dev's Fulcio for GitHub workflows. */
function requestFor(
  { repository, path = '.github/workflows/release.yml', ref = 'refs/tags/v1.0.0', uses, issuer }: Workflow,
  publicKey: Buffer,
) {
  const workflow = `https://github.com/${repository}/${path}@${ref}`
  const said: Readonly<Record<number, string>> = {
    8: issuer ?? 'https://token.actions.githubusercontent.com',
    12: `https://github.com/${repository}`,
    14: ref,
    18: workflow,
  }
  const extensions = Object.entries(said).map(([number, value]) => ({ oid: `1.3.6.1.4.1.57264.1.${number}`, value }))
  return { publicKey: new Uint8Array(publicKey), subjectAltName: uses ?? workflow, extensions }
}

function statement(digest: Digest, { predicateType = 'https://slsa.dev/provenance/v1' }: AttestOptions): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'plugin.tar.gz', digest }],
    predicateType,
    predicate: {},
  }
}

function preAuthentication(type: string, payload: Buffer, { forged }: AttestOptions): Buffer {
  const head = `DSSEv1 ${type.length} ${type} ${payload.length} `
  return Buffer.concat([Buffer.from(head), payload, Buffer.from(forged ? 'and more' : '')])
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function dsseEntry(payload: Buffer, signature: Buffer, pem: string): object {
  return {
    apiVersion: '0.0.1',
    kind: 'dsse',
    spec: {
      envelopeHash: { algorithm: 'sha256', value: sha256Of(payload) },
      payloadHash: { algorithm: 'sha256', value: sha256Of(payload) },
      signatures: [{ signature: signature.toString('base64'), verifier: Buffer.from(pem).toString('base64') }],
    },
  }
}

/** Returns Rekor's answer in the form that a bundle holds. */
function tlogEntry(entry: unknown): object {
  const { body, integratedTime, logID, logIndex, verification } = entry as LogEntry
  const { inclusionProof, signedEntryTimestamp } = verification
  return {
    logIndex: String(logIndex),
    logId: { keyId: Buffer.from(logID, 'hex').toString('base64') },
    kindVersion: { kind: 'dsse', version: '0.0.1' },
    integratedTime: String(integratedTime),
    inclusionPromise: { signedEntryTimestamp },
    inclusionProof: {
      logIndex: String(inclusionProof.logIndex),
      rootHash: Buffer.from(inclusionProof.rootHash, 'hex').toString('base64'),
      treeSize: String(inclusionProof.treeSize),
      hashes: [],
      checkpoint: { envelope: inclusionProof.checkpoint },
    },
    canonicalizedBody: body,
  }
}

interface LogEntry {
  readonly body: string
  readonly integratedTime: number
  readonly logID: string
  readonly logIndex: number
  readonly verification: {
    readonly signedEntryTimestamp: string
    readonly inclusionProof: {
      readonly logIndex: number
      readonly rootHash: string
      readonly treeSize: number
      readonly checkpoint: string
    }
  }
}
