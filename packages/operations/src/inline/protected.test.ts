import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { corePluginRoot, type InlineProgram, plan, up } from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

const safe: InlineProgram = (stack) => {
  stack.resource('safe', 'local/file', { path: 'safe.txt', content: 'what counts' }, { protect: true })
}

/** The same file under another name. */
const moved: InlineProgram = (stack) => {
  stack.resource('other', 'local/file', { path: 'safe.txt', content: 'what counts' }, { protect: true })
}

const added: InlineProgram = (stack) => {
  stack.resource('safe', 'local/file', { path: 'more.txt', content: 'new' })
}

/** Returns a request whose program asks for the parts in this order. */
const running = (...parts: readonly InlineProgram[]) => {
  const program: InlineProgram = (stack) => parts.forEach((part) => void part(stack))
  return { instance: 'site', program, approve: true, throws: false } as const
}

test('a protected resource is renamed, and its old name goes to a new one, if the renamed one comes first', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-protected-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const files = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.txt'))
  const slipway = {
    env: { ...compiled, HOME: folder, PATH: process.env['PATH'] },
    cwd: folder,
    ownPlugins: corePluginRoot(),
  }
  await up(slipway, running(safe))
  await assert.rejects(plan(slipway, running(added, moved)), {
    code: 'engine/protected',
    hint: /^if the resource has another name now, ask for it under that name first; if it may be destroyed: /,
  })
  const refused = await up(slipway, running(added, moved))
  assert.deepEqual([refused.outcome, files()], ['failed', ['safe.txt']])
  const { plan: shown } = await plan(slipway, running(moved, added))
  assert.deepEqual(
    shown.steps.map(({ action, name }) => `${action} ${name}`),
    ['none other', 'create safe'],
  )
  const { outcome } = await up(slipway, running(moved, added))
  assert.deepEqual([outcome, files()], ['succeeded', ['more.txt', 'safe.txt']])
})
