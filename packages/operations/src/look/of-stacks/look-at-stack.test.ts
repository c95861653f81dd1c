import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { corePluginRoot, type OperationEvent, plan, resourceGraph, up, validate } from '../../index.ts'
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

test('a stack that refers to an instance that is not deployed is valid as far as it can be checked, and only plan fails', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-look-at-stack-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const text = `import { Output } from 'slipway'
export default async (s) => {
  const { out } = s.reference('db')
  const name = await out.database.known()
  if (name !== undefined) s.resource(name, 'local/file', { path: name, content: '' })
  s.resource('page', 'local/file', { path: 'page.txt', content: Output.text\`\${out.database} \${s.reference('app/net').out.vpc}\` })
  return { page: out.database }
}`
  writeFileSync(join(cwd, 'site.stack.ts'), text)
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  const site = { file: 'site.stack.ts' }

  const open = 'the instances "db", "app/net" are not deployed, so their exports are unknown'
  const looked = await validate(slipway, site)
  assert.deepEqual(
    looked.diagnostics.map(({ code, severity, message }) => [code, severity, message]),
    [['blueprint/not-checked', 'warning', `not everything could be checked: ${open}`]],
  )
  assert.deepEqual(
    looked.notLookedAt.filter(({ why }) => why === 'missing'),
    [{ what: open, why: 'missing' }],
  )
  const events: OperationEvent[] = []
  const { resources } = await resourceGraph(slipway, site, (event) => events.push(event))
  assert.deepEqual(
    resources.map(({ name }) => name),
    ['page'],
  )
  assert.ok(events.some((event) => event.type === 'warnings'))
  await assert.rejects(plan(slipway, site), { code: 'state/unknown-instance' })

  writeFileSync(join(cwd, 'db.stack.ts'), `export default () => ({ datbase: 'shop' })`)
  await up(slipway, { file: 'db.stack.ts', approve: true })
  const misspelt = await validate(slipway, site)
  assert.match(misspelt.diagnostics[0]?.message ?? '', /db exports no "database"/)
})

test('a stack with another mistake reports it, beside the reference that could not be checked', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-look-at-stack-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const text = `export default (s) => {
  s.resource('page', 'local/fil', { path: 'page.txt', content: s.reference('db').out.database })
}`
  writeFileSync(join(cwd, 'site.stack.ts'), text)
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  const { diagnostics } = await validate(slipway)
  assert.deepEqual(
    diagnostics.map(({ code, severity }) => `${severity}: ${code}`),
    ['error: blueprint/unknown-type', 'warning: blueprint/not-checked'],
  )
})
