import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'

/** A program with hooks that record their calls; a hook named in the file `fails` fails. */
function hooked(t: TestContext) {
  const box = project(t)
  const { at } = box
  return {
    ...box,
    program: (text: string): void =>
      box.program(`
const { appendFileSync, existsSync, readFileSync } = require('node:fs')
const fails = (name) => existsSync('fails') && readFileSync('fails', 'utf8').split(' ').includes(name)
const hook = (name, options, tell = () => '') => new pulumi.ResourceHook(name, async (args) => {
  appendFileSync('told', [name, args.name, tell(args)].filter(Boolean).join(' ') + '\\n')
  if (fails(name)) throw new Error(name + ' says no')
}, options)
${text}`),
    fails: (...names: string[]): void => writeFileSync(at('fails'), names.join(' ')),
    /** The lines the hooks have recorded since the last time. */
    told: (): readonly string[] => {
      const lines = existsSync(at('told')) ? readFileSync(at('told'), 'utf8').trim().split('\n') : []
      rmSync(at('told'), { force: true })
      return lines
    },
  }
}

const component = `
const part = hook('part')
const hooks = {
  beforeCreate: [hook('bc')], afterCreate: [hook('ac', {}, ({ newOutputs }) => 'total ' + newOutputs.total)],
  beforeUpdate: [hook('bu')], afterUpdate: [hook('au', {}, ({ newOutputs, oldOutputs }) => oldOutputs.total + ' to ' + newOutputs.total)],
  beforeDelete: [hook('bd')], afterDelete: [hook('ad', {}, ({ oldOutputs }) => 'total ' + oldOutputs.total)],
}
class Site extends pulumi.ComponentResource {
  constructor(name, size) {
    super('shop:Site', name, { size }, { hooks })
    new Entry(name + '-page', { account: 'page', note: String(size) }, { parent: this, hooks: { beforeDelete: [part] } })
    this.registerOutputs({ total: size * 2 })
  }
}
`

/** An entry with an error hook that makes the engine try again this many times. */
const retrying = (times: number, note: string): string => `
let left = ${times}
const retry = new pulumi.ErrorHook('retry', async ({ name, failedOperation, errors }) => {
  appendFileSync('told', [name, failedOperation, errors.length].join(' ') + '\\n')
  return left-- > 0
})
new Entry('rent', { account: 'house', note: '${note}' }, { hooks: { onError: [retry] } })`

suite('hooks of a program', { skip }, () => {
  test('run after the result is recorded, so a kill meanwhile leaves no doubt', async (t) => {
    const { program, up, at, options, book } = hooked(t)
    program(`
const wait = new pulumi.ResourceHook('wait', async () => {
  appendFileSync('waits', 'it does')
  if (existsSync('slow')) await new Promise((resolve) => setTimeout(resolve, 60_000))
})
new Entry('rent', { account: 'house' }, { hooks: { afterCreate: [wait] } })`)
    writeFileSync(at('slow'), '')
    const engine = spawn(options.slipway, ['up', '--yes'], { ...options, stdio: 'ignore' })
    const ended = once(engine, 'exit')
    while (!existsSync(at('waits'))) {
      if (engine.exitCode !== null) throw new Error(`up ended with ${engine.exitCode} before the hook was called`)
      await sleep(20)
    }
    engine.kill('SIGKILL')
    await ended
    rmSync(at('slow'))
    assert.match(up(), /Nothing to do/)
    assert.deepEqual(book(), ['house-1: house, none'])
  })

  for (const stops of [1, 2])
    test(`are called after ${stops === 1 ? 'what runs when somebody says stop' : 'nothing that is given up'}`, async (t) => {
      const { program, run, at, options, told } = hooked(t)
      const slow = `
const provider = {
  async create() {
    const { existsSync, writeFileSync } = require('node:fs')
    writeFileSync('${at('creating')}', '')
    while (!existsSync('${at('go')}')) await new Promise((resolve) => setTimeout(resolve, 20))
    return { id: 'one' }
  },
}
const slow = new pulumi.dynamic.Resource(provider, 'slow', {}, { hooks: { afterCreate: [hook('after')] } })
new Entry('late', { account: slow.id })
new Entry('later', { account: pulumi.output(new Promise((resolve) => setTimeout(() => resolve('later'), 500))) })`
      program(slow)
      const engine = spawn(options.slipway, ['up', '--yes'], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
      const ended = once(engine, 'exit')
      let err = ''
      engine.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
      while (!existsSync(at('creating'))) {
        if (engine.exitCode !== null) throw new Error(`up ended with ${engine.exitCode}: ${err}`)
        await sleep(20)
      }
      for (let stop = 0; stop < stops; stop++) {
        engine.kill('SIGINT')
        while (!err.includes(stop === 0 ? 'Stopping: ' : 'Abandoning ')) await sleep(20)
      }
      if (stops === 1) writeFileSync(at('go'), '')
      assert.deepEqual(await ended, [130, null], err)
      assert.deepEqual(told(), stops === 1 ? ['after slow'] : [], err)
      assert.doesNotMatch(err, /no (program|process) listens/)
      assert.deepEqual(run('state', 'list').code, 0)
    })

  test('are called around a component and its parts, even for its removal', (t) => {
    const { program, up, told, book } = hooked(t)
    program(`${component}new Site('site', 1)`)
    up()
    assert.deepEqual(told(), ['bc site', 'ac site total 2'])
    assert.match(up(), /Nothing to do/)
    assert.deepEqual(told(), [])
    program(component)
    up()
    assert.deepEqual(told(), ['part site-page', 'bd site', 'ad site total 2'])
    assert.deepEqual(book(), [])
  })

  test('are called by a destroy that runs the program', (t) => {
    const { program, up, run, told, book, fails } = hooked(t)
    program(`${component}new Site('site', 1)`)
    up()
    told()
    program(`${component}new Site('site', 1)\nnew Entry('late', { account: 'late' })`)
    fails('part')
    const refused = run('destroy', '--yes', '--run-program')
    assert.equal(refused.code, 1)
    assert.match(refused.err, /part says no/)
    assert.deepEqual(book(), ['page-1: page, 1'])
    fails('')
    told()
    const { code, err } = run('destroy', '--yes', '--run-program')
    assert.equal(code, 0, err)
    assert.deepEqual(told(), ['part site-page', 'bd site', 'ad site total 2'])
    assert.deepEqual(book(), [])
  })

  test('are not called by a destroy without the program, which names them', (t) => {
    const { program, up, run, told, book } = hooked(t)
    program(`${component}new Site('site', 1)`)
    up()
    told()
    program(`throw new Error('out of order')`)
    const failed = run('destroy', '--yes', '--run-program')
    assert.equal(failed.code, 1)
    assert.match(failed.err, /nothing was destroyed[^]*omit --run-program/)
    const { code, err, out } = run('destroy', '--yes')
    assert.equal(code, 0, err)
    assert.match(err + out, /hooks of site are not called, because no program runs: bd, ad/)
    assert.match(err + out, /hooks of site-page are not called, because no program runs: part/)
    assert.deepEqual([told(), book()], [[], []])
  })

  test('that fail afterwards keep the result, and fail the run', (t) => {
    const { program, run, up, book, fails, exported } = hooked(t)
    const text = `exports.page = new Entry('rent', { account: 'house' }, { hooks: { afterCreate: [hook('after')] } }).page`
    program(text)
    fails('after')
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /the hook after of rent failed, after the step was done: after says no/)
    assert.deepEqual(book(), ['house-1: house, none'])
    assert.deepEqual(exported(), { page: 1 })
    assert.match(up(), /Nothing to do/)
  })

  test('are called in a plan on request, and what they forbid is not planned', (t) => {
    const { program, run, told, book, fails } = hooked(t)
    program(
      `new Entry('rent', { account: 'house' }, { hooks: { beforeCreate: [hook('dry', { onDryRun: true }), hook('wet')] } })`,
    )
    assert.equal(run('plan').code, 0)
    assert.deepEqual(told(), ['dry rent'])
    fails('dry')
    const refused = run('plan')
    assert.notEqual(refused.code, 0)
    assert.match(refused.err + refused.out, /dry says no/)
    assert.deepEqual(book(), [])
  })

  test('on errors get the plugin’s message in Pulumi’s form', (t) => {
    const { program, run, told } = hooked(t)
    program(`
const hear = new pulumi.ErrorHook('hear', async ({ errors }) => {
  appendFileSync('told', JSON.stringify(errors) + '\\n')
  return false
})
new Entry('dry', { account: 'a', note: 'unlucky' }, { hooks: { onError: [hear] } })
new Entry('wet', { account: 'b', note: 'blotted' }, { hooks: { onError: [hear] } })`)
    assert.equal(run('up', '--yes').code, 1)
    assert.deepEqual(told().toSorted(), [
      JSON.stringify(['1 error occurred:\n\t* the ink has run\n\n']),
      JSON.stringify(['the pen is dry']),
    ])
  })

  test('on errors may request retries', (t) => {
    const { program, run, up, told, book } = hooked(t)
    program(retrying(2, 'unlucky'))
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /the pen is dry/)
    assert.deepEqual(told(), ['rent create 1', 'rent create 2', 'rent create 3'])
    program(retrying(2, 'fine'))
    up('--settle', 'rent=missing')
    assert.deepEqual([told(), book()], [[], ['house-1: house, fine']])
  })
})
