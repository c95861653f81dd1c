import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@slipway/model'
import { hasProc } from '@slipway/processes'
import { PulumiProviderMethods } from '@slipway/protocol/pulumi'
import { discoverPlugins } from '../../discover/discover.ts'
import { PluginHost } from '../../plugin-host.ts'
import { pulumi } from './dialect.ts'

/** Serves as a plugin does, and ends when its standard input does. */
const serving = `
import { connectChannel, route, RpcServer } from ${JSON.stringify(import.meta.resolve('@slipway/protocol'))}
import { Engine, PulumiProviderMethods } from ${JSON.stringify(import.meta.resolve('@slipway/protocol/pulumi'))}
const server = new RpcServer([route(PulumiProviderMethods.GetPluginInfo, () => ({ version: String(process.pid) }))])
const { port } = await server.listen({ port: 0 })
console.log(port)
console.log('talk')
process.stdin.on('end', () => process.exit(3)).resume()
const engine = connectChannel({ port: Number(process.argv[2].split(':')[1]) })
await engine.call(Engine.Log, { severity: 2, message: 'mind the gap' })
`

/** A host of one plugin, which is a shell script. */
function hostOf(t: TestContext, script: string) {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-pulumi-launch-'))
  const folder = join(dir, 'plugins/resource-x-v1.0.0')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(dir, 'serve.ts'), serving)
  writeFileSync(join(folder, 'pulumi-resource-x'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const { plugins } = discoverPlugins({
    dialects: [pulumi],
    roots: [{ path: join(dir, 'plugins'), origin: 'default' }],
  })
  const host = new PluginHost({
    plugins,
    logDir: join(dir, 'logs'),
    runtimeDir: join(dir, 'run'),
    environment: process.env,
    cwd: dir,
    attempts: 1,
    deadlineMs: 20_000,
    graceMs: 1000,
  })
  t.after(async () => {
    await host.stop(0)
    rmSync(dir, { recursive: true, force: true })
  })
  return { host, log: () => readFileSync(join(dir, 'logs/pulumi/x/plugin.log'), 'utf8') }
}

async function refused(t: TestContext, script: string): Promise<string> {
  const error: unknown = await hostOf(t, script)
    .host.connect('pulumi/x')
    .catch((thrown: unknown) => thrown)
  assert.ok(error instanceof Failure)
  return error.message
}

describe('a plugin that prints its port', () => {
  test('is greeted, heard, and launched again when it dies', async (t) => {
    const { host, log } = hostOf(t, 'exec node "$(dirname "$0")/../../serve.ts" "$@"')
    const running = await host.connect('pulumi/x')
    const { pid, hostId, channel } = running
    const version = async (): Promise<string> => (await channel.call(PulumiProviderMethods.GetPluginInfo, {})).version
    assert.equal(await version(), String(pid))
    while (!log().includes('mind the gap')) await sleep(5)
    assert.match(log(), /host {3}warns: "mind the gap"/)
    process.kill(pid, 'SIGKILL')
    while (running.pid === pid) await sleep(5)
    assert.equal(await version(), String(running.pid))
    assert.notEqual(running.hostId, hostId)
  })

  test('must print a port first', async (t) => {
    assert.match(await refused(t, 'echo hello; sleep 60'), /printed "hello" where its port was expected/)
    assert.match(await refused(t, 'echo 70000; sleep 60'), /printed "70000" where its port was expected/)
    assert.match(await refused(t, 'exit 4'), /exited with code 4/)
  })

  test('must listen there itself', { skip: !hasProc }, async (t) => {
    const stranger = createServer().listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    t.after(() => stranger.close())
    const { port } = stranger.address() as AddressInfo
    assert.match(await refused(t, `echo ${port}; sleep 60`), /listens a process that was not launched as this plugin/)
  })
})
