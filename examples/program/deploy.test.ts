import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

test('a program deploys for two customers side by side, and takes down what it deployed', (context) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-program-')))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(import.meta.dirname, 'page.blueprint.yaml'), join(folder, 'page.blueprint.yaml'))
  // Slipway runs from its sources here: without it Node would take the types out of all of them each time.
  const NODE_COMPILE_CACHE = process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled')
  const env = { PATH: process.env['PATH'], HOME: folder, NODE_COMPILE_CACHE }
  const run = (...args: readonly string[]): readonly string[] => {
    const program = join(import.meta.dirname, 'deploy.ts')
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    return stdout.trim().split('\n').sort()
  }
  assert.deepEqual(run('up', 'ada', 'grace'), [
    'ada: id is done (create)',
    'ada: page is done (create)',
    'grace: id is done (create)',
    'grace: page is done (create)',
    'page-ada: succeeded',
    'page-grace: succeeded',
  ])
  assert.match(readFileSync(join(folder, 'pages/grace.html'), 'utf8'), /^<h1>grace<\/h1><!-- [0-9a-f]{8} -->$/)
  assert.deepEqual(run('up', 'ada'), ['page-ada: unchanged'])
  assert.deepEqual(run('destroy', 'ada', 'grace').slice(-2), ['page-ada: succeeded', 'page-grace: succeeded'])
  assert.equal(existsSync(join(folder, 'pages/ada.html')), false)
})
