import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { deployEngine } from '../dialects/deploy-engine/dialect.ts'
import { contentMark, quickMark } from './fingerprint.ts'
import { loadedFiles } from './loaded-files.ts'

function project(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-loaded-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  return { folder, write }
}

test('the files of a source plugin are found through its imports', (t) => {
  const { folder } = project(t, {
    'note.ts': `import './side.ts'
import type { A } from './lib.js'
export * from './folder'
const { b } = await import('./late')
const c = require('./old.cjs')
import z from 'zod'
import own from '@acme/linked'
import { readFileSync } from 'node:fs'
const no = f('./unused.ts')`,
    'side.ts': "import './note.ts'",
    'lib.ts': "import data from './data.json' with { type: 'json' }",
    'data.json': '{}',
    'folder/index.ts': '',
    'late.mts': '',
    'old.cjs': '',
    'unused.ts': '',
    'node_modules/zod/package.json': '{ "name": "zod", "version": "1.0.0", "main": "index.js" }',
    'node_modules/zod/index.js': '',
    'packages/linked/package.json': '{ "name": "@acme/linked", "main": "main.cjs" }',
    'packages/linked/main.cjs': '',
  })
  mkdirSync(join(folder, 'node_modules/@acme'))
  symlinkSync(join(folder, 'packages/linked'), join(folder, 'node_modules/@acme/linked'))
  const files = [...loadedFiles([join(folder, 'note.ts')])].map(({ file }) => relative(folder, file))
  assert.deepEqual(files.sort(), [
    'data.json',
    'folder/index.ts',
    'late.mts',
    'lib.ts',
    'node_modules/zod/package.json',
    'note.ts',
    'old.cjs',
    'packages/linked/main.cjs',
    'side.ts',
  ])
})

test('a source plugin changes with the content of any file that it loads', async (t) => {
  const { folder, write } = project(t, { 'note.ts': "import './lib.ts'", 'lib.ts': '1', 'other.ts': '' })
  const file = join(folder, 'note.ts')
  const plugin = { file, dialect: deployEngine, sources: { files: { 'my/note': file }, runner: '/runner.cjs' } }
  const before = quickMark(plugin)
  write('lib.ts', '1')
  write('other.ts', 'changed')
  assert.deepEqual([quickMark(plugin), await contentMark(plugin)], [before, before])
  write('lib.ts', '2')
  assert.notEqual(quickMark(plugin), before)
})
