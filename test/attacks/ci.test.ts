/** In a job of a CI system, that system never takes text from a plugin, a value or a file for a command. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { test } from '../cases.ts'
import { run } from '../ledger/command.ts'
import { orders, ordersIn } from './steering.ts'
import { makeTarget, version, type Target } from './target.ts'

const jobs = [{ GITHUB_ACTIONS: 'true' }, { TF_BUILD: 'True' }]

function target(context: TestContext, does: string): Target {
  const own = makeTarget(context)
  own.write(
    'site.blueprint.yaml',
    `${version}variables: { v: { type: string, default: ${JSON.stringify(orders)} } }
resources:
  thing: { type: hostile/thing, metadata: { displayName: "\${variables.v}" }, spec: { does: ${does} } }
exports:
  v: { type: string, field: variables.v }
  said: { type: string, field: resources.thing.spec.said }
`,
  )
  return own
}

for (const job of jobs) {
  const name = Object.keys(job).join()

  test(`a plugin’s answer and an export cannot start a command (${name})`, async (context) => {
    const own = target(context, 'order')
    const commands = [
      ['plan'],
      ['up', '--yes'],
      ['exports'],
      ['exports', '--only', 'said'],
      ['state', 'show', 'thing'],
      ['plan', '--var', 'v=changed'],
      ['eval', '"::add-mask::x"'],
      ['history'],
      ['logs'],
    ]
    for (const args of commands) {
      const { stdout, stderr } = await run(own, args, job)
      assert.deepEqual([...ordersIn(stdout), ...ordersIn(stderr)], [], args.join(' '))
    }
    const { stdout } = await run(own, ['exports', '--only', 'said'], job)
    assert.match(stdout, /^one\n:\\u003aadd-mask::x\n/)
  })

  test(`a raw value and JSON are unchanged (${name})`, async (context) => {
    const own = target(context, 'order')
    await run(own, ['up', '--yes'], job)
    assert.equal((await run(own, ['exports', '--only', 'said', '--raw'], job)).stdout, orders)
    const { stdout } = await run(own, ['exports', '--json'], job)
    assert.ok(stdout.includes('##vso[task.complete'))
    assert.equal((JSON.parse(stdout) as { said: string }).said, orders)
    const { stdout: converted } = await run(own, ['convert', 'site.blueprint.yaml', '--to', 'json'], job)
    assert.equal((JSON.parse(converted) as { variables: { v: { default: string } } }).variables.v.default, orders)
  })
}

test('only our own annotations are commands, and they keep a plugin’s failure on one line', async (context) => {
  const own = target(context, 'order-and-fail')
  const { code, stdout, stderr } = await run(own, ['up', '--yes'], { GITHUB_ACTIONS: 'true' })
  assert.equal(code, 1)
  const given = [...ordersIn(stdout), ...ordersIn(stderr)]
  assert.ok(given.length > 0)
  for (const order of given) assert.match(order, /^::error title=thing \(hostile\/thing\)::.*one%0A/)
})

test('text is unchanged outside CI', async (context) => {
  const own = target(context, 'order')
  const none = { CI: undefined, GITHUB_ACTIONS: undefined, TF_BUILD: undefined }
  await run(own, ['up', '--yes'], none)
  assert.equal((await run(own, ['exports', '--only', 'said'], none)).stdout, `${orders}\n`)
})
