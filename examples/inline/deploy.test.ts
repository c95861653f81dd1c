import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

test('a program without a blueprint deploys, goes on with what it has, and takes down what it deployed', (context) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-inline-')))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
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
    return stdout.trim().split('\n')
  }
  const text = (path: string): string => readFileSync(join(folder, path), 'utf8')
  assert.deepEqual(run('up', 'ada', 'grace'), ['succeeded'])
  const page = text('pages/ada.html')
  assert.match(page, /^<h1>ada, the \w+ \w+<\/h1>$/)
  assert.equal(text('index.html').split('\n').length, 2)
  assert.deepEqual(run('plan', 'ada', 'alan'), [
    'create badge-alan',
    'create page-alan',
    'update index',
    'delete page-grace',
    'delete badge-grace',
  ])
  assert.deepEqual(run('up', 'ada'), ['succeeded'])
  assert.deepEqual([text('pages/ada.html'), existsSync(join(folder, 'pages/grace.html'))], [page, false])
  assert.deepEqual(run('up', 'ada'), ['unchanged'])
  assert.deepEqual(run('destroy'), ['succeeded'])
  assert.equal(existsSync(join(folder, 'index.html')), false)
})
