import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@slipway/model'
import { hasProc } from '@slipway/processes'
import { connectChannel, route, RpcServer } from '@slipway/protocol'
import { PulumiProviderMethods } from '@slipway/protocol/pulumi'
import { discoverPlugins } from '../../../discover/discover.ts'
import type { PluginRoot } from '../../../layout.ts'
import { PluginHost } from '../../../plugin-host.ts'
import { pulumi } from '../dialect.ts'
import { pulumiRoots } from '../roots.ts'

/** A program that serves like a plugin, and ends when its standard input does. */
const serving = `
import { connectChannel, route, RpcServer } from ${JSON.stringify(import.meta.resolve('@slipway/protocol'))}
import { Analyzer, Engine, LanguageRuntime, PulumiProviderMethods } from ${JSON.stringify(import.meta.resolve('@slipway/protocol/pulumi'))}
const cancelled = (kind) => () => (console.log('told to end as a ' + kind), {})
const server = new RpcServer([
  route(PulumiProviderMethods.GetPluginInfo, () => ({ version: String(process.pid) })),
  route(PulumiProviderMethods.Cancel, cancelled('provider')),
  route(Analyzer.Cancel, cancelled('analyzer')),
  route(LanguageRuntime.Cancel, cancelled('language')),
])
const { port } = await server.listen({ port: 0 })
console.log(port)
console.log('talk')
process.stdin.on('end', () => process.exit(3)).resume()
// It hears first what it was told before.
process.on('SIGTERM', () => setTimeout(() => process.exit(), 50))
const [, port_] = (process.argv[2] ?? '').split(':')
const engine = port_ === undefined ? undefined : connectChannel({ port: Number(port_) })
await engine?.call(Engine.Log, { severity: 2, message: 'mind the gap', urn: 'urn:pulumi:dev::books::x:index:Page::a::b' })
`

/** A program that runs sources like a language plugin. */
const language = `
import { spawn } from 'node:child_process'
import { createServer } from 'node:http2'
import { LanguageRuntime } from ${JSON.stringify(import.meta.resolve('@slipway/protocol/pulumi'))}
import { decode, encode } from ${JSON.stringify(import.meta.resolve('@slipway/protocol').replace('index.ts', 'wire/codec/message.ts'))}
const framed = (bytes) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length >> 8, bytes.length & 255]), bytes])
const server = createServer()
server.on('stream', (stream, headers) => {
  stream.on('error', () => {})
  const isRun = headers[':path'].endsWith('/RunPlugin')
  const chunks = []
  stream.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': isRun ? '0' : '12' }))
    if (!isRun) return stream.end()
    const { info, args, kind, name } = decode(LanguageRuntime.RunPlugin.request, Buffer.concat(chunks).subarray(5))
    const say = (answer) => stream.write(framed(encode(LanguageRuntime.RunPlugin.response, answer)))
    say({ stderr: Buffer.from('building ' + kind + ' ' + name + '\\n') })
    const child = spawn(process.execPath, [info.rootDirectory + '/main.ts', ...args])
    child.stdout.on('data', (stdout) => say({ stdout }))
    child.on('exit', (exitcode) => (say({ exitcode: exitcode ?? 1 }), stream.end()))
    stream.on('close', () => child.kill())
  })
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

/** A host of one plugin, which is a shell script. */
function hostOf(t: TestContext, script: string, deadlineMs = 120_000) {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-pulumi-launch-'))
  const folder = join(dir, 'plugins/resource-x-v1.0.0')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(dir, 'serve.ts'), serving)
  writeFileSync(join(folder, 'pulumi-resource-x'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const { plugins } = discoverPlugins({
    dialects: [pulumi],
    roots: [{ path: join(dir, 'plugins'), origin: 'default' }],
  })
  const said: string[] = []
  const host = new PluginHost({
    plugins,
    logDir: join(dir, 'logs'),
    runtimeDir: join(dir, 'run'),
    environment: process.env,
    cwd: dir,
    attempts: 1,
    deadlineMs,
    graceMs: 20_000,
    redact: (line) => line.replaceAll('gap', '(secret)'),
    onEvent: ({ kind, message }) => void (kind === 'said' && said.push(message)),
  })
  t.after(async () => {
    await host.stop(0)
    rmSync(dir, { recursive: true, force: true })
  })
  return { host, said, log: () => textOf(join(dir, 'logs/pulumi/x/plugin.log')) }
}

async function refused(t: TestContext, script: string): Promise<string> {
  const error: unknown = await hostOf(t, script)
    .host.connect('pulumi/x')
    .catch((thrown: unknown) => thrown)
  assert.ok(error instanceof Failure)
  return error.message
}

/** A host with these files below a folder, and the log of the plugin. */
function hostOfFiles(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  { roots, attempts = 1 }: { readonly roots?: readonly PluginRoot[]; readonly attempts?: number } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-pulumi-launch-'))
  for (const [name, text] of Object.entries({ 'serve.ts': serving, 'language.ts': language, ...files })) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text, { mode: 0o755 })
  }
  const { plugins } = discoverPlugins({ dialects: [pulumi], roots: roots ?? [{ path: dir, origin: 'cache' }] })
  const host = new PluginHost({
    plugins,
    logDir: join(dir, 'logs'),
    runtimeDir: join(dir, 'run'),
    environment: process.env,
    cwd: dir,
    attempts,
    deadlineMs: 120_000,
    graceMs: 20_000,
  })
  t.after(async () => {
    await host.stop(0)
    rmSync(dir, { recursive: true, force: true })
  })
  const failureOf = async (id: string): Promise<Failure> => {
    const error: unknown = await host.connect(id).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof Failure)
    return error
  }
  return { dir, host, failureOf, log: (id: string) => textOf(join(dir, `logs/pulumi/${id}/plugin.log`)) }
}

/** A log begins with its first line. */
function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

test('the port for plugins refuses everybody else', { skip: !hasProc }, async (t) => {
  const { host } = hostOf(t, 'exec node "$(dirname "$0")/../../serve.ts" "$@"')
  await host.connect('pulumi/x')
  let calls = 0
  const answer = route(PulumiProviderMethods.GetPluginInfo, () => ({ version: String(++calls) }))
  const door = await host.serve([answer], 1000)
  const channel = connectChannel({ port: Number(door.address.split(':')[1]) })
  await assert.rejects(channel.call(PulumiProviderMethods.GetPluginInfo, {}), {
    message: /UNAUTHENTICATED: it comes from a process that was not launched/,
  })
  assert.equal(calls, 0)
  channel.close()
  await door.close()
})

describe('a plugin in source form', () => {
  test('is run by its language’s plugin', async (t) => {
    const { host, log } = hostOfFiles(t, {
      'resource-x-v1.0.0/PulumiPlugin.yaml': 'runtime: {name: acme, options: {fast: true}}',
      'resource-x-v1.0.0/main.ts': serving,
      'language-acme-v1.0.0/pulumi-language-acme': '#!/bin/sh\nexec node "$(dirname "$0")/../language.ts" "$@"\n',
    })
    const { channel, pid } = await host.connect('pulumi/x')
    const { version } = await channel.call(PulumiProviderMethods.GetPluginInfo, {})
    assert.notEqual(version, String(pid))
    await host.stop()
    assert.match(log('x'), /stderr: "building resource x"/)
    assert.match(version, /^\d+$/)
  })

  const refusing = language.replace("isRun ? '0' : '12'", "isRun ? '2' : '12'").replace('if (!isRun) return', 'return')
  const wrong: readonly (readonly [string, Readonly<Record<string, string>>, RegExp, RegExp])[] = [
    [
      'without a plugin for its language',
      { 'PulumiPlugin.yaml': 'runtime: cobol' },
      /source code for cobol, but no language plugin for cobol is installed/,
      /^slipway plugin install pulumi:language\/cobol installs it; or put pulumi-language-cobol on the PATH$/,
    ],
    [
      'without its SDK',
      { 'PulumiPlugin.yaml': 'runtime: nodejs', 'package.json': '{ "dependencies": { "@pulumi/pulumi": "3" } }' },
      /resource-x-v1\.0\.0 lacks its dependency @pulumi\/pulumi/,
      /^cd \S+resource-x-v1\.0\.0 && npm install$/,
    ],
    [
      'for another Pulumi',
      { 'PulumiPlugin.yaml': 'runtime: python\nrequiredPulumiVersion: ">=4.0.0"' },
      /needs Pulumi >=4\.0\.0; Slipway acts as 3\./,
      /^install a version of the plugin that fits/,
    ],
    [
      'with a description that is no YAML',
      { 'PulumiPlugin.yaml': 'name: [' },
      /resource-x-v1\.0\.0\/PulumiPlugin\.yaml:\d+: /,
      /^correct \S+PulumiPlugin\.yaml: /,
    ],
    [
      'without a runtime',
      { 'PulumiPlugin.yaml': 'name: x' },
      /names no runtime/,
      /^write the runtime of the folder into \S+PulumiPlugin\.yaml: /,
    ],
    [
      'without its virtual environment',
      { 'PulumiPlugin.yaml': 'runtime: {name: python, options: {virtualenv: gone}}', 'requirements.txt': '' },
      /gone is not a virtual environment/,
      /^cd \S+ && python3 -m venv \S+gone && \S+gone\/bin\/pip install -r requirements\.txt$/,
    ],
    [
      'without a module of Python',
      {
        'PulumiPlugin.yaml': 'runtime: python',
        '.venv/bin/python': `#!/bin/sh\necho "ModuleNotFoundError: No module named 'pulumi.provider'" >&2\nexit 1\n`,
      },
      /exited with code 1$/,
      /^cd \S+resource-x-v1\.0\.0 && python3 -m venv \.venv && \.venv\/bin\/pip install pulumi$/,
    ],
    [
      'whose language plugin refuses it',
      {
        'PulumiPlugin.yaml': 'runtime: acme',
        '../language.ts': refusing,
        '../language-acme-v1.0.0/pulumi-language-acme': '#!/bin/sh\nexec node "$(dirname "$0")/../language.ts" "$@"\n',
      },
      /was not run by the language plugin acme: /,
      /^look at .*plugin\.log$/,
    ],
  ]
  for (const [name, files, message, hint] of wrong)
    test(`${name} is launched once, and reported with the next step`, async (t) => {
      const entries = Object.entries(files).map(([path, text]) => [join('resource-x-v1.0.0', path), text] as const)
      const failure = await hostOfFiles(t, Object.fromEntries(entries), { attempts: 5 }).failureOf('pulumi/x')
      assert.match(failure.message, message)
      assert.match(failure.message, / did not start in 1 launch: /)
      assert.match(failure.hint ?? '', hint)
      assert.equal(failure.code, 'host/launch-failed')
    })
})

test('a running plugin is called at its port', async (t) => {
  const server = new RpcServer([route(PulumiProviderMethods.GetPluginInfo, () => ({ version: 'yours' }))])
  const address = await server.listen({ port: 0 })
  t.after(() => server.close())
  const port = 'port' in address ? address.port : 0
  const roots = pulumiRoots({ env: { PULUMI_DEBUG_PROVIDERS: `x:${port}` }, home: '/nowhere' })
  const { host } = hostOfFiles(t, {}, { roots })
  const { channel } = await host.connect('pulumi/x')
  assert.equal((await channel.call(PulumiProviderMethods.GetPluginInfo, {})).version, 'yours')
})

test('a plugin of unknown version has the version that it reports', async (t) => {
  for (const [says, version] of [
    ['v1.2.3', '1.2.3'],
    ['1.2.3-beta.1+x', '1.2.3-beta.1+x'],
    ['yours', ''],
  ] as const) {
    const server = new RpcServer([
      route(PulumiProviderMethods.GetPluginInfo, () => ({ version: says })),
      route(PulumiProviderMethods.GetSchema, () => ({ schema: '{"name":"x"}' })),
    ])
    const address = await server.listen({ port: 0 })
    t.after(() => server.close())
    const port = 'port' in address ? address.port : 0
    const roots = pulumiRoots({ env: { PULUMI_DEBUG_PROVIDERS: `x:${port}` }, home: '/nowhere' })
    const { host } = hostOfFiles(t, {}, { roots })
    const { pluginVersion } = await pulumi
      .provider(await host.connect('pulumi/x'), {})
      .define({ resourceTypes: [], dataSourceTypes: [], functions: [] })
    assert.equal(pluginVersion, version)
  }
})

describe('a plugin that prints its port', () => {
  test('may be of any kind', async (t) => {
    const script = '#!/bin/sh\nexec node "$(dirname "$0")/../serve.ts" "$@"\n'
    const files = ['analyzer', 'converter', 'language'].map((kind) => [`${kind}-x-v1.0.0/pulumi-${kind}-x`, script])
    const { host, log } = hostOfFiles(t, Object.fromEntries(files))
    const ids = ['pulumi/analyzer-x', 'pulumi/converter-x', 'pulumi/language-x']
    await host.start(ids)
    assert.deepEqual(
      host.processes().map(({ id }) => id),
      ids,
    )
    await host.stop()
    assert.deepEqual(host.processes(), [])
    const told = ['analyzer-x', 'converter-x', 'language-x'].map((id) => /told to end as a \w+/.exec(log(id))?.[0])
    assert.deepEqual(told, ['told to end as a analyzer', undefined, 'told to end as a language'])
  })

  test('is told before it is stopped', async (t) => {
    const { host, log } = hostOf(t, 'exec node "$(dirname "$0")/../../serve.ts" "$@"')
    await host.connect('pulumi/x')
    await host.stop()
    assert.match(log(), /told to end as a provider/)
  })

  test('is greeted, and launched again after it dies', async (t) => {
    const { host, log, said } = hostOf(t, 'exec node "$(dirname "$0")/../../serve.ts" "$@"')
    const running = await host.connect('pulumi/x')
    const { pid, hostId, channel } = running
    const version = async (): Promise<string> => (await channel.call(PulumiProviderMethods.GetPluginInfo, {})).version
    assert.equal(await version(), String(pid))
    while (!log().includes('mind the (secret)')) await sleep(5)
    assert.match(log(), /host {3}warns: "mind the \(secret\)"/)
    assert.deepEqual(said, ['warning: pulumi/x of a::b: mind the (secret)'])
    process.kill(pid, 'SIGKILL')
    while (running.pid === pid) await sleep(5)
    assert.equal(await version(), String(running.pid))
    assert.notEqual(running.hostId, hostId)
  })

  test('must do so in time', async (t) => {
    const { host, log } = hostOf(t, 'echo building >&2; sleep 600', 500)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const starting: Promise<unknown> = host.connect('pulumi/x').catch((thrown: unknown) => thrown)
    while (!log().includes('building')) await sleep(5)
    t.mock.timers.tick(500)
    t.mock.timers.reset()
    const error = await starting
    assert.ok(error instanceof Failure)
    assert.match(error.message, /printed no port within 0\.5 s/)
    assert.ok(error.details.includes('building'))
  })

  test('must answer at that port', { skip: !hasProc }, async (t) => {
    const mute =
      'exec node -e "require(\\"net\\").createServer((s) => s.end(\\"hello\\")).listen(0, \\"127.0.0.1\\", function () { console.log(this.address().port) })"'
    assert.match(await refused(t, mute), /did not start in 1 launch: it registered, but /)
  })

  test('must print a port first', async (t) => {
    assert.match(await refused(t, 'echo hello; sleep 60'), /printed "hello" where its port was expected/)
    assert.match(await refused(t, 'echo 70000; sleep 60'), /printed "70000" where its port was expected/)
    assert.match(await refused(t, 'exit 4'), /exited with code 4/)
  })

  test('must itself listen at that port', { skip: !hasProc }, async (t) => {
    const stranger = createServer().listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    t.after(() => stranger.close())
    const { port } = stranger.address() as AddressInfo
    assert.match(await refused(t, `echo ${port}; sleep 60`), /a process that was not launched as this plugin listens/)
  })
})
