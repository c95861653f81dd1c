import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pulumi } from './dialect.ts'
import { runInFront } from './run-in-front.ts'

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
  const run = (args: readonly string[] = []) =>
    runInFront({
      plugin: {
        id: 'pulumi/tool-x',
        dialect: pulumi,
        kind: 'tool',
        namespace: 'x:',
        version: '',
        file,
        root: { path: dir, origin: 'path' },
        ...(isSource && { isSource }),
      },
      args,
      environment: { PATH: process.env['PATH'] ?? '', NODE: process.execPath, OWN: 'value' },
      cwd: dir,
      say: (message) => said.push(message),
      passOn: (pass) => {
        passed = pass
        return () => (passed = undefined)
      },
    })
  return {
    dir,
    said,
    run,
    signal: (signal: NodeJS.Signals) => passed?.(signal),
    isListening: () => passed !== undefined,
  }
}

describe('a plugin that is run as a command', () => {
  test('has its arguments, our folder and variables, and its exit code is the answer', async (t) => {
    const { dir, run, isListening } = inFront(t, 'tool', '#!/bin/sh\necho "$1 $OWN" > out\nexit 7\n')
    assert.equal(await run(['first']), 7)
    assert.equal(readFileSync(join(dir, 'out'), 'utf8'), 'first value\n')
    assert.equal(isListening(), false)
  })

  test('says something by its engine', async (t) => {
    const { said, run } = inFront(t, 'tool', '#!/bin/sh\nexec "$NODE" log.ts\n')
    assert.equal(await run(), 0)
    assert.deepEqual(said, ['it is done'])
  })

  test('gets the signals that come for us, and ends as they say', async (t) => {
    const { dir, run, signal } = inFront(t, 'tool', '#!/bin/sh\n: > ready\nexec sleep 600\n')
    const running = run()
    while (!existsSync(join(dir, 'ready'))) await sleep(5)
    signal('SIGTERM')
    assert.equal(await running, 128 + 15)
  })

  test('and is no program is refused by name', async (t) => {
    const { dir, run, isListening } = inFront(t, 'tool', 'nothing')
    rmSync(join(dir, 'tool'))
    await assert.rejects(run(), {
      code: 'host/not-executable',
      message: /^.*\/tool cannot be run: there is no such file/,
    })
    assert.equal(isListening(), false)
  })

  test('and is sources must be in a language that Slipway knows, and whole', async (t) => {
    const unknown = inFront(t, 'PulumiPlugin.yaml', 'runtime: cobol', true)
    await assert.rejects(unknown.run(), {
      code: 'host/not-executable',
      message: /PulumiPlugin\.yaml is source code for cobol, which Slipway cannot run as a command$/,
    })
    const lacking = inFront(t, 'PulumiPlugin.yaml', 'runtime: nodejs', true)
    await assert.rejects(lacking.run(), { message: /lacks its dependency @pulumi\/pulumi/ })
  })
})
