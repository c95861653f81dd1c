import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** A key and the certificate of its owner, as PEM. */
export interface Certificate {
  readonly key: string
  readonly certificate: string
}

/** Longer than any run, and harmless: nobody else ever gets the key. */
const validDays = 3650

/**
 * A new certificate that signs itself, for one launch: provider and host each trust exactly the other's. Node reads certificates, but makes
 * none.
 */
export function throwAwayCertificate(now = Date.now()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectId('1.2.840.10045.4.3.2'))
  const name = sequence(set(sequence(objectId('2.5.4.3'), value(0x0c, Buffer.from('localhost')))))
  const day = 24 * 3_600_000
  const serial = randomBytes(16)
  // Positive, and in the shortest form.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const body = sequence(
    value(0xa0, integer(2)),
    value(0x02, serial),
    algorithm,
    name,
    sequence(time(now - day), time(now + validDays * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    value(0xa3, sequence(...extensions())),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const certificate = sequence(body, algorithm, value(0x03, Buffer.from([0]), signature))
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate: pem(certificate) }
}

function extensions(): Buffer[] {
  const isTrue = value(0x01, Buffer.from([0xff]))
  return [
    // The certificate is an authority for itself.
    extension('2.5.29.19', sequence(isTrue), isTrue),
    // Allows signing, encrypting keys, agreeing on keys, and signing certificates.
    extension('2.5.29.15', value(0x03, Buffer.from([2, 0b1010_1100])), isTrue),
    // Allows servers and clients.
    extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.2'), objectId('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(value(0x82, Buffer.from('localhost')))),
  ]
}

function extension(id: string, content: Buffer, ...critical: Buffer[]): Buffer {
  return sequence(objectId(id), ...critical, value(0x04, content))
}

function pem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function sequence(...content: readonly Uint8Array[]): Buffer {
  return value(0x30, ...content)
}

function set(...content: readonly Uint8Array[]): Buffer {
  return value(0x31, ...content)
}

function integer(small: number): Buffer {
  return value(0x02, Buffer.from([small]))
}

/** A UTC time: with a two-digit year until 2049, and with four digits after that. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  return digits < '2050' ? value(0x17, Buffer.from(digits.slice(2))) : value(0x18, Buffer.from(digits))
}

function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return value(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]))
}

function base128(number: number): number[] {
  const bytes = [number & 0x7f]
  for (let left = number >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80)
  return bytes
}

/** A tag, followed by the length of the content and the content. */
function value(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const length =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
