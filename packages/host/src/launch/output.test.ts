import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { once } from 'node:events'
import { describeExit } from './exit-status.ts'
import { LogFile } from './log-file.ts'
import { PluginOutput } from './output.ts'

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-log-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function print(output: PluginOutput, name: 'stdout' | 'stderr', ...chunks: string[]): Promise<void> {
  const stream = new PassThrough()
  output.capture(name, stream)
  for (const chunk of chunks) {
    stream.write(chunk)
    await new Promise(setImmediate)
  }
  stream.end()
  await once(stream, 'end')
}

describe('a log file', () => {
  test('is made by its first line', async (t) => {
    const path = join(folder(t), 'a/b/plugin.log')
    const log = new LogFile(path)
    await log.close()
    assert.equal(existsSync(path), false)
    log.append('one\n')
    log.append('two\n')
    await log.close()
    assert.equal(readFileSync(path, 'utf8'), 'one\ntwo\n')
  })

  test('is put aside when it is full: two of them at most', async (t) => {
    const dir = folder(t)
    const path = join(dir, 'plugin.log')
    const log = new LogFile(path, { maxBytes: 100 })
    for (let line = 100; line < 150; line++) {
      log.append(`${'x'.repeat(46)}${line}\n`)
      // What is appended while a line is written would be written with the next one.
      while (!existsSync(path) || !readFileSync(path, 'utf8').endsWith(`${line}\n`)) await new Promise(setImmediate)
    }
    await log.close()
    assert.deepEqual(readdirSync(dir).sort(), ['plugin.log', 'plugin.log.1'])
    assert.ok(statSync(path).size + statSync(`${path}.1`).size <= 200)
  })

  test('says no when too much waits, and does no harm when there is no place for it', async (t) => {
    const dir = folder(t)
    const log = new LogFile(join(dir, 'plugin.log'), { maxPendingBytes: 10 })
    assert.equal(log.append('12345\n'), true)
    assert.equal(log.append('1234567890\n'), false)
    await log.close()
    writeFileSync(join(dir, 'file'), '')
    const nowhere = new LogFile(join(dir, 'file/plugin.log'))
    nowhere.append('x')
    await nowhere.close()
  })
})

describe('the output of a plugin', () => {
  test('keeps the last lines of stderr, or of stdout when there are none', async (t) => {
    const output = new PluginOutput({ log: new LogFile(join(folder(t), 'plugin.log')) })
    await print(output, 'stdout', 'hello\n')
    assert.deepEqual(output.tail(), ['hello'])
    await print(output, 'stderr', Array.from({ length: 30 }, (_, line) => `${line}\n`).join(''))
    assert.deepEqual([output.tail().length, output.tail().at(-1)], [20, '29'])
  })

  test('does not steer terminals', async (t) => {
    const path = join(folder(t), 'plugin.log')
    const log = new LogFile(path)
    const output = new PluginOutput({ log })
    await print(output, 'stderr', '\u001b[31mred\u001b[0m\u0007 \u001b]0;title\u0007end\n')
    await log.close()
    assert.deepEqual(output.tail(), ['red end'])
    assert.match(readFileSync(path, 'utf8'), /^\S+ stderr red end\n$/)
  })

  test('beyond its allowance is dropped and counted, and the allowance grows again with time', async (t) => {
    const path = join(folder(t), 'plugin.log')
    const log = new LogFile(path)
    let now = 0
    const output = new PluginOutput({ log, bytesPerSecond: 10, now: () => now })
    await print(output, 'stdout', `${'a'.repeat(39)}\n`, `${'b'.repeat(29)}\n`)
    assert.equal(output.dropped, 30)
    now = 4000
    await print(output, 'stdout', 'c\n')
    await log.close()
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    assert.deepEqual(
      lines.map((line) => line.slice(25)),
      [
        `stdout ${'a'.repeat(39)}`,
        'host   30 bytes dropped: the plugin prints faster than 10 bytes a second',
        'stdout c',
      ],
    )
  })
})

test('an exit is told in words', () => {
  assert.equal(describeExit({ code: 3, signal: null }), 'exited with code 3')
  assert.equal(
    describeExit({ code: null, signal: 'SIGKILL' }),
    'was killed by SIGKILL, by somebody or for want of memory',
  )
  assert.equal(describeExit({ code: null, signal: 'SIGHUP' }), 'was killed by SIGHUP')
  assert.match(describeExit({ code: 127, signal: null }), /cannot be executed/)
  assert.match(describeExit({ code: null, signal: null, error: new Error('EAGAIN') }), /could not be started: EAGAIN/)
})
