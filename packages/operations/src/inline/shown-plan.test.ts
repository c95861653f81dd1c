import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Plan } from '@slipway/engine'
import { corePluginRoot, type InlineProgram, type Output, type ProgramStack, type Slipway, up } from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

/** Asks for the file only while the id has not been replaced. A plan cannot show that a new id ends the file. */
function keeping(former: unknown): InlineProgram {
  return async (stack) => {
    const id = stack.resource('id', 'random/id', { byteLength: 4 }).output('result')
    const known = await id.known()
    if (known === undefined || known === former) page(stack)
    return { id }
  }
}

/** Asks for both. */
function all(stack: ProgramStack): { readonly id: Output<string> } {
  page(stack)
  return { id: stack.resource('id', 'random/id', { byteLength: 4 }).output('result') }
}

function page(stack: ProgramStack): void {
  stack.resource('page', 'local/file', { path: 'page.txt', content: 'x' })
}

test('up destroys only what its plan showed, and the next plan shows the rest; --yes agrees to everything', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-shown-plan-'))
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  const env = { ...compiled, HOME: cwd, PATH: process.env['PATH'] }
  const slipway: Slipway = { env, cwd, ownPlugins: corePluginRoot() }
  const isThere = (): boolean => existsSync(join(cwd, 'page.txt'))
  const made = async (): Promise<InlineProgram> => {
    const result = await up(slipway, { instance: 'site', approve: true, program: all })
    assert.ok('exports' in result && isThere())
    return keeping(result.exports['id'])
  }
  const wish = { instance: 'site', program: await made(), throws: false } as const
  const agreed: string[][] = []
  const approve = ({ steps }: Plan): Promise<boolean> => {
    agreed.push(steps.flatMap(({ action, name }) => (action === 'none' ? [] : [`${action} ${name}`])))
    return Promise.resolve(true)
  }
  const refused = await up(slipway, { ...wish, approve, replace: ['id'] })
  assert.ok('run' in refused)
  assert.deepEqual(
    refused.run.failures.map(({ name, code }) => `${name}: ${code}`),
    ['page: engine/plan-overtaken'],
  )
  assert.ok(isThere())
  assert.equal((await up(slipway, { ...wish, approve })).outcome, 'succeeded')
  assert.deepEqual([agreed, isThere()], [[['replace id'], ['delete page']], false])

  const program = await made()
  const unseen = await up(slipway, { ...wish, program, approve: true, replace: ['id'] })
  assert.deepEqual([unseen.outcome, isThere()], ['succeeded', false])
})
