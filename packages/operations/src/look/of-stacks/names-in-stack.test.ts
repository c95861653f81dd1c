import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { namesOf } from '../names.ts'
import { compiled } from '../../../../../test/compiled.ts'

const text = `import { stack, secret } from 'slipway'
const of = (schema) => ({ '~standard': { version: 1, vendor: 'x', validate: (value) => ({ value }), jsonSchema: { input: () => schema } } })
const region = of({ enum: ['eu', 'us'] })
export default stack({ variables: { region, /* a: 1 */ dry: of({ type: 'boolean' }), password: secret(of({})) } }, (s, v) => {
  s.resource('db', 'x/y', { name: 'no name' })
  s.resource(\`made-\${v.region}\`, 'x/y')
})
`

test('a shell completes names of a stack from its text, and values from its schemas where the folder is trusted', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-names-in-stack-'))
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'a.stack.ts'), text)
  const world = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd }
  assert.deepEqual(await namesOf(world, 'resource', {}), ['db'])
  assert.deepEqual(await namesOf(world, 'variable', {}), ['dry', 'password', 'region'])
  assert.deepEqual(await namesOf(world, 'variable value', {}), ['dry=false', 'dry=true', 'region=eu', 'region=us'])
  assert.deepEqual(await namesOf({ ...world, trust: 'remembered' }, 'variable value', {}), [])
})
