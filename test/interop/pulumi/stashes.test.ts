// test:rest: more cases of what program.test.ts shows
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { faultsOf } from '@slipway/programs/to-pulumi/verify-snapshot'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'

const stash = (input: string, options = '{}'): string => `
const kept = new pulumi.Stash('kept', { input: ${input} }, ${options})
exports.input = kept.input
exports.output = kept.output
`

suite('a stash of a program', { skip }, () => {
  test('keeps its first value until it is replaced', (t) => {
    const { program, up, run, exported } = project(t)
    program(stash(`{ words: ['one', 1] }`))
    assert.match(run('plan').out, /kept \(pulumi:index:Stash\) will be created/)
    up()
    const first = { words: ['one', 1] }
    assert.deepEqual(exported(), { input: first, output: first })
    assert.match(up(), /Nothing to do/)
    program(stash(`'two'`))
    assert.match(run('plan').out, /kept \(pulumi:index:Stash\) will be updated in place/)
    up()
    assert.deepEqual(exported(), { input: 'two', output: first })
    assert.match(up('--refresh'), /Nothing to do/)
    program(stash(`'three'`, `{ replaceOnChanges: ['input'] }`))
    up()
    assert.deepEqual(exported(), { input: 'three', output: 'three' })
    const { deployment } = JSON.parse(run('state', 'export', '--format', 'pulumi').out)
    assert.deepEqual(faultsOf(deployment), [])
    const { inputs, outputs, id } = deployment.resources.at(-1)
    assert.deepEqual([inputs, outputs], [{ input: 'three' }, { input: 'three', output: 'three' }])
    assert.match(id, /^[\da-f-]{36}$/)
    const provider = deployment.resources.find(({ type }: { type: string }) => type === 'pulumi:providers:pulumi')
    assert.equal(deployment.resources.at(-1).provider, `${provider.urn}::${provider.id}`)
    assert.equal(run('destroy', '--yes').code, 0)
  })

  test('is bound by a saved plan, which refuses another value, option or resource', (t) => {
    const { program, run, at, exported } = project(t)
    program(stash(`'one'`))
    const saved = run('plan', '--out', at('saved.plan'))
    assert.equal(saved.code, 0, saved.err)
    for (const [other, why] of [
      [stash(`'two'`), /kept\.spec\.inputs\.input is not what the plan shows/],
      [stash(`'one'`, '{ protect: true }'), /kept\.spec\.options is not what the plan shows/],
      [`${stash(`'one'`)}\nnew pulumi.Stash('more', { input: 1 })`, /it asks for more, which the plan does not have/],
      ['', /it no longer asks for /],
    ] as const) {
      program(other)
      const { code, err } = run('up', '--plan', at('saved.plan'))
      assert.equal(code, 1)
      assert.match(err, why)
      assert.match(err, /programs\/other-than-planned/)
    }
    program(stash(`'one'`))
    const done = run('up', '--plan', at('saved.plan'))
    assert.equal(done.code, 0, done.err)
    assert.deepEqual(exported(), { input: 'one', output: 'one' })
    assert.match(run('up', '--plan', at('saved.plan')).err, /engine\/stale-plan/)
    assert.equal(run('plan', '--out', at('second.plan')).code, 0)
    program(stash(`'one'`, `{ replaceOnChanges: ['input'] }`))
    assert.match(run('up', '--plan', at('second.plan')).err, /kept\.spec\.options is not what the plan shows/)
  })

  test('is imported with its value from a Pulumi state', (t) => {
    const { program, up, run, at, exported } = project(t)
    program(stash(`'first'`))
    up()
    const { out } = run('state', 'export', '--format', 'pulumi')
    assert.equal(run('destroy', '--yes').code, 0)
    writeFileSync(at('state.json'), out)
    const { code, err } = run('state', 'import', at('state.json'), '--yes')
    assert.equal(code, 0, err)
    program(stash(`'second'`))
    up()
    assert.deepEqual(exported(), { input: 'second', output: 'first' })
    assert.match(up(), /Nothing to do/)
  })

  test('hides a secret, refuses unknown properties, and cannot be imported by id', (t) => {
    const { program, up, run } = project(t)
    program(stash(`pulumi.secret('hush-hush')`))
    assert.doesNotMatch(up() + run('state', 'export').out, /hush-hush/)
    assert.match(run('exports').out, /^output +\(secret\)$/m)
    program(`new pulumi.CustomResource('pulumi:index:Stash', 'other', { word: 'x' })`)
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /a stash needs a value to keep/)
    program(stash(`'x'`, `{ import: 'somewhere' }`).replace(`'kept'`, `'theirs'`))
    assert.match(run('up', '--yes').err, /there is no pulumi:index:Stash with the id "somewhere"/)
  })
})
