import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { compiled } from '../../../../test/compiled.ts'
import { corePluginRoot, plan, up, validate } from '../index.ts'

/** The function throws while `second` waits for a value of `first`. */
const text = `
export default (s) => {
  const first = s.resource('first', 'random/pet', {})
  s.resource('second', 'null/resource', { value: first.out.result })
  throw new Error('no money left')
}
`

test(
  'a function that throws while a resource waits for another fails at once, in plan, up and validate',
  { timeout: 120_000 },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-failing-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'shop.stack.ts')
    writeFileSync(file, text)
    const env = { ...compiled, HOME: folder, PATH: process.env['PATH'] }
    const slipway = { env, cwd: folder, ownPlugins: corePluginRoot() }
    const failure = /shop\.stack\.ts:5:9: no money left/
    const failed = (thrown: unknown): boolean => failure.test(inspect(thrown))
    await assert.rejects(plan(slipway, { file }), failed)
    await assert.rejects(up(slipway, { file, approve: true }), failed)
    const { diagnostics } = await validate(slipway, { file })
    assert.match(diagnostics.map(({ message }) => message).join('\n'), failure)
  },
)

test('a function that throws a secret does not show it', { timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-failing-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'shop.stack.ts')
  writeFileSync(
    file,
    `import { secret, stack } from 'slipway'
import * as z from ${JSON.stringify(import.meta.resolve('zod'))}
export default stack({ variables: { token: secret(z.string()) } }, async (s, v) => {
  throw new Error('refused: ' + (await v.token.known()), { cause: new Error('by ' + (await v.token.known())) })
})
`,
  )
  const slipway = {
    env: { ...compiled, HOME: folder, PATH: process.env['PATH'] },
    cwd: folder,
    ownPlugins: corePluginRoot(),
  }
  const thrown = await plan(slipway, { file, variables: { token: 'hunter2-hunter2' } }).catch((error: unknown) => error)
  assert.match(String(thrown), /refused: \(secret\): by \(secret\)/)
  assert.doesNotMatch(inspect(thrown), /hunter2/)
})
