import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { processesWith } from '../ledger/world.ts'

const slipway = join(import.meta.dirname, '../../node_modules/.bin/slipway')

/** A machine with an installed tool of Pulumi that prints its input. */
function machine(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'slipway-tool-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const folder = join(home, '.pulumi/plugins/tool-echo-v1.2.0')
  mkdirSync(folder, { recursive: true })
  const script = '#!/bin/sh\necho "$@" "at $PULUMI_RPC_TARGET secret=$SLIPWAY_SECRET"\ncat\nexit 7\n'
  writeFileSync(join(folder, 'pulumi-tool-echo'), script, { mode: 0o755 })
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), SLIPWAY_SECRET: 'x' }
  return (...args: string[]) => spawnSync(slipway, args, { cwd: home, env, input: 'from stdin', encoding: 'utf8' })
}

describe('a tool of Pulumi', () => {
  test('gets the terminal of the command, and decides its exit code', (t) => {
    const { status, stdout } = machine(t)('plugin', 'run', 'tool', 'echo', '--', 'a', '--flag', 'b c')
    assert.match(stdout, /^a --flag b c at 127\.0\.0\.1:\d+ secret=\nfrom stdin$/)
    assert.equal(status, 7)
  })

  test('in source form without its SDK reports what is missing', (t) => {
    const home = mkdtempSync(join(tmpdir(), 'slipway-tool-'))
    t.after(() => rmSync(home, { recursive: true, force: true }))
    const folder = join(home, '.pulumi/plugins/tool-lint-v1.0.0')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'PulumiPlugin.yaml'), 'runtime: nodejs\n')
    writeFileSync(join(folder, 'index.ts'), '')
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config') }
    const { status, stderr } = spawnSync(slipway, ['plugin', 'run', 'tool', 'lint'], {
      cwd: home,
      env,
      encoding: 'utf8',
    })
    assert.equal(status, 1)
    assert.match(
      stderr,
      /cannot be run: .* lacks its dependency @pulumi\/pulumi: run npm install there {2}\[host\/not-executable\]/,
    )
    assert.doesNotMatch(stderr, /a bug in Slipway/)
  })

  test('is addressed by kind, name and version', (t) => {
    const run = machine(t)
    assert.equal(run('plugin', 'run', 'tool', 'echo@1.2.0').status, 7)
    assert.match(run('plugin', 'run', 'tool', 'echo@2.0.0').stderr, /is of version 1\.2\.0, not 2\.0\.0/)
    assert.match(run('plugin', 'run', 'tool', 'eco').stderr, /did you mean "echo"/)
    assert.match(run('plugin', 'run', 'resource', 'echo').stderr, /no resource plugin called echo is installed/)
  })
})

/** A language whose sources are lines for a shell, as another publisher would provide it: it runs `main.sh`. */
const language = `#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { route, RpcServer, streamRoute } from ${JSON.stringify(import.meta.resolve('@slipway/protocol'))}
import { LanguageRuntime } from ${JSON.stringify(import.meta.resolve('@slipway/protocol/pulumi'))}
const running = new Set()
const server = new RpcServer([
  route(LanguageRuntime.GetPluginInfo, () => ({ version: '1.0.0' })),
  route(LanguageRuntime.Cancel, () => (running.forEach((child) => process.kill(-child.pid, 'SIGINT')), {})),
  streamRoute(LanguageRuntime.RunPlugin, async function* ({ info, args, kind, name, env, pwd }) {
    const { broken } = info.options?.fields ?? {}
    if (broken !== undefined) throw new Error('the sources do not fit')
    const given = Object.fromEntries(env.map((one) => one.split(/=(.*)/s)))
    const options = { cwd: pwd, env: { ...process.env, ...given, KIND: kind, NAME: name }, detached: true }
    const child = spawn('/bin/sh', [info.programDirectory + '/main.sh', ...args], options)
    running.add(child)
    const errors = child.stderr.toArray()
    for await (const stdout of child.stdout) yield { stdout }
    for (const stderr of await errors) yield { stderr }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    yield { exitcode: child.exitCode ?? -1 }
  }),
])
const { port } = await server.listen({ port: 0 })
console.log(port)
`

/** A machine with that language, and one plugin of it. */
function sources(t: TestContext, kind: string, script: string, runtime = 'lines') {
  const home = mkdtempSync(join(tmpdir(), 'slipway-tool-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const write = (path: string, text: string): void => {
    const file = join(home, '.pulumi/plugins', path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text, { mode: 0o755 })
  }
  write('language-lines-v1.0.0/language.mts', language)
  write('language-lines-v1.0.0/pulumi-language-lines', '#!/bin/sh\nexec node "$(dirname "$0")/language.mts" "$@"\n')
  write(`${kind}-echo-v1.0.0/PulumiPlugin.yaml`, `runtime: ${runtime}\n`)
  write(`${kind}-echo-v1.0.0/main.sh`, script)
  const env = { ...process.env, HOME: home, TMPDIR: home, XDG_CONFIG_HOME: join(home, 'config'), SLIPWAY_SECRET: 'x' }
  const args = ['plugin', 'run', kind, 'echo', '--']
  return {
    home,
    run: (...more: string[]) => spawnSync(slipway, [...args, ...more], { cwd: home, env, encoding: 'buffer' }),
    start: () => spawn(slipway, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] }),
    /** The remains of a run. */
    left: () => readdirSync(home).filter((name) => name.startsWith('slipway-run-')),
  }
}

describe('a plugin in source form', () => {
  for (const kind of ['tool', 'converter'])
    test(`is run as a ${kind} by its language’s plugin, byte for byte`, (t) => {
      const script = String.raw`printf '%s|' "$@"; printf '\377\n%s %s %s\n' "$KIND" "$NAME" "$PWD"; echo "${'$'}{PULUMI_RPC_TARGET%:*}" "[$SLIPWAY_SECRET]" >&2; exit 7`
      const { run, home, left } = sources(t, kind, script)
      const { status, stdout, stderr } = run('a', '--flag', 'b c')
      assert.equal(status, 7, String(stderr))
      assert.equal(stdout.toString('latin1'), `a|--flag|b c|\xff\n${kind} echo ${home}\n`)
      assert.match(String(stderr), /^127\.0\.0\.1 \[\]$/m)
      assert.deepEqual(left(), [])
    })

  test('ends with Ctrl-C without a leftover process', { timeout: 240_000 }, async (t) => {
    const { start, home, left } = sources(t, 'tool', 'echo ready; exec sleep 600')
    const child = start()
    const [ready] = (await once(child.stdout, 'data')) as [Buffer]
    assert.equal(String(ready), 'ready\n')
    child.kill('SIGINT')
    assert.deepEqual(await once(child, 'exit'), [130, null])
    assert.deepEqual(await processesWith(`HOME=${home}`, 30_000), [])
    assert.deepEqual(left(), [])
  })

  test('is reported with the language plugin’s words if that refuses', (t) => {
    const { run } = sources(t, 'tool', '', '{ name: lines, options: { broken: true } }')
    const { status, stderr } = run()
    assert.equal(status, 1)
    assert.match(String(stderr), /PulumiPlugin\.yaml cannot be run: .*the sources do not fit.*\[host\/not-executable\]/)
  })

  test('is reported with the missing language plugin', (t) => {
    const { status, stderr } = sources(t, 'tool', '', 'cobol').run()
    assert.equal(status, 1)
    assert.match(
      String(stderr),
      /source code for cobol, but no language plugin for cobol is installed[^]*hint: slipway plugin install pulumi:language\/cobol/,
    )
  })
})
