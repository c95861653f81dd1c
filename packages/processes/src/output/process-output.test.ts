import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { once } from 'node:events'
import { LogFile } from './log-file.ts'
import { ProcessOutput } from './process-output.ts'

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-log-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function print(output: ProcessOutput, name: 'stdout' | 'stderr', ...chunks: string[]): Promise<void> {
  const stream = new PassThrough()
  output.capture(name, stream)
  for (const chunk of chunks) {
    stream.write(chunk)
    await new Promise(setImmediate)
  }
  stream.end()
  await once(stream, 'end')
}

describe('the output of a process', () => {
  test('keeps the last lines of stderr, or of stdout when there are none', async (t) => {
    const output = new ProcessOutput({ log: new LogFile(join(folder(t), 'plugin.log')) })
    await print(output, 'stdout', 'hello\n')
    assert.deepEqual(output.tail(), ['hello'])
    await print(output, 'stderr', Array.from({ length: 30 }, (_, line) => `${line}\n`).join(''))
    assert.deepEqual([output.tail().length, output.tail().at(-1)], [20, '29'])
  })

  test('cannot control a terminal', async (t) => {
    const path = join(folder(t), 'plugin.log')
    const log = new LogFile(path)
    const output = new ProcessOutput({ log })
    await print(output, 'stderr', '\u001b[31mred\u001b[0m\u0007 \u001b]0;title\u0007end\n')
    await log.close()
    assert.deepEqual(output.tail(), ['red end'])
    assert.match(readFileSync(path, 'utf8'), /^\S+ stderr red end\n$/)
  })

  test('beyond its allowance is dropped and counted, and the allowance grows again with time', async (t) => {
    const path = join(folder(t), 'plugin.log')
    const log = new LogFile(path)
    let now = 0
    const shown: string[] = []
    const output = new ProcessOutput({ log, bytesPerSecond: 10, now: () => now, onLine: (_, line) => shown.push(line) })
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
        'host   30 bytes dropped: it prints faster than 10 bytes a second, or than the disk can write',
        'stdout c',
      ],
    )
    assert.match(shown.slice(1).join(), /^30 bytes dropped: .*,c$/)
  })
})
