/** The mistake that the README shows, made: the same words come. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const workspace = join(import.meta.dirname, '../..')

test('the mistake in the README is told as it says', (context) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-readme-')))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const website = readFileSync(join(workspace, 'examples/website/site.blueprint.yaml'), 'utf8')
  writeFileSync(join(folder, 'site.blueprint.yaml'), website.replace('byteLength:', 'length:'))
  const { status, stderr } = spawnSync(join(workspace, 'node_modules/.bin/slipway'), ['validate'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  assert.equal(status, 1)
  const readme = readFileSync(join(workspace, 'README.md'), 'utf8')
  const [, shown = ''] = /^( {4}site\.blueprint\.yaml:\d[^]*?)\n\n/m.exec(readme) ?? []
  assert.equal(stderr.trim(), shown.replaceAll(/^ {4}/gm, '').trim())
})
