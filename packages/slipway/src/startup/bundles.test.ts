import assert from 'node:assert/strict'
import { isAscii } from 'node:buffer'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const dist = join(import.meta.dirname, '../../dist')

test('what is built is of one byte a letter, and the modules of a bundle have one name', () => {
  const bundles = globSync('**/*.cjs', { cwd: dist })
  assert.ok(bundles.includes('program.cjs') && bundles.includes('whole.cjs'))
  for (const bundle of bundles) {
    const bytes = readFileSync(join(dist, bundle))
    assert.ok(isAscii(bytes), `${bundle}: write letters of a regular expression as \\u00b5`)
    assert.equal(/__(?:esm|commonJS)\(\{(?:async )?"[^"]*"\(/.exec(bytes.toString('latin1')), null, bundle)
  }
})

test('what only some commands need is not read by all', () => {
  const [program, whole] = ['program.cjs', 'whole.cjs'].map((bundle) => readFileSync(join(dist, bundle), 'latin1'))
  for (const only of ['serveBlueprints', 'watchPluginAt', 'testPluginAt', 'watchNodes']) {
    assert.equal(program?.includes(`function ${only}(`), false, only)
    assert.equal(whole?.includes(`function ${only}(`), true, only)
  }
})
