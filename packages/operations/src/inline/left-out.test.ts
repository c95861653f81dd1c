import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { corePluginRoot, type InlineProgram, plan, up } from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

const before: InlineProgram = (stack) => {
  stack.resource('first', 'local/file', { path: 'one.txt', content: 'one' })
  stack.resource('second', 'local/file', { path: 'two.txt', content: 'two' })
}

/** The names of the two files are swapped, and one of them reads something new. */
const after: InlineProgram = (stack) => {
  const { output } = stack.resource('new', 'local/file', { path: 'new.txt', content: 'new' })
  stack.resource('first', 'local/file', { path: 'two.txt', content: 'two' })
  stack.resource('second', 'local/file', { path: 'one.txt', content: output('content') })
}

test('a left-out resource that needs a missing one keeps everything that it may refer to', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-left-out-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const slipway = {
    env: { ...compiled, HOME: folder, PATH: process.env['PATH'] },
    cwd: folder,
    ownPlugins: corePluginRoot(),
  }
  const request = { instance: 'site', program: after, approve: true } as const
  const content = (name: string): string => readFileSync(join(folder, name), 'utf8')
  await up(slipway, { ...request, program: before })
  const { plan: shown } = await plan(slipway, { ...request, targets: ['first'] })
  assert.deepEqual(
    shown.steps.map(({ action, name, reason }) => [action, name, reason]),
    [
      ['none', 'first', undefined],
      ['none', 'first', 'it may belong to second, which this run leaves out'],
    ],
  )
  const { outcome } = await up(slipway, { ...request, targets: ['first'] })
  assert.deepEqual([outcome, content('one.txt'), content('two.txt')], ['succeeded', 'one', 'two'])
  assert.ok(!existsSync(join(folder, 'new.txt')))
  const whole = await up(slipway, request)
  assert.deepEqual([whole.outcome, content('one.txt'), content('two.txt')], ['succeeded', 'new', 'two'])
})
