import { createHash } from 'node:crypto'
import * as openpgp from 'openpgp'

export interface TwinKey {
  readonly fingerprint: string
  /** Armored. */
  readonly publicKey: string
  sign(text: string): Promise<Uint8Array>
}

/**
 * Makes two keys with the same 32-bit id, as an attacker would: the id depends on the creation time of a key, and there are few ids. A hundred
 * thousand times for each key are enough.
 */
export async function twinKeys(): Promise<readonly [TwinKey, TwinKey]> {
  const [one, other] = await Promise.all([newKey('Acme <acme@example.com>'), newKey('Acme <acme@example.com>')])
  const times = new Map<string, number>()
  const start = Math.floor(Date.now() / 1000) - 400_000
  for (let time = start; time < start + 200_000; time++) times.set(shortId(one, time), time)
  for (let time = start; time < start + 400_000; time++) {
    const twin = times.get(shortId(other, time))
    if (twin !== undefined) return [await madeAt(one, twin), await madeAt(other, time)]
  }
  return twinKeys()
}

async function newKey(user: string): Promise<openpgp.PrivateKey> {
  const { privateKey } = await openpgp.generateKey({
    type: 'ecc',
    curve: 'ed25519Legacy',
    userIDs: [{ name: user }],
    format: 'object',
  })
  return privateKey
}

function body(key: openpgp.PrivateKey): Buffer {
  return Buffer.from(key.toPublic().keyPacket.write())
}

const bodies = new WeakMap<openpgp.PrivateKey, Buffer>()

function shortId(key: openpgp.PrivateKey, time: number): string {
  const bytes = bodies.get(key) ?? body(key)
  bodies.set(key, bytes)
  // A version 4 key starts with the version, then the creation time.
  bytes.writeUInt32BE(time, 1)
  const head = Buffer.from([0x99, bytes.length >> 8, bytes.length & 0xff])
  return createHash('sha1').update(head).update(bytes).digest('hex').slice(-8)
}

async function madeAt(key: openpgp.PrivateKey, time: number): Promise<TwinKey> {
  const packet = key.keyPacket as unknown as { created: Date; computeFingerprintAndKeyID(): Promise<void> }
  packet.created = new Date(time * 1000)
  await packet.computeFingerprintAndKeyID()
  const { privateKey } = await openpgp.reformatKey({
    privateKey: key,
    userIDs: [{ name: 'Acme', email: 'acme@example.com' }],
    date: packet.created,
    format: 'object',
  })
  return {
    fingerprint: privateKey.getFingerprint().toUpperCase(),
    publicKey: privateKey.toPublic().armor(),
    async sign(text) {
      const message = await openpgp.createMessage({ text })
      return openpgp.sign({ message, signingKeys: privateKey, detached: true, format: 'binary' })
    },
  }
}
