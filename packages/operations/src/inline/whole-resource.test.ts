import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { compiled } from '../../../../test/compiled.ts'
import { corePluginRoot, plan, type ProgramStack } from '../index.ts'

/** `p`: a resource, as a program without a compiler may give it. */
type Give = (stack: ProgramStack, p: never) => unknown

/** Returns why a program that gives a resource cannot be planned. */
async function refusal(context: TestContext, give: Give): Promise<string> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-whole-resource-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  const program = (stack: ProgramStack): unknown =>
    give(stack, stack.resource('id', 'random/id', { byteLength: 4 }) as never)
  return await plan(slipway, { instance: 'site', program }).then(
    () => 'nothing',
    (thrown: unknown) => String(thrown),
  )
}

test('a program that gives a whole resource is told to give its fields', async (context) => {
  const whole = 'is the resource id, which cannot be given whole: give its fields, such as'
  for (const [give, expected] of [
    [(_, p) => ({ p }), `the export p ${whole} p.out.id`],
    [(stack, p) => stack.export('p', p), `the export p ${whole} p.out.id`],
    [(_, p) => ({ all: [p] }), `[0] of the export all ${whole} id.out.id`],
    [
      (stack, p) => stack.resource('page', 'local/file', { path: 'x', content: p }),
      `content of the spec of page ${whole} id.out.id`,
    ],
    [(stack, p) => stack.child('net', () => ({ p })), `the export p of net ${whole} p.out.id`],
    [
      (stack) => ({ d: stack.data('core/exports', { instance: 'db' }) }),
      'the export d is an object of many fields, which cannot be given whole: give its fields, such as d.out.id',
    ],
  ] satisfies readonly (readonly [Give, string])[]) {
    const found = await refusal(context, give)
    assert.ok(found.includes(expected), `${expected}: ${found}`)
  }
})
