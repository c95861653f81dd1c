import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const lacking = `
import { suite, testWith } from ${JSON.stringify(import.meta.resolve('./needs.ts'))}
suite('apples', { skip: 'needs apples: pick some' }, () => {})
testWith('pears', { skip: 'needs pears: shake the tree' }, () => {})
`

/** The runner's output for a file with tests that lack something, with these variables. */
function told(file: string, variables: Readonly<Record<string, string>>): string {
  const { CI: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  const args = ['--test', '--test-reporter=tap', file]
  return spawnSync(process.execPath, args, { env: { ...env, ...variables }, encoding: 'utf8' }).stdout
}

test('a test without its component is skipped with the command that installs it, and fails in CI', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-needs-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'lacking.test.ts')
  writeFileSync(file, lacking)
  const here = told(file, {})
  assert.match(here, /ok 1 - apples # SKIP needs apples: pick some/)
  assert.match(here, /# skipped 2/)
  const inCi = told(file, { CI: 'true' })
  assert.match(inCi, /needs apples: pick some; in CI nothing is skipped for that/)
  assert.match(inCi, /# fail 2/)
  assert.match(told(file, { CI: 'true', SLIPWAY_CI_LACKS: 'pears' }), /# fail 1[^]*# skipped 1/)
})
