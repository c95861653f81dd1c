import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { corePluginRoot } from '../core-plugins.ts'
import { importResource } from './import-resource.ts'
import { plan } from './plan.ts'
import { compiled } from '../../../../test/compiled.ts'

test('a thing without any id is refused with advice on importing, by hand and in the blueprint', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-import-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { ...compiled, PATH: process.env['PATH'], HOME: cwd }, cwd, ownPlugins: corePluginRoot() }
  const write = (metadata: string) =>
    writeFileSync(
      join(cwd, 'a.blueprint.yaml'),
      `version: 2025-11-02\n${metadata}resources: {note: {type: local/directory, spec: {path: note}}}\n`,
    )
  const refusal = { code: 'engine/needs-no-id', message: /^note cannot be imported: a local\/directory has no id/ }
  write('')
  await assert.rejects(importResource(slipway, { resource: 'note', id: 'note.txt' }), refusal)
  write('metadata: {slipway: {import: [{to: note, id: note.txt}]}}\n')
  await assert.rejects(plan(slipway), refusal)
})

test('a file is imported by its path, in any spelling, and goes with the resource', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-import-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { ...compiled, PATH: process.env['PATH'], HOME: cwd }, cwd, ownPlugins: corePluginRoot() }
  writeFileSync(join(cwd, 'note.txt'), 'theirs')
  const wanted = '{type: local/file, spec: {path: note.txt, content: ours}}'
  writeFileSync(join(cwd, 'a.blueprint.yaml'), `version: 2025-11-02\nresources: {note: ${wanted}}\n`)
  await assert.rejects(importResource(slipway, { resource: 'note', id: 'other.txt' }), { code: 'engine/no-such-id' })
  const { resource } = await importResource(slipway, { resource: 'note', id: `${cwd}/./note.txt` })
  assert.deepEqual([resource.spec['content'], resource.spec['adopted']], ['theirs', false])
  const { plan: made } = await plan(slipway)
  assert.deepEqual(
    made.steps.map(({ action, changes }) => [action, changes.map(({ path }) => path)]),
    [['update', ['spec.content']]],
  )
})

const withId = (spec: string): string => `{n: {type: random/id}, note: {type: local/file, spec: {${spec}}}}`

test('a file is imported by its path before its content is known; one with an unknown path is refused with a way out', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-import-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { ...compiled, PATH: process.env['PATH'], HOME: cwd }, cwd, ownPlugins: corePluginRoot() }
  writeFileSync(join(cwd, 'note.txt'), 'theirs')
  const write = (spec: string): void =>
    writeFileSync(join(cwd, 'a.blueprint.yaml'), `version: 2025-11-02\nresources: ${withId(spec)}\n`)
  write('path: "${resources.n.spec.result}", content: ours')
  await assert.rejects(importResource(slipway, { resource: 'note', id: 'note.txt' }), {
    message: /the path of the file is not known yet/,
    hint: /slipway up --target NAME/,
  })
  write('path: note.txt, content: "${resources.n.spec.result}"')
  const { resource } = await importResource(slipway, { resource: 'note', id: 'note.txt' })
  assert.equal(resource.spec['content'], 'theirs')
})
