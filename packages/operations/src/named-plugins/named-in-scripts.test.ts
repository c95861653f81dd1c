import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keysInScripts } from './named-in-scripts.ts'

test('keys that a stack writes out are known without running it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'site.stack.ts'),
    `export default (s) => {
  s.plugin('tflocal', "terraform:hashicorp/local@~>1.4")
  s.plugin(keyOf('x'), 'terraform:hashicorp/random')
  s.plugin('bad', 'terraform:nothing')
  s.resource('page', 'tflocal/local_file', {})
}
`,
  )
  assert.deepEqual(
    keysInScripts(folder).map(({ key, descriptor: { form, version }, line }) => [key, form, version, line]),
    [['tflocal', { form: 'terraform', name: 'hashicorp/local' }, '~> 1.4', 2]],
  )
})
