import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../../../../../test/cases.ts'
import { compiled } from '../../../../../test/compiled.ts'
import { corePluginRoot, destroy, importState, listInstances, exportState, forgetResource, up } from '../../index.ts'

const blueprint = `version: 2025-11-02
resources:
  page: { type: local/file, spec: { path: page.txt, content: hello } }
  note: { type: local/file, spec: { path: note.txt, content: hello } }
`

/** A folder with the deployed instance `web` and its export, `web.json`. */
async function deployed(context: TestContext) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-shared-')))
  context.after(() => rmSync(home, { recursive: true, force: true }))
  const cwd = join(home, 'project')
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'web.blueprint.yaml'), blueprint)
  const slipway = { env: { ...compiled, HOME: home, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  await up(slipway, { approve: true })
  writeFileSync(join(cwd, 'web.json'), (await exportState(slipway)).text)
  const names = async () => (await listInstances(slipway)).map(({ name }) => name)
  return { slipway, cwd, names }
}

const copy = { instance: 'copy', agree: true } as const

describe('an exported instance', () => {
  test('whose things another instance has is not imported, and the other instance is named', async (context) => {
    const { slipway, names, cwd } = await deployed(context)
    await assert.rejects(importState(slipway, 'web.json', copy), {
      code: 'cli/recorded-elsewhere',
      message: 'page is already page of the instance web, and 1 more is there, too',
      hint: 'destroying them in one instance destroys them for both; to hand them over: slipway state rm NAME --instance web',
    })
    assert.deepEqual(await names(), ['web'])
    assert.ok(existsSync(join(cwd, 'page.txt')))
  })

  test('is imported once the other instance has forgotten its things', async (context) => {
    const { slipway, names } = await deployed(context)
    await forgetResource(slipway, 'page', { agree: true })
    await assert.rejects(importState(slipway, 'web.json', copy), {
      message: 'note is already note of the instance web',
      hint: /slipway state rm note --instance web$/,
    })
    await forgetResource(slipway, 'note', { agree: true })
    assert.equal((await importState(slipway, 'web.json', copy)).outcome, 'imported')
    assert.deepEqual(await names(), ['copy', 'web'])
  })

  test('whose things the other instance has under other records is not imported either', async (context) => {
    const { slipway, cwd } = await deployed(context)
    const { resources } = JSON.parse(readFileSync(join(cwd, 'web.json'), 'utf8')) as { resources: { id: string }[] }
    const renumbered = resources.reduce(
      (text, { id }, index) => text.replaceAll(id, `another-${index}`),
      readFileSync(join(cwd, 'web.json'), 'utf8'),
    )
    writeFileSync(join(cwd, 'renumbered.json'), renumbered)
    await assert.rejects(importState(slipway, 'renumbered.json', copy), {
      code: 'cli/recorded-elsewhere',
      message: 'page is already page of the instance web, and 1 more is there, too',
    })
  })

  test('is imported over itself, into another state, and after its things were destroyed', async (context) => {
    const { slipway, cwd } = await deployed(context)
    assert.equal((await importState(slipway, 'web.json', { agree: true })).outcome, 'imported')
    const elsewhere = { ...slipway, env: { ...slipway.env, SLIPWAY_STATE: join(cwd, 'elsewhere') } }
    assert.equal((await importState(elsewhere, 'web.json', copy)).outcome, 'imported')
    await destroy(slipway, { approve: true })
    assert.equal((await importState(slipway, 'web.json', copy)).outcome, 'imported')
  })
})
