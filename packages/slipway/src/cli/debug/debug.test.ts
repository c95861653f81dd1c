/** Looking into runs and plugins, with the real command and examples/provider as the plugin. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const workspace = join(import.meta.dirname, '../../../../..')
const source = join(workspace, 'examples/provider/plugin.ts')

const blueprint = `
version: 2025-11-02
variables:
  token: { type: string, secret: true, default: quite "secret" }
resources:
  word: { type: random/password, spec: { length: 24 } }
  note: { type: notes/note, spec: { title: A note, text: "\${variables.token} \${resources.word.spec.result}" } }
`

const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-debug-')))
after(() => rmSync(base, { recursive: true, force: true }))

function project(name: string, isInstalled = true): string {
  const folder = join(base, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'app.blueprint.yaml'), blueprint)
  if (!isInstalled) return folder
  const plugin = join(folder, 'plugins/providers/acme/notes/0.1.0')
  mkdirSync(plugin, { recursive: true })
  writeFileSync(join(plugin, 'plugin'), `#!/bin/sh\nexec node ${source}\n`)
  chmodSync(join(plugin, 'plugin'), 0o755)
  writeFileSync(join(folder, 'slipway.config.yaml'), 'plugins: { path: [plugins] }\n')
  return folder
}

interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function slipway(cwd: string, ...args: readonly string[]): Promise<Said> {
  const env = { ...process.env, XDG_CONFIG_HOME: base, XDG_CACHE_HOME: base, NO_COLOR: '1' }
  const child = spawn(join(workspace, 'node_modules/.bin/slipway'), args, { cwd, env })
  const said = Promise.all([child.stdout.toArray(), child.stderr.toArray()])
  const [code] = (await once(child, 'close')) as [number]
  const [out = '', err = ''] = (await said).map((chunks) => Buffer.concat(chunks as Buffer[]).toString())
  return { code, out, err }
}

/** A free port below those that the system gives to connections and to servers that name none: nobody takes it by chance. */
async function freePort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); ; port++) {
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

describe('slipway debug', () => {
  const folder = project('looked-into')

  test('wire runs a command and shows its calls, without any secret', async () => {
    const { code, out, err } = await slipway(folder, 'debug', 'wire', '--', 'up', '--yes')
    assert.equal(code, 0, err)
    assert.match(out, /acme\/notes DeployResource \(\d+ ms\)\n {2}request: \{[^]*"title"[^]*\n {2}answer: \{/)
    assert.match(out, /\(secret\)/)
    const [, id = ''] = /"resourceId": "(\w+)"/.exec(out.slice(out.indexOf('acme/notes DeployResource'))) ?? []
    const written = readFileSync(join(folder, 'notes', `${id}.md`), 'utf8')
    const [, password = ''] = /quite "secret" (.{24})/.exec(written) ?? []
    assert.notEqual(password, '')
    for (const secret of [password, 'quite "secret"', 'quite \\"secret\\"']) assert.ok(!out.includes(secret), secret)
  })

  test('wire writes them to a file, for its owner alone, and ends as the command did', async () => {
    const { code, err } = await slipway(
      folder,
      'debug',
      'wire',
      '--out',
      'calls.jsonl',
      '--',
      'plan',
      '--detailed-exitcode',
    )
    assert.deepEqual([code, err.includes('The calls are in')], [0, true])
    const { code: none, err: why } = await slipway(folder, 'debug', 'wire', '--', 'version')
    assert.deepEqual([none, why.includes('slipway version did not call any plugin')], [1, true])
  })

  test('journal shows a run’s entries, and lists the runs', async () => {
    const { out } = await slipway(folder, 'debug', 'journal')
    const words = out.split('\n').map((line) => line.split(/ {2,}/).slice(1, 3).join(' '))
    assert.deepEqual(words.slice(1, -1), ['begun up', 'recorded word', 'recorded note', 'ended up'])
    const { code, err } = await slipway(folder, 'debug', 'journal', '--run', 'nope')
    assert.equal(code, 1)
    assert.match(err, /there is no run nope of app.*\n.*hint: there are: \w{26}\n/)
  })

  test('plan gives the reason for each step', async () => {
    writeFileSync(join(folder, 'app.blueprint.yaml'), blueprint.replace('length: 24', 'length: 30'))
    const { out } = await slipway(folder, 'debug', 'plan')
    assert.match(out, /^word \(random\/password\): replace\n {4}recorded: created since .* by slipway\/random/m)
    assert.match(out, /cannot change in place: spec.length/)
    assert.match(out, /^note \(notes\/note\): update\n[^]*differs in: spec.text\n {4}starts after: word \(replace\)/m)
    const { err } = await slipway(folder, 'debug', 'plan', '--only', 'nobody')
    assert.match(err, /the plan has no step for nobody/)
  })
})

test('--attach takes a running plugin that is not installed, run after run', async (t) => {
  const folder = project('attached', false)
  const port = await freePort()
  const env = { ...process.env, SLIPWAY_PLUGIN_ATTACH: String(port) }
  const plugin = spawn(process.execPath, [source], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const said = plugin.stderr.toArray()
  t.after(() => plugin.kill('SIGKILL'))
  const args = ['--yes', '--attach', `acme/notes=127.0.0.1:${port}`]
  const up = await slipway(folder, 'up', ...args)
  assert.equal(up.code, 0, up.err)
  assert.match(
    up.err,
    new RegExp(`Slipway waits for acme/notes at 127.0.0.1:${port}: start it with SLIPWAY_PLUGIN_ATTACH=${port}`),
  )
  const destroyed = await slipway(folder, 'destroy', ...args)
  assert.equal(destroyed.code, 0, destroyed.err)
  assert.equal(plugin.exitCode, null)
  plugin.kill('SIGKILL')
  assert.equal(
    Buffer.concat((await said) as Buffer[])
      .toString()
      .match(/acme\/notes attached/g)?.length,
    2,
  )
})

test('--attach and --inspect-plugin explain their arguments', async () => {
  const folder = project('wrong', false)
  for (const [args, expected] of [
    [['--attach', 'acme/notes=10.0.0.1:80'], /acme\/notes cannot be attached at "10\.0\.0\.1:80"/],
    [['--attach', 'acme/notes'], /--attach acme\/notes has no address for the plugin/],
    [['--inspect-plugin', 'acme/notes=0'], /cannot be debugged at port 0/],
  ] as const) {
    const { code, err } = await slipway(folder, 'plan', ...args)
    assert.equal(code, 1)
    assert.match(err, expected)
  }
})

test('--inspect-plugin has the plugin wait until a debugger lets it run', async () => {
  const folder = project('inspected')
  const port = await freePort()
  const up = slipway(folder, 'up', '--yes', '--inspect-plugin', `acme/notes=${port}`)
  let socket: string | undefined
  while (socket === undefined) {
    const targets = await fetch(`http://127.0.0.1:${port}/json`).catch(() => undefined)
    const [target] = ((await targets?.json()) ?? []) as { webSocketDebuggerUrl: string }[]
    socket = target?.webSocketDebuggerUrl
    if (socket === undefined) await sleep(50)
  }
  const debugging = new WebSocket(socket)
  await once(debugging, 'open')
  debugging.send(JSON.stringify({ id: 1, method: 'Runtime.runIfWaitingForDebugger' }))
  await once(debugging, 'message')
  debugging.close()
  const { code, err } = await up
  assert.equal(code, 0, err)
  assert.match(err, new RegExp(`waits for a debugger at 127\\.0\\.0\\.1:${port}`))
})
