import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** A repository of The Update Framework with one target, `trusted_root.json`, on a server of this test. */
export interface TufRepository {
  readonly url: string
  /** The first root of the repository, which a user must get from another place. */
  readonly root: string
  /** Publishes another trust root; for `thief`, with the key of an attacker who controls the server. */
  readonly publish: (trustRoot: string, by?: 'thief') => void
}

export async function tufRepository(t: TestContext, trustRoot: string): Promise<TufRepository> {
  const [own, thief] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  const files = new Map<string, string>()
  const root = signed(rootOf(own.publicKey), own)
  let version = 0
  const publish: TufRepository['publish'] = (text, by) => {
    version++
    const keys = by === 'thief' ? thief : own
    const sha256 = createHash('sha256').update(text).digest('hex')
    const target = { length: Buffer.byteLength(text), hashes: { sha256 } }
    const targets = signed({ ...head('targets', version), targets: { 'trusted_root.json': target } }, keys)
    const snapshot = signed({ ...head('snapshot', version), meta: { 'targets.json': { version } } }, keys)
    const timestamp = signed({ ...head('timestamp', version), meta: { 'snapshot.json': { version } } }, keys)
    files.set('/timestamp.json', timestamp)
    files.set(`/${version}.snapshot.json`, snapshot)
    files.set(`/${version}.targets.json`, targets)
    files.set(`/targets/${sha256}.trusted_root.json`, text)
  }
  publish(trustRoot)
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, root, publish }
}

const head = (type: string, version: number): object => ({
  _type: type,
  spec_version: '1.0.31',
  version,
  expires: '2099-01-01T00:00:00Z',
})

function keyOf(publicKey: KeyObject): { readonly id: string; readonly key: object } {
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')
  const key = { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: raw } }
  return { id: createHash('sha256').update(canonical(key)).digest('hex'), key }
}

function rootOf(publicKey: KeyObject): object {
  const { id, key } = keyOf(publicKey)
  const role = { keyids: [id], threshold: 1 }
  const roles = { root: role, timestamp: role, snapshot: role, targets: role }
  return { ...head('root', 1), consistent_snapshot: true, keys: { [id]: key }, roles }
}

function signed(
  content: object,
  { publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
): string {
  const sig = sign(null, Buffer.from(canonical(content)), privateKey).toString('hex')
  return JSON.stringify({ signed: content, signatures: [{ keyid: keyOf(publicKey).id, sig }] })
}

/** Returns canonical JSON, for values without control characters and fractions. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`
}
