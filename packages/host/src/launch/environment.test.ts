import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pluginEnvironment } from './environment.ts'

/** The names in the folder of a plugin in Python after it has run. */
function leftByPython(t: TestContext, cache?: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-environment-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'part.py'), 'answer = 42\n')
  writeFileSync(join(folder, 'main.py'), 'import part\nprint(part.answer)\n')
  const { PATH } = process.env
  const env = pluginEnvironment({
    engine: { PATH },
    policy: { mode: 'inherit' },
    variables: {},
    ...(cache !== undefined && { compileCacheDir: join(folder, cache) }),
  })
  assert.equal(execFileSync('python3', [join(folder, 'main.py')], { env, encoding: 'utf8' }), '42\n')
  return readdirSync(folder).toSorted()
}

test('Python leaves no compiled code next to a plugin’s sources', (t) => {
  assert.deepEqual(leftByPython(t, 'cache'), ['cache', 'main.py', 'part.py'])
})

test('Python compiles each time without a safe cache', (t) => {
  assert.deepEqual(leftByPython(t), ['main.py', 'part.py'])
})
