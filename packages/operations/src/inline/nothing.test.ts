import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compiled } from '../../../../test/compiled.ts'
import { corePluginRoot, exportsOf, type InlineProgram, up } from '../index.ts'

const given: readonly unknown[] = ['x', null, undefined, 'y']

const program: InlineProgram = (s) => {
  const kept = s.resource('kept', 'null/resource', { value: { list: given, a: null, b: undefined } } as never)
  return { spec: kept.out['value'] as never, list: given as never, call: s.call('jsonencode', given as never) }
}

test('an item that is nothing is left out of a spec, as none in a blueprint, and stays as null in an export and a call', async (t) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-nothing-')))
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  await up(slipway, { instance: 'site', approve: true, program })
  const { exports } = await exportsOf(slipway, { instance: 'site' })
  assert.deepEqual(JSON.parse(JSON.stringify(exports)), {
    spec: { list: ['x', 'y'] },
    list: ['x', null, null, 'y'],
    call: '["x",null,null,"y"]',
  })
})
