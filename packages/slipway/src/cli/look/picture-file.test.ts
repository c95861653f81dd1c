import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Picture } from '../../picture/picture.ts'
import type { Console } from '../console/console.ts'
import { writePicture } from './picture-file.ts'

const picture = (title: string): Picture => ({ title, summary: '', nodes: [], edges: [] })

test('a picture replaces an earlier picture, and no other file', (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-picture-'))
  t.after(() => rmSync(cwd, { recursive: true }))
  const console = { cwd, err: { write: () => true } } as unknown as Console
  writePicture('page.html', picture('first'), console)
  writePicture('page.html', picture('second'), console)
  assert.match(readFileSync(join(cwd, 'page.html'), 'utf8'), /second/)
  const blueprint = 'version: 2025-11-02\n'
  writeFileSync(join(cwd, 'app.blueprint.yaml'), blueprint)
  assert.throws(() => writePicture('app.blueprint.yaml', picture('third'), console), { code: 'cli/file-is-there' })
  assert.equal(readFileSync(join(cwd, 'app.blueprint.yaml'), 'utf8'), blueprint)
})
