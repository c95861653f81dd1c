/** Tests the statements about links and former names in docs/reference/stacks-and-blueprints.md. */
import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { corePluginRoot, exportsOf, type InlineProgram, listState, plan, type ProgramStack, up } from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

const instance = 'site'
const press = fileURLToPath(new URL('../../../../test/scenarios/links/', import.meta.url))

/** A folder of its own, with the plugin of the scenario `links`. */
function place(context: TestContext) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-links-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const env = { ...compiled, HOME: cwd, PATH: process.env['PATH'] }
  const plugins = { SLIPWAY_PLUGINS_PATH: join(press, 'plugins'), PRESS: join(press, 'press.ts') }
  const slipway = { env: { ...env, ...plugins }, cwd, ownPlugins: corePluginRoot() }
  const state = async () => (await listState(slipway, { instance })).resources
  return {
    slipway,
    write: (name: string, content: string) => writeFileSync(join(cwd, name), content),
    up: (program: InlineProgram) => up(slipway, { instance, program, approve: true }),
    shown: async (program: InlineProgram) => (await plan(slipway, { instance, program })).plan,
    names: async () => (await state()).map(({ name }) => name).toSorted(),
    exports: async () => ({ ...(await exportsOf(slipway, { instance })).exports }),
  }
}

const author = (s: ProgramStack, name = 'ann') =>
  s.resource(name, 'press/author' as never, { name: 'Ann' } as never, { linkSelector: { byLabel: { desk: 'news' } } })
const page = (s: ProgramStack, name: string) =>
  s.resource(name, 'press/page' as never, { title: name } as never, { labels: { desk: 'news' } })

const ordered: InlineProgram = (s) => {
  author(s)
  page(s, 'home')
}

const inWrongOrder: InlineProgram = (s) => {
  page(s, 'home')
  author(s)
}

const reading: InlineProgram = (s) => {
  const inside = s.scope('desk')
  author(inside)
  page(inside, 'home')
  const link = inside.link<{ by: string; badge: string }>('ann', 'home')
  page(s, 'imprint')
  s.resource('note', 'random/pet', { prefix: link.out.badge })
  return { by: link.out.by, badge: link.output('badge') }
}

const net = (s: ProgramStack) => void s.resource('id', 'random/id', { byteLength: 2 })

const inside = (aliases: readonly string[]) => (s: ProgramStack) => ({
  id: s.resource('id', 'random/id', { byteLength: 2 }, { aliases: [...aliases] }).out.result,
})

const renamed: InlineProgram = (s) => {
  const deeper = (child: ProgramStack) => void child.child('deeper', net, {}, { aliases: ['deep'] })
  s.child('network', deeper, {}, { aliases: ['net'] })
  net(s.scope('two', { aliases: ['one'] }))
}

describe('links of a stack', () => {
  test('follow from references in the fields that make links, as in a blueprint', async (context) => {
    const { write, slipway, names } = place(context)
    write(
      'site.stack.ts',
      `export default (s) => {
  const ann = s.resource('ann', 'press/author', { name: 'Ann' })
  const id = s.resource('id', 'random/id', { byteLength: 2 })
  s.resource('news', 'press/desk', { chief: ann.out.id.map((it) => it), editors: [ann.out.id], motto: id.out.result })
}`,
    )
    const { plan: shown } = await plan(slipway, { instance })
    assert.deepEqual(
      shown.links?.map(({ action, name }) => `${action} ${name}`),
      ['create news::ann'],
    )
    await up(slipway, { instance, approve: true })
    assert.deepEqual(await names(), ['ann', 'id', 'news', 'news::ann'])
    assert.equal((await up(slipway, { instance, approve: true })).outcome, 'unchanged')
  })

  test('make one end wait for the other if they are hard, and are refused in the wrong order', async (context) => {
    const { shown, up: deploy } = place(context)
    const steps = (await shown(ordered)).steps.map(({ name, after }) => [name, after])
    assert.deepEqual(steps, [
      ['ann', []],
      ['home', ['ann']],
    ])
    await assert.rejects(deploy(inWrongOrder), {
      message:
        /parity-of-links\.test\.ts:\d+:\d+: "home" is asked for before "ann", but the link between them needs "ann" first; ask for "ann" before "home"/,
    })
  })

  test('can be read with link(a, b), and are made before what is made from their data', async (context) => {
    const { shown, up: deploy, exports, names } = place(context)
    const first = await shown(reading)
    assert.match(JSON.stringify(first.exports['by']), /link\(desk\.ann, desk\.home\)/)
    await deploy(reading)
    assert.deepEqual(await exports(), { by: 'Ann', badge: 'desk.ann--desk.home' })
    assert.ok((await names()).includes('desk.ann::desk.home'))
    assert.equal((await deploy(reading)).outcome, 'unchanged')
    const wrong = async (why: RegExp, program: InlineProgram) => await assert.rejects(deploy(program), { message: why })
    await wrong(/:\d+:\d+: "home" is not linked to "ann".*the other way round: link\(ann, home\)/, (s) => {
      const ends = [author(s), page(s, 'home')] as const
      return { by: s.link(ends[1], ends[0]).out['by'] }
    })
    await wrong(/the link names away, which was not asked for before/, (s) => ({ by: s.link('away', 'ann').out['by'] }))
    await wrong(/the link names a value of type undefined: give a resource of this program, or its name/, (s) => ({
      by: s.link(author(s), undefined as never).out['by'],
    }))
    await wrong(/the link ann::home has no field bye; did you mean "by"/, (s) => {
      author(s)
      page(s, 'home')
      return { by: s.link('ann', 'home').out['bye'] }
    })
  })
})

describe('former names of a stack', () => {
  test('can lie outside of the child that has the resource now: /NAME', async (context) => {
    const { up: deploy, names, exports } = place(context)
    await deploy((s) => ({ id: s.resource('id', 'random/id', { byteLength: 2 }).out.result }))
    const before = await exports()
    await deploy((s) => ({ id: s.child('net', inside(['/id'])).out.id }))
    assert.deepEqual([await names(), await exports()], [['net/id'], before])
    await deploy((s) => ({ id: s.child('away', inside(['/net/id'])).out.id }))
    assert.deepEqual([await names(), await exports()], [['away/id'], before])
    await deploy((s) => ({
      id: s.resource('id', 'random/id', { byteLength: 2 }, { aliases: ['/away/id'] }).out.result,
    }))
    assert.deepEqual([await names(), await exports()], [['id'], before])
  })

  test('can be those of a whole child or component, with everything in it', async (context) => {
    const { shown, up: deploy, names } = place(context)
    await deploy((s) => {
      s.child('net', (child: ProgramStack) => void child.child('deep', net))
      net(s.scope('one'))
    })
    assert.deepEqual(
      (await shown(renamed)).steps.map(({ action, name }) => `${action} ${name}`),
      ['none network/deeper/id', 'none two.id'],
    )
    await deploy(renamed)
    assert.deepEqual(await names(), ['network/deeper/id', 'two.id'])
  })
})
