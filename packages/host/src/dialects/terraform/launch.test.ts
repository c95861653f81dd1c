import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { route, RpcServer } from '@slipway/protocol'
import { TerraformMethods, TerraformWireClient } from '@slipway/protocol/terraform'
import { discoverPlugins } from '../../discover/discover.ts'
import type { PluginRoot } from '../../layout.ts'
import { PluginHost } from '../../plugin-host.ts'
import { terraform } from './dialect.ts'

/** Serves as a provider does: behind encryption that knows the host by the certificate in the environment. */
const serving = `
import { connect } from 'node:net'
import { createServer } from 'node:tls'
import { route, RpcServer, streamRoute } from ${JSON.stringify(import.meta.resolve('@slipway/protocol'))}
import { PluginController, PluginStdio, TerraformMethods } from ${JSON.stringify(import.meta.resolve('@slipway/protocol/terraform'))}
import { throwAwayCertificate } from ${JSON.stringify(import.meta.resolve('./certificate.ts'))}
const [version, how] = process.argv.slice(2)
// It ends when it is told to in a call.
process.on('SIGTERM', () => {})
const folder = process.env.PLUGIN_UNIX_SOCKET_DIR
const inner = { socketPath: folder + '/inner' }
await new RpcServer([
  route({ ...TerraformMethods.StopProvider, ...(version === '5' && { path: '/tfplugin5.Provider/Stop' }) },
    () => (console.error('told to stop'), { Error: '' })),
  route(PluginController.Shutdown, () => (setTimeout(() => process.exit(0), 50), console.error('told to end'), {})),
  streamRoute(PluginStdio.StreamStdio, async function* () {
    yield { channel: 2, data: Buffer.from('from inside') }
    await new Promise(() => {})
  }),
]).listen(inner)
const own = throwAwayCertificate()
const ca = how === 'stranger' ? throwAwayCertificate().certificate : process.env.PLUGIN_CLIENT_CERT
const server = createServer({ key: own.key, cert: own.certificate, ca, requestCert: true, ALPNProtocols: ['h2'] }, (socket) => {
  const plain = connect(inner.socketPath)
  socket.pipe(plain).pipe(socket)
  for (const each of [socket, plain]) each.on('error', () => {})
})
server.on('tlsClientError', (error) => console.error('no client: ' + error.message))
const told = how === 'other' ? throwAwayCertificate().certificate : own.certificate
const der = told.replaceAll(/-----[^-]+-----|\\n|=/g, '')
server.listen(folder + '/plugin1', () => {
  console.log(['1', version, 'unix', folder + '/plugin1', 'grpc', how === 'plain' ? '' : der].join('|'))
  console.log('talk')
})
`

const id = 'registry.opentofu.org/acme/box'

/** A host of one provider, which is a shell script. */
function hostOf(
  t: TestContext,
  script: string,
  { deadlineMs = 120_000, roots }: { deadlineMs?: number; roots?: PluginRoot[] } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-terraform-launch-'))
  const folder = join(dir, 'plugins', id, '1.2.3')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(dir, 'serve.ts'), serving)
  writeFileSync(join(folder, 'terraform-provider-box_v1.2.3'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const { plugins } = discoverPlugins({
    dialects: [terraform],
    roots: roots ?? [{ path: join(dir, 'plugins'), origin: 'default', dialect: 'terraform' }],
  })
  const host = new PluginHost({
    plugins,
    logDir: join(dir, 'logs'),
    runtimeDir: join(dir, 'run'),
    environment: { ...process.env, XDG_RUNTIME_DIR: dir },
    cwd: dir,
    attempts: 1,
    deadlineMs,
    graceMs: 20_000,
  })
  t.after(async () => {
    await host.stop(0)
    rmSync(dir, { recursive: true, force: true })
  })
  return { dir, host, log: () => readFileSync(join(dir, 'logs', id, 'plugin.log'), 'utf8') }
}

async function refused(t: TestContext, script: string, deadlineMs?: number): Promise<string> {
  const error: unknown = await hostOf(t, script, deadlineMs === undefined ? {} : { deadlineMs })
    .host.connect(id)
    .catch((thrown: unknown) => thrown)
  assert.ok(error instanceof Failure)
  return error.message
}

const serve = (args: string): string => `exec "${process.execPath}" serve.ts ${args}`

describe('a provider of Terraform', () => {
  for (const version of [5, 6])
    test(`of version ${version} is called over encryption that both sides know`, async (t) => {
      const { host, log } = hostOf(t, serve(String(version)))
      const running = await host.connect(id)
      assert.equal((running.introduction as { protocolVersion: number }).protocolVersion, version)
      assert.equal(await new TerraformWireClient(running.channel, () => 6).stop(), '')
      await host.stop()
      const lines = log()
      assert.match(lines, /told to stop[^]*told to stop[^]*told to end/)
      assert.match(lines, /stderr: "from inside"/)
      assert.match(lines, /talk/)
    })

  test('leaves no socket behind', async (t) => {
    const { dir, host } = hostOf(t, serve('6'))
    const folders = (): readonly string[] => readdirSync(dir).filter((name) => name.startsWith('slipway-plugins-'))
    await host.connect(id)
    assert.equal(folders().length, 1)
    await host.stop(0)
    assert.deepEqual(folders(), [])
  })

  test('that does not keep to the handshake is refused by name', async (t) => {
    const wrong: readonly (readonly [string, RegExp])[] = [
      [
        'echo This binary is a plugin; exit 1',
        /acme\/box 1\.2\.3 did not start in 1 launch: it printed "This binary is a plugin" where its address was expected/,
      ],
      [
        "echo '1|4|unix|/tmp/x|grpc|'; sleep 600",
        /it speaks version "4" of the protocol of Terraform, and Slipway speaks versions 5 and 6/,
      ],
      ["echo '2|6|unix|/tmp/x|grpc|'; sleep 600", /it speaks version "2" of the handshake/],
      ["echo '1|6|unix|/tmp/x'; sleep 600", /it speaks "net\/rpc", and Slipway speaks gRPC/],
      [
        "echo '1|6|tcp|10.0.0.1:80|grpc|'; sleep 600",
        /it listens at "tcp 10\.0\.0\.1:80", which is not an address of this machine/,
      ],
      ["echo '1|6|unix|relative|grpc|'; sleep 600", /which is not an address of this machine/],
      [
        "echo '1|6|unix|/tmp/x|grpc|'; sleep 600",
        /it speaks without encryption, although Slipway asked for encryption/,
      ],
      ['exit 3', /it exited with code 3/],
    ]
    for (const [script, message] of wrong) assert.match(await refused(t, script), message)
  })

  test('that gets stuck in the handshake is refused within its time', async (t) => {
    assert.match(await refused(t, 'sleep 600', 300), /it printed no address within 0\.3 s/)
    assert.match(await refused(t, "printf '1|6|unix|/tm'; sleep 600", 300), /it printed no address within 0\.3 s/)
  })

  test('with another certificate than it has printed is refused', async (t) => {
    assert.match(await refused(t, serve('6 other')), /it has another certificate than it printed/)
  })

  test('with another process at its address is refused', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-stranger-'))
    const stranger = new RpcServer([])
    await stranger.listen({ socketPath: join(folder, 'socket') })
    t.after(async () => {
      await stranger.close()
      rmSync(folder, { recursive: true })
    })
    const line = `1|6|unix|${join(folder, 'socket')}|grpc|${'A'.repeat(60)}`
    assert.match(
      await refused(t, `echo '${line}'; sleep 600`),
      /a process that was not launched as this plugin listens at/,
    )
  })
})

test('a provider that its author has started is called without encryption, and goes on', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-attached-'))
  const socketPath = join(folder, 'socket')
  let stopped = 0
  const own = new RpcServer([
    route({ ...TerraformMethods.StopProvider, path: '/tfplugin5.Provider/Stop' }, () => {
      stopped++
      return {}
    }),
  ])
  await own.listen({ socketPath })
  t.after(async () => {
    await own.close()
    rmSync(folder, { recursive: true })
  })
  const attached = {
    'registry.terraform.io/acme/box': {
      Protocol: 'grpc',
      ProtocolVersion: 5,
      Pid: process.pid,
      Test: true,
      Addr: { Network: 'unix', String: socketPath },
    },
  }
  const { host } = hostOf(t, '', {
    roots: [{ path: JSON.stringify(attached), origin: 'attached', dialect: 'terraform' }],
  })
  const running = await host.connect(id)
  assert.equal(await new TerraformWireClient(running.channel, () => 5).stop(), '')
  await host.stop()
  assert.equal(stopped, 1)
})

test('a provider that its author has ended is named with the variable that says where it ran', async (t) => {
  const gone = { 'acme/box': { ProtocolVersion: 6, Addr: { Network: 'unix', String: '/nowhere/socket' } } }
  const { host } = hostOf(t, '', { roots: [{ path: JSON.stringify(gone), origin: 'attached', dialect: 'terraform' }] })
  await assert.rejects(host.connect(id), /TF_REATTACH_PROVIDERS says that it runs there: start it again, or unset/)
})
