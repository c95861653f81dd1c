import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { corePluginRoot, type OperationEvent, validate } from '../../index.ts'
import { compiled } from '../../../../../test/compiled.ts'

test('a validation says why it did not look at a stack: the folder is not trusted, or a variable has no value', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-look-at-stack-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const text = `import { stack } from 'slipway'
const title = { '~standard': { version: 1, vendor: 'x', validate: (value) => (value ? { value } : { issues: [{ message: 'no text' }] }) } }
export default stack({ variables: { title } }, () => {})`
  writeFileSync(join(cwd, 'site.stack.ts'), text)
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }

  const events: OperationEvent[] = []
  const untrusted = await validate({ ...slipway, trust: 'remembered' }, {}, (event) => events.push(event))
  assert.deepEqual(untrusted.notLookedAt, [{ what: 'stack (site.stack.ts)', why: 'untrusted' }])
  const notices = events.flatMap((event) => (event.type === 'notice' ? [event.message] : []))
  assert.match(notices.join(), /is not trusted, so this leaves out its stack \(site\.stack\.ts\): slipway trust /)

  const unvalued = await validate(slipway)
  assert.deepEqual(
    unvalued.diagnostics.map(({ severity, message }) => `${severity}: ${message.replace(cwd, '.')}`),
    ['warning: not everything could be checked: ./site.stack.ts needs a value for title'],
  )
  assert.deepEqual(
    unvalued.notLookedAt.map(({ why }) => why),
    ['missing'],
  )
})

test('a validation says which value a stack does not take, and why', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-look-at-stack-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const text = `import { stack } from 'slipway'
const stage = { '~standard': { version: 1, vendor: 'x', validate: () => ({ issues: [{ message: 'dev or prod' }] }) } }
export default stack({ variables: { stage } }, () => {})`
  writeFileSync(join(cwd, 'site.stack.ts'), text)
  writeFileSync(join(cwd, 'site.qa.vars.yaml'), 'stage: qa\n')
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  const { diagnostics } = await validate(slipway)
  assert.deepEqual(
    diagnostics.map(({ code, message }) => `${code}: ${message.replaceAll(cwd, '.')}`),
    [
      'stack-file/bad-variable: ./site.stack.ts does not accept its variables; stage, which ./site.qa.vars.yaml gives: dev or prod',
    ],
  )
})
