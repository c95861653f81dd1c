/** Plugins that are installed from servers of this machine, through the command line, with real processes. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { platformOf } from '@slipway/installer'
import { FileServer, makeCertificates, PluginRegistry, ProxyServer } from '@slipway/installer/testing'
import { describe, test } from '../cases.ts'
import { command } from '../faulty/sandbox.ts'
import { start } from '../ledger/command.ts'
import { arrived } from './arrived.ts'
import { tarGz } from './archive.ts'
import { installMachine } from './machine.ts'

const limit = { timeout: 240_000, concurrency: 2 }
const platform = platformOf()

const signal = tarGz({ plugin: `#!/bin/sh\n${command('good', 'acme/signal')}\n` })
const hello = tarGz({ 'pulumi-tool-hello': '#!/bin/sh\necho "hello $1"\n' })
const helloName = `pulumi-tool-hello-v1.0.0-${platform}.tar.gz`

async function registryWithSignal(t: TestContext, tls?: { key: string; cert: string }): Promise<PluginRegistry> {
  const registry = await PluginRegistry.start(tls)
  t.after(() => registry.stop())
  for (const version of ['1.1.0', '1.2.0', '2.0.0'])
    registry.publish({ id: 'acme/signal', version, archives: { [platform]: signal, 'darwin-arm64': hello } })
  return registry
}

async function fileServer(t: TestContext): Promise<FileServer> {
  const server = await FileServer.start({ [`/${helloName}`]: { body: hello, etag: '"1"' } })
  t.after(() => server.stop())
  return server
}

describe('slipway plugin install, from servers', limit, () => {
  test('gets a plugin from a registry with a token that is stored nowhere', async (t) => {
    const box = installMachine(t)
    const registry = await registryWithSignal(t)
    registry.server.everywhere = { authorization: 'Bearer sesame-opens-7' }
    box.settings(`plugins:\n  registries:\n    acme: ${registry.server.url}\n`)
    const descriptor = 'acme/signal@^1'
    const [refused] = await box.lines(`plugin install ${descriptor}`)
    assert.deepEqual([refused?.action, refused?.error?.code], ['failed', 'install/refused'])
    const variable = `SLIPWAY_REGISTRY_TOKEN_${registry.host.replaceAll(/[.:]/g, '_')}`
    assert.match(refused?.error?.hint ?? '', new RegExp(variable))
    box.write('app.blueprint.yaml', 'version: 2025-11-02\nresources:\n  light: { type: signal/thing }\n')
    const [line] = await box.lines(`plugin install ${descriptor}`, { [variable]: 'sesame-opens-7' })
    assert.deepEqual(
      [line?.id, line?.version, line?.action, line?.level],
      ['acme/signal', '1.2.0', 'installed', 'checksum'],
    )
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    const leaked = spawn('grep', ['-rl', 'sesame-opens-7', box.home, box.folder])
    assert.equal(await new Promise((resolve) => leaked.once('close', resolve)), 1)
    assert.equal((await box.slipway('destroy --yes')).code, 0)
  })

  test("follows Pulumi's own variable", async (t) => {
    const box = installMachine(t)
    const server = await fileServer(t)
    const env = { PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^github://.*=${server.url}` }
    assert.equal((await box.lines('plugin install pulumi:tool/hello@1.0.0', env))[0]?.action, 'installed')
    assert.equal((await box.slipway('plugin run tool hello -- you')).stdout, 'hello you\n')
  })

  test('uses a company’s proxy and its certificate authority', async (t) => {
    const box = installMachine(t)
    const folder = mkdtempSync(join(tmpdir(), 'slipway-company-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const { authority, tls } = makeCertificates(folder, 'registry.example')
    const registry = await registryWithSignal(t, tls)
    const proxy = await ProxyServer.start({ 'registry.example:443': registry.server.port })
    t.after(() => proxy.stop())
    const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authority }
    const [line] = await box.lines('plugin install registry.example/acme/signal@1.1.0', env)
    assert.deepEqual([line?.version, line?.action], ['1.1.0', 'installed'], JSON.stringify(line))
    assert.ok(proxy.asked.includes('CONNECT registry.example:443'))
  })

  test('gets a plugin from a private container registry with Docker’s stored password', async (t) => {
    const box = installMachine(t)
    const docker = mkdtempSync(join(tmpdir(), 'slipway-docker-'))
    t.after(() => rmSync(docker, { recursive: true }))
    const [registry, realm] = [await FileServer.start(), await FileServer.start()]
    t.after(async () => {
      await registry.stop()
      await realm.stop()
    })
    realm.json('/token', { token: 'ticket-of-the-hour' }, { authorization: `Basic ${btoa('me:sesame-opens-7')}` })
    const sha256 = createHash('sha256').update(hello).digest('hex')
    const annotations = { 'org.opencontainers.image.title': helloName }
    const layers = [{ digest: `sha256:${sha256}`, size: hello.length, annotations }]
    registry.everywhere = {
      authorization: 'Bearer ticket-of-the-hour',
      headers: { 'www-authenticate': `Bearer realm="${realm.url}/token",service="x"` },
    }
    const manifest = JSON.stringify({ schemaVersion: 2, layers })
    const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`
    for (const name of ['1.0.0', digest]) registry.put(`/v2/acme/hello/manifests/${name}`, { body: manifest })
    registry.put(`/v2/acme/hello/blobs/sha256:${sha256}`, { body: hello })
    writeFileSync(join(docker, 'config.json'), JSON.stringify({ credHelpers: { [registry.host]: 'box' } }))
    const helper = `#!/bin/sh\n[ "$(cat)" = ${registry.host} ] && echo '{"Username":"me","Secret":"sesame-opens-7"}'\n`
    writeFileSync(join(docker, 'docker-credential-box'), helper, { mode: 0o755 })
    const descriptor = `oci:${registry.host}/acme/hello:1.0.0`
    const [refused] = await box.lines(`plugin install ${descriptor}`)
    assert.equal(refused?.error?.code, 'install/refused')
    const env = { DOCKER_CONFIG: docker, PATH: `${docker}:${process.env['PATH']}` }
    const [line] = await box.lines(`plugin install ${descriptor}`, env)
    assert.deepEqual([line?.id, line?.action], ['pulumi/tool-hello', 'installed'], JSON.stringify(line))
    const leaked = spawn('grep', ['-rlE', 'sesame-opens-7|ticket-of-the-hour', box.home, box.folder])
    assert.equal(await new Promise((resolve) => leaked.once('close', resolve)), 1)
  })

  test('gets everything from a mirror, offline', async (t) => {
    const box = installMachine(t)
    const mirror = join(box.home, 'mirror')
    for (const [path, body] of [
      [`pulumi/tool/hello/1.0.0/${helloName}`, hello],
      [`deploy-engine/providers/acme/signal/1.2.0/${platform}.tar.gz`, signal],
    ] as const) {
      mkdirSync(dirname(join(mirror, path)), { recursive: true })
      writeFileSync(join(mirror, path), body)
    }
    const env = { SLIPWAY_PLUGIN_MIRROR: mirror }
    const lines = await box.lines('plugin install pulumi:tool/hello acme/signal@^1 pulumi:nothing --offline', env)
    assert.deepEqual(
      lines.map(({ id, action, error }) => [id, action, error?.code]),
      [
        ['pulumi/tool-hello', 'installed', undefined],
        ['acme/signal', 'installed', undefined],
        [null, 'failed', 'install/not-found'],
      ],
    )
    const [alone] = await box.lines('plugin install pulumi:tool/other@1.0.0 --offline')
    assert.equal(alone?.error?.code, 'install/offline')
  })

  test('continues after Ctrl-C', async (t) => {
    const box = installMachine(t)
    const server = await fileServer(t)
    const large = tarGz({ 'pulumi-tool-hello': '#!/bin/sh\n', data: randomBytes(300_000).toString('base64') })
    server.put(`/${helloName}`, { body: large, etag: '"1"', pace: { bytes: 2_000, milliseconds: 1000 } })
    const env = { PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^github://.*=${server.url}` }
    const { child, ended } = start(box, 'plugin install pulumi:tool/hello@1.0.0'.split(' '), env)
    await arrived(box.home, 2_000)
    child.kill('SIGINT')
    assert.notEqual((await ended).code, 0)
    server.put(`/${helloName}`, { body: large, etag: '"1"' })
    const [line] = await box.lines('plugin install pulumi:tool/hello@1.0.0', env)
    assert.equal(line?.action, 'resumed')
    assert.match(server.requests.findLast(({ path }) => path === `/${helloName}`)?.headers.range ?? '', /^bytes=[1-9]/)
  })

  test('refuses an id without a known registry, and says what to write', async (t) => {
    const box = installMachine(t)
    const { code, stderr } = await box.slipway('plugin install celerity/aws')
    assert.equal(code, 1)
    assert.match(stderr, /celerity\/aws has no host, and Slipway knows no registry for such ids[^]*plugins\.registries/)
  })
})
