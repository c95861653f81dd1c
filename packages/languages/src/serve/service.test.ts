import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { connectChannel, type RpcChannel, RpcServer } from '@slipway/protocol'
import { LanguageRuntime, structToWire } from '@slipway/protocol/pulumi'
import { valueMap } from '@slipway/model'
import type { Language, Sources, Start } from '../language.ts'
import { LanguageService } from './service.ts'

/** Programs are shell commands in place of the entry. */
function shell({ folder, entry }: Sources, ...args: readonly string[]): Start {
  return { file: '/bin/sh', args: ['-c', entry, 'sh', ...args], cwd: folder, variables: { GIVEN: 'yes' } }
}

const language: Language = {
  name: 'shell',
  program: ({ sources, engineAddress, config }) => shell(sources, engineAddress, config['a:b'] ?? ''),
  doneCode: 34,
  failure: ({ code, lastWords }) => (code === 32 ? undefined : `${code}: ${lastWords.trim()}`),
  plugin: ({ sources, args }) => shell(sources, ...args),
  installation: (sources) => [shell({ ...sources, entry: 'echo one' }), shell(sources)],
  requiredPackages: ({ folder }) => [
    {
      name: folder,
      version: '1.0.0',
      server: '',
      parameterization: { name: 'p', version: '2', value: Buffer.from('x') },
    },
  ],
  dependencies: (_, transitive) => [{ name: 'd', version: String(transitive) }],
  interpreter: () => ({ file: '/bin/sh', versionArgs: ['-c', 'echo 1.2.3'] }),
  choices: (options) =>
    Object.keys(options).length === 0 ? [{ key: 'k', description: 'd', choices: ['a', 'b'], usual: 'b' }] : [],
}

async function serve(t: TestContext) {
  const printed: string[] = []
  const service = new LanguageService(language, {
    version: '1.0.0',
    engineAddress: '127.0.0.1:1',
    print: (stream, chunk) => printed.push(`${stream}: ${chunk.toString().trim()}`),
  })
  const server = new RpcServer(service.routes)
  const channel = connectChannel(await server.listen())
  t.after(async () => {
    await service.stop()
    channel.close()
    await server.close()
  })
  return { channel, printed, service }
}

const info = (entryPoint: string) => ({ rootDirectory: '/', programDirectory: '/', entryPoint })

async function output(channel: RpcChannel, entry: string): Promise<string[]> {
  const answers = channel.stream(LanguageRuntime.RunPlugin, { info: info(entry), args: ['a b'], env: ['E=f=g'] })
  const seen = await Array.fromAsync(answers)
  return seen.map(({ stdout, stderr, exitcode }) => {
    const bytes = stdout ?? stderr
    return bytes === undefined ? String(exitcode) : Buffer.from(bytes).toString()
  })
}

describe('the service of a language plugin', () => {
  test('runs a program for the engine that it was last given, and reports its end', async (t) => {
    const { channel, printed } = await serve(t)
    const run = (entry: string) => channel.call(LanguageRuntime.Run, { info: info(entry), config: { 'a:b': 'c' } })
    assert.deepEqual(await run('echo $1 $2 $GIVEN; exit 34'), { error: '', bail: false })
    await channel.call(LanguageRuntime.Handshake, { engineAddress: '127.0.0.1:2' })
    assert.deepEqual(await run('echo $1 >&2; exit 34'), { error: '', bail: false })
    assert.deepEqual(printed, ['stdout: 127.0.0.1:1 c yes', 'stderr: 127.0.0.1:2'])
    assert.deepEqual(await run('echo why >&2; exit 4'), { error: '4: why', bail: false })
    assert.deepEqual(await run('echo early >&2'), { error: '0: early', bail: false })
    assert.deepEqual(await run('exit 32'), { error: '', bail: true })
  })

  test('streams what a plugin prints, and its exit code last', async (t) => {
    const { channel } = await serve(t)
    assert.deepEqual(await output(channel, 'echo "$1 $E"; sleep 0.05; echo err >&2; exit 3'), [
      'a b f=g\n',
      'err\n',
      '3',
    ])
    const much = await output(channel, 'head -c 3000000 /dev/zero')
    assert.equal(much.slice(0, -1).join('').length, 3_000_000)
    assert.equal(much.at(-1), '0')
  })

  test('ends its programs when it is cancelled, and those without a listener', async (t) => {
    const { channel, printed } = await serve(t)
    const running = channel.call(LanguageRuntime.Run, { info: info('echo here; exec sleep 1000') })
    while (printed.length === 0) await new Promise(setImmediate)
    await channel.call(LanguageRuntime.Cancel, {})
    assert.deepEqual(await running, { error: '', bail: true })
    const stopped = channel.stream(LanguageRuntime.RunPlugin, { info: info('echo $$; exec sleep 1000') })
    let pid = 0
    for await (const { stdout } of stopped) {
      pid = Number(stdout)
      break
    }
    while (isThere(pid)) await new Promise(setImmediate)
    const left = new AbortController()
    const other = channel.call(LanguageRuntime.Run, { info: info('echo $$; exec sleep 1000') }, { signal: left.signal })
    while (printed.length < 2) await new Promise(setImmediate)
    left.abort()
    await assert.rejects(other, { code: 'protocol/cancelled' })
    while (isThere(Number(printed[1]?.slice(8)))) await new Promise(setImmediate)
  })

  test('installs step by step, and names the one that failed', async (t) => {
    const { channel } = await serve(t)
    const install = async (entry: string) =>
      (await Array.fromAsync(channel.stream(LanguageRuntime.InstallDependencies, { info: info(entry) }))).map(
        ({ stdout, stderr }) => Buffer.concat([stdout, stderr]).toString().trim(),
      )
    assert.deepEqual(await install('echo two >&2'), ['one', 'two'])
    await assert.rejects(install('exit 7'), /\/bin\/sh -c exit 7 sh in \/ exited with code 7/)
  })

  test('answers questions about a program, and refuses unsupported ones', async (t) => {
    const { channel } = await serve(t)
    const about = { info: info('.') }
    assert.deepEqual(await channel.call(LanguageRuntime.GetPluginInfo, {}), { version: '1.0.0' })
    const { executable, version } = await channel.call(LanguageRuntime.About, about)
    assert.deepEqual([executable, version], ['/bin/sh', '1.2.3'])
    const { packages } = await channel.call(LanguageRuntime.GetRequiredPackages, about)
    assert.deepEqual(
      packages.map(({ name, kind, version: of, parameterization }) => [name, kind, of, parameterization?.name]),
      [['/', 'resource', '1.0.0', 'p']],
    )
    const { plugins } = await channel.call(LanguageRuntime.GetRequiredPlugins, about)
    assert.equal(plugins[0]?.name, '/')
    const asked = { ...about, transitiveDependencies: true }
    assert.deepEqual((await channel.call(LanguageRuntime.GetProgramDependencies, asked)).dependencies, [
      { name: 'd', version: 'true' },
    ])
    const { prompts } = await channel.call(LanguageRuntime.RuntimeOptionsPrompts, about)
    assert.deepEqual(
      [prompts[0]?.choices.map(({ stringValue }) => stringValue), prompts[0]?.default?.stringValue],
      [['a', 'b'], 'b'],
    )
    const chosen = { info: { ...info('.'), options: structToWire(valueMap([['k', 'a']])) } }
    assert.deepEqual((await channel.call(LanguageRuntime.RuntimeOptionsPrompts, chosen)).prompts, [])
    await channel.call(LanguageRuntime.Template, {})
    const pack = { ...LanguageRuntime.Cancel, name: 'Pack', path: '/pulumirpc.LanguageRuntime/Pack' }
    await assert.rejects(channel.call(pack, {}), { code: 'protocol/unimplemented' })
  })
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
