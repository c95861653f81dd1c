import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { makeCertificates } from '../testing/servers/certificates.ts'
import { FileServer } from '../testing/servers/file-server.ts'
import { ProxyServer } from '../testing/servers/proxy-server.ts'

// The test runs in its own process, since Node reads these switches when it starts. Only the proxy knows the host.
const host = 'registry.example'
const folder = mkdtempSync(join(tmpdir(), 'slipway-company-'))
const { authority, tls } = makeCertificates(folder, host)
const server = await FileServer.start({ '/x': { body: 'from inside' } }, tls)
const proxy = await ProxyServer.start({ [`${host}:443`]: server.port })
after(async () => {
  await proxy.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const program = `
import { createHttpClient } from ${JSON.stringify(join(import.meta.dirname, 'create-http-client.ts'))}
const client = createHttpClient({ env: {}, signal: new AbortController().signal, wait: () => Promise.resolve() })
await client.get('https://${host}/x').then(
  ({ body }) => console.log(String(body)),
  ({ code, message, hint }) => console.log([code, message, hint].join('\\n')),
)
`

async function asked(env: Record<string, string>): Promise<string> {
  const { PATH } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env: { PATH, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  await new Promise((resolve) => {
    child.once('close', resolve)
  })
  return said.trim()
}

describe('in the network of a company', () => {
  const HTTPS_PROXY = proxy.url

  test('a server is reached through the proxy, and trusted with the company’s authority', async () => {
    assert.equal(await asked({ HTTPS_PROXY, NODE_USE_ENV_PROXY: '1', NODE_EXTRA_CA_CERTS: authority }), 'from inside')
    assert.deepEqual(proxy.asked.slice(-1), [`CONNECT ${host}:443`])
    const SSL_CERT_FILE = authority
    assert.equal(
      await asked({ HTTPS_PROXY, NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1', SSL_CERT_FILE }),
      'from inside',
    )
  })

  test('the message says whether the authority or the proxy is missing', async () => {
    const unknown = await asked({ HTTPS_PROXY, NODE_USE_ENV_PROXY: '1' })
    assert.match(unknown, /^install\/unreachable\n.*an authority that this machine does not know/)
    assert.match(unknown, /NODE_EXTRA_CA_CERTS/)
    const direct = await asked({ NODE_EXTRA_CA_CERTS: authority })
    assert.match(direct, /^install\/unreachable\n/)
    assert.match(direct, /HTTPS_PROXY/)
  })
})
