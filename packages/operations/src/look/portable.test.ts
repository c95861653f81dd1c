import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { corePluginRoot } from '../core-plugins.ts'
import { validate } from './validate.ts'

test('validate names what only Slipway has, in a blueprint and in its children, if it is asked to', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-portable-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(
    join(cwd, 'a.blueprint.yaml'),
    'version: 2025-11-02\nmetadata: { slipway: { checks: [] } }\ninclude:\n  one: { path: child.yaml }\n  two: { path: child.yaml }\n',
  )
  writeFileSync(
    join(cwd, 'child.yaml'),
    'version: 2025-11-02\nresources:\n  a: { type: random/id, options: { protect: true } }\n',
  )
  const slipway = { cwd, env: {}, ownPlugins: corePluginRoot() }
  const { diagnostics } = await validate(slipway, { file: 'a.blueprint.yaml', portable: true })
  const beyond = diagnostics.filter(({ code }) => code === 'blueprint/beyond-specification')
  assert.deepEqual(
    beyond.map(({ severity, file = '', range, message }) => [
      severity,
      basename(file),
      range?.start.line,
      message.split(' ')[0],
    ]),
    [
      ['warning', 'a.blueprint.yaml', 2, 'metadata.slipway.checks'],
      ['error', 'child.yaml', 3, 'resources.a.options'],
    ],
  )
  assert.deepEqual((await validate(slipway, { file: 'a.blueprint.yaml' })).diagnostics, [])
})
