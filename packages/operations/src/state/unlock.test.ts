import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../../../../test/cases.ts'
import { compiled } from '../../../../test/compiled.ts'
import { corePluginRoot, historyOf, unlockInstance, up, type Slipway } from '../index.ts'

function project(context: TestContext): Slipway {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-unlock-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'site.blueprint.yaml'), 'version: 2025-11-02\nresources: { id: { type: random/id } }\n')
  return { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
}

describe('state unlock', () => {
  test('of a misspelt instance fails, and names the meant one', async (context) => {
    const slipway = project(context)
    await up(slipway, { instance: 'prod', approve: true })
    await assert.rejects(unlockInstance(slipway, { instance: 'prdo', agree: true }), {
      code: 'state/unknown-instance',
      message: 'no instance prdo is recorded',
      hint: 'did you mean "prod"?',
    })
    assert.equal((await unlockInstance(slipway, { instance: 'prod', agree: true })).outcome, 'not-locked')
  })

  test('of an instance with a lock and no records yet removes the lock', async (context) => {
    const slipway = project(context)
    const prod = { instance: 'prod' }
    const approve = async (): Promise<boolean> => {
      await assert.rejects(historyOf(slipway, prod), { code: 'state/unknown-instance' })
      assert.equal((await unlockInstance(slipway, { ...prod, agree: true })).outcome, 'unlocked')
      return true
    }
    await assert.rejects(up(slipway, { ...prod, approve }), { code: 'state/fenced' })
  })
})
