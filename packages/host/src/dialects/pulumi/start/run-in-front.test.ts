import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@slipway/model'
import { pulumi } from '../dialect.ts'
import type { InstalledPlugin } from '../../dialect.ts'
import { frontRun, runInFront } from './run-in-front.ts'

const logging = `
import { connectChannel } from ${JSON.stringify(import.meta.resolve('@slipway/protocol'))}
import { Engine } from ${JSON.stringify(import.meta.resolve('@slipway/protocol/pulumi'))}
const channel = connectChannel({ port: Number(process.env.PULUMI_RPC_TARGET.split(':')[1]) })
await channel.call(Engine.Log, { severity: 1, message: 'it is done' })
channel.close()
`

function inFront(t: TestContext, name: string, text: string, isSource = false) {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-in-front-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, name)
  writeFileSync(file, text, { mode: 0o755 })
  writeFileSync(join(dir, 'log.ts'), logging)
  const said: string[] = []
  let passed: ((signal: NodeJS.Signals) => void) | undefined
  const plugin: InstalledPlugin = {
    id: 'pulumi/tool-x',
    dialect: pulumi,
    kind: 'tool',
    namespace: 'x:',
    version: '',
    file,
    root: { path: dir, origin: 'path' },
    ...(isSource && { isSource }),
  }
  const run = async (args: readonly string[] = []): Promise<number> => {
    const start = await frontRun(plugin, { args, pwd: dir, installed: () => undefined })
    assert.ok('file' in start)
    return await runInFront({
      plugin,
      start,
      environment: { PATH: process.env['PATH'] ?? '', NODE: process.execPath, OWN: 'value' },
      cwd: dir,
      say: (message) => said.push(message),
      passOn: (pass) => {
        passed = pass
        return () => (passed = undefined)
      },
    })
  }
  return {
    dir,
    said,
    run,
    signal: (signal: NodeJS.Signals) => passed?.(signal),
    isListening: () => passed !== undefined,
  }
}

describe('a plugin run as a command', () => {
  test('gets its arguments, our folder and variables, and decides the exit code', async (t) => {
    const { dir, run, isListening } = inFront(t, 'tool', '#!/bin/sh\necho "$1 $OWN" > out\nexit 7\n')
    assert.equal(await run(['first']), 7)
    assert.equal(readFileSync(join(dir, 'out'), 'utf8'), 'first value\n')
    assert.equal(isListening(), false)
  })

  test('may print through its engine', async (t) => {
    const { said, run } = inFront(t, 'tool', '#!/bin/sh\nexec "$NODE" log.ts\n')
    assert.equal(await run(), 0)
    assert.deepEqual(said, ['it is done'])
  })

  test('gets our signals, and ends by them', async (t) => {
    const { dir, run, signal } = inFront(t, 'tool', '#!/bin/sh\n: > ready\nexec sleep 600\n')
    const running = run()
    while (!existsSync(join(dir, 'ready'))) await sleep(5)
    signal('SIGTERM')
    assert.equal(await running, 128 + 15)
  })

  test('that is no program is refused by name', async (t) => {
    const { dir, run, isListening } = inFront(t, 'tool', 'nothing')
    rmSync(join(dir, 'tool'))
    await assert.rejects(run(), {
      code: 'host/not-executable',
      message: /^.*\/tool cannot be run: there is no such file/,
    })
    assert.equal(isListening(), false)
  })

  const sources: readonly (readonly [string, string, RegExp, RegExp])[] = [
    [
      'a language that nobody runs',
      'runtime: cobol',
      /cannot be run: it is source code for cobol, but no language plugin for cobol is installed$/,
      /^slipway plugin install pulumi:language\/cobol installs it; or put pulumi-language-cobol on the PATH$/,
    ],
    [
      'no runtime',
      'name: x',
      /cannot be run: .*PulumiPlugin\.yaml names no runtime/,
      /^write the runtime of the folder into .*"runtime: nodejs"/,
    ],
    ['what is no YAML', 'runtime: [', /cannot be run: .*PulumiPlugin\.yaml:\d+: /, /^correct .*PulumiPlugin\.yaml/],
    [
      'dependencies that are not there',
      'runtime: nodejs',
      /lacks its dependency @pulumi\/pulumi: run npm install there$/,
      /^cd .*slipway-in-front-\w+ && npm install @pulumi\/pulumi$/,
    ],
    [
      'no virtual environment where it says one is',
      'runtime: { name: python, options: { virtualenv: gone } }',
      /gone is not a virtual environment/,
      /^cd .* && python3 -m venv \S+gone && \S+gone\/bin\/pip install pulumi$/,
    ],
  ]
  for (const [name, text, message, hint] of sources)
    test(`in source form with ${name} is reported with the next step`, async (t) => {
      const failure: unknown = await inFront(t, 'PulumiPlugin.yaml', text, true)
        .run()
        .catch((thrown: unknown) => thrown)
      assert.ok(failure instanceof Failure)
      assert.equal(failure.code, 'host/not-executable')
      assert.match(failure.message, message)
      assert.match(failure.hint ?? '', hint)
    })
})
