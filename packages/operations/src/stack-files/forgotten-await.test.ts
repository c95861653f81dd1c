import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { corePluginRoot, type Slipway, up } from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

test('a resource is kept that a stack asks for after a timer, in a function that it does not await', async (t) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-forgotten-await-')))
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  const env = { ...compiled, HOME: cwd, PATH: process.env['PATH'] }
  const slipway: Slipway = { env, cwd, ownPlugins: corePluginRoot() }
  const deployed = async (body: string): Promise<string> => {
    const text = `const page = (s) => s.resource('page', 'local/file', { path: 'page.txt', content: 'x' })\n`
    writeFileSync(join(cwd, 'site.stack.ts'), `${text}export default (s) => { ${body} }\n`)
    return (await up(slipway, { approve: true, throws: false })).outcome
  }
  assert.equal(await deployed('page(s)'), 'succeeded')
  assert.equal(await deployed('setTimeout(() => page(s), 1500)'), 'unchanged')
  assert.ok(existsSync(join(cwd, 'page.txt')))
  assert.equal(await deployed(''), 'succeeded')
  assert.ok(!existsSync(join(cwd, 'page.txt')))
})
