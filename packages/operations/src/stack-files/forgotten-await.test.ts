import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { corePluginRoot, type Slipway, up } from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

/** Work that a function starts before it asks. It takes so long that the function has ended by then. */
const waits: Readonly<Record<string, string>> = {
  'a timer': 'setTimeout(() => page(s), 1500)',
  'work in another thread': `pbkdf2('a', 'b', 2_000_000, 64, 'sha512', () => page(s))`,
}

for (const [what, waiting] of Object.entries(waits))
  test(`a resource is kept that a stack asks for after ${what}, in a function that it does not await`, async (t) => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-forgotten-await-')))
    t.after(() => rmSync(cwd, { recursive: true, force: true }))
    const env = { ...compiled, HOME: cwd, PATH: process.env['PATH'] }
    const slipway: Slipway = { env, cwd, ownPlugins: corePluginRoot() }
    const deployed = async (body: string): Promise<string> => {
      const text = `import { pbkdf2 } from 'node:crypto'\nconst page = (s) => s.resource('page', 'local/file', { path: 'page.txt', content: 'x' })\n`
      writeFileSync(join(cwd, 'site.stack.ts'), `${text}export default (s) => { ${body} }\n`)
      return (await up(slipway, { approve: true, throws: false })).outcome
    }
    assert.equal(await deployed('page(s)'), 'succeeded')
    assert.equal(await deployed(waiting), 'unchanged')
    assert.ok(existsSync(join(cwd, 'page.txt')))
    assert.equal(await deployed(''), 'succeeded')
    assert.ok(!existsSync(join(cwd, 'page.txt')))
  })
