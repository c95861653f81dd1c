import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Descriptor } from '@slipway/installer'
import type { Output } from '../../console/console.ts'
import { installProgress } from './install-progress.ts'

const random: Descriptor = { form: { form: 'pulumi', kind: 'resource', name: 'random' } }

function output(isTerminal: boolean): { readonly err: Output; readonly said: string[] } {
  const said: string[] = []
  const write = (text: string): void => void said.push(text)
  const err = { write, writeAsIs: write, isTerminal, columns: 200, color: false, ...(isTerminal && { draw: write }) }
  return { err, said }
}

test('on a terminal one line shows size, speed and time', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now = 0
  const { err, said } = output(true)
  const progress = installProgress({ err }, false, () => now)
  progress.step({ descriptor: random, step: 'download', bytes: 10_000_000, total: 50_000_000 })
  now = 2000
  progress.step({ descriptor: random, step: 'download', bytes: 20_000_000, total: 50_000_000 })
  t.mock.timers.tick(100)
  assert.match(said.at(-1) ?? '', /pulumi:random: downloading, 20\.0 of 50\.0 MB, 5\.0 MB\/s, 6\.0 s left$/)
  progress.close()
  assert.equal(said.at(-1), '\r\u001B[2K')
})

test('elsewhere a line says what begins, and nothing is printed with JSON', () => {
  const plain = output(false)
  const progress = installProgress({ err: plain.err }, false)
  for (const bytes of [1, 2]) progress.step({ descriptor: random, step: 'download', bytes })
  progress.step({ descriptor: random, step: 'dependencies', line: 'added 3 packages' })
  assert.deepEqual(plain.said, ['pulumi:random: downloading …\n', 'pulumi:random: added 3 packages\n'])
  const quiet = output(false)
  installProgress({ err: quiet.err }, true).step({ descriptor: random, step: 'download', bytes: 1 })
  assert.deepEqual(quiet.said, [])
})
