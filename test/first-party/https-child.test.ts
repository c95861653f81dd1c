/** A child from a server: the real command, a real server that speaks TLS, and a certificate authority of the test. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { describe, test } from '../cases.ts'

const workspace = join(import.meta.dirname, '../..')
const skip =
  spawnSync('openssl', ['version']).status === 0
    ? false
    : 'needs openssl, which makes certificates: apt-get install openssl'

const texts: Readonly<Record<string, string>> = {
  '/net/vpc.yaml': `
version: 2025-11-02
variables: { name: { type: string } }
include: { sub: { path: sub.yaml } }
resources: { vpc: { type: null/resource, spec: { value: "\${variables.name} \${children.sub.range}" } } }
exports: { value: { type: string, field: resources.vpc.spec.value } }
`,
  '/net/sub.yaml': `
version: 2025-11-02
resources: { range: { type: null/resource, spec: { value: ten } } }
exports: { range: { type: string, field: resources.range.spec.value } }
`,
}

describe('a child from an https server', { skip }, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-https-')))
  const asked: string[] = []
  let server: Server
  let host = ''

  before(async () => {
    makeCertificate(folder)
    const [key, cert] = ['server.key', 'server.pem'].map((name) => readFileSync(join(folder, name)))
    server = createServer({ key, cert }, ({ url = '' }, response) => {
      asked.push(url)
      const text = texts[url]
      response.writeHead(text === undefined ? 404 : 200).end(text)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    host = `localhost:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is deployed with the files next to it', async () => {
    writeBlueprint('net/vpc.yaml')
    assert.match(await slipway(['up', '--yes']), /net\/sub\/range created[^]*net\/vpc created/)
    assert.deepEqual(asked, ['/net/vpc.yaml', '/net/sub.yaml'])
    assert.match(await slipway(['exports']), /value +main ten/)
    assert.match(await slipway(['destroy', '--yes']), /2 destroyed/)
  })

  test('is refused if its server is not trusted or has no such file', async () => {
    writeBlueprint('net/vpc.yaml')
    assert.match(await slipway(['plan'], { isTrusted: false }), /vpc\.yaml cannot be read: .*certificate/)
    writeBlueprint('net/other.yaml')
    assert.match(await slipway(['plan']), /other\.yaml answers 404/)
  })

  test('causes a warning without a hash, and is refused with a wrong one', async () => {
    const hash = createHash('sha256')
      .update(texts['/net/sub.yaml'] ?? '')
      .digest('hex')
    writeBlueprint('net/sub.yaml')
    assert.match(await slipway(['plan']), new RegExp(`warning: .*sub\\.yaml.*cli/child-unpinned[^]*sha256: ${hash}`))
    writeBlueprint('net/sub.yaml', `, sha256: ${hash}`)
    assert.doesNotMatch(await slipway(['plan']), /warning|child-/)
    writeBlueprint('net/sub.yaml', `, sha256: ${'0'.repeat(64)}`)
    const refused = await slipway(['plan'])
    assert.match(refused, new RegExp(`error: .*its SHA-256 is ${hash} +\\[cli/child-changed\\]`))
    assert.doesNotMatch(refused, /to create/)
  })

  function writeBlueprint(path: string, more = ''): void {
    const metadata = `metadata: { sourceType: https, host: "${host}"${more} }`
    const include = `include:\n  net: { path: ${path}, variables: { ${path.endsWith('vpc.yaml') ? 'name: main' : ''} }, ${metadata} }\n`
    const exported = path.endsWith('sub.yaml')
      ? ''
      : 'exports: { value: { type: string, field: children.net.value } }\n'
    writeFileSync(join(folder, 'app.blueprint.yaml'), `version: 2025-11-02\n${include}${exported}`)
  }

  /** Returns all output of a command, on both streams. */
  async function slipway(args: readonly string[], { isTrusted = true } = {}): Promise<string> {
    const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env
    const trust = isTrusted ? { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } : {}
    const env = { ...inherited, ...trust, XDG_CONFIG_HOME: folder, NO_COLOR: '1' }
    const child = spawn(join(workspace, 'packages/slipway/bin/slipway'), args, { cwd: folder, env })
    const closed = once(child, 'close')
    const [out, err] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()])
    await closed
    return Buffer.concat([...(err as Buffer[]), ...(out as Buffer[])]).toString()
  }
})

/** Makes an authority, `ca.pem`, and its certificate for localhost, `server.pem`. */
function makeCertificate(folder: string): void {
  const openssl = (...args: readonly string[]): unknown => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test authority', '-days', '2')
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
  writeFileSync(join(folder, 'names'), 'subjectAltName = DNS:localhost\n')
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', '2']
  openssl('x509', '-req', '-in', 'server.csr', ...by, '-out', 'server.pem')
}
