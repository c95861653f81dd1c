import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { BatchedOutput } from './batched-output.ts'

test('lines are written in order, and immediate followers together', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  context.after(() => mock.timers.reset())
  let now = 0
  const written: string[] = []
  const lines = new BatchedOutput({ write: (text) => void written.push(text) }, () => now)
  lines.write('one\n')
  lines.write('two\n')
  await turn()
  assert.deepEqual(written, ['one\ntwo\n'])
  now = 5
  lines.write('three\n')
  await turn()
  lines.write('four\n')
  assert.equal(written.length, 1)
  now = 20
  mock.timers.tick(15)
  assert.deepEqual(written.slice(1), ['three\nfour\n'])
  lines.write('five\n')
  lines.flush()
  assert.deepEqual(written.slice(2), ['five\n'])
  now = 60
  lines.write('six\n')
  await turn()
  mock.timers.tick(60)
  assert.deepEqual(written.slice(3), ['six\n'])
})

test('waiting lines are written when the process ends, in any way', () => {
  const lines = `import { writeSync } from 'node:fs'
const { BatchedOutput } = await import(${JSON.stringify(new URL('batched-output.ts', import.meta.url))})
const lines = new BatchedOutput({ write: (text) => writeSync(1, text) }, () => 0)
lines.write('one ')
lines.flush()
lines.write('two')`
  for (const end of ['process.exit()', "throw new Error('no')"]) {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', `${lines}\n${end}`], {
      encoding: 'utf8',
    })
    assert.equal(stdout, 'one two', end)
  }
})
