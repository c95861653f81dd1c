import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { both, fourSteps, tight, yardProject } from './yard.ts'

const network = (place: string): string => `const network = new Thing('network', { place: '${place}' }, first)\n`

const notReplaced = (place: string): string => `${network(place)}
new Thing('near', { near: network.id })
new Thing('after', { note: 'x' }, { dependsOn: network })`

const levels = (place: string): string => `${network(place)}
const machine = new Thing('machine', { on: network.id })
const disk = new Thing('disk', { on: machine.id, note: network.id })
const near = new Thing('near', { near: disk.id })
new Thing('tag', { on: near.id })
new Thing('probe', { on: pulumi.all([disk.id, machine.id]).apply(([id]) => id) })`

const configured = (place: string): string => `${network(place)}
const mine = new pulumi.ProviderResource('yard', 'mine', { note: '${place}' })
new Thing('machine', { on: network.id }, { provider: mine })`

const kept = (place: string, retainOnDelete = true): string => `${network(place)}
new Thing('machine', { place: network.id }, { retainOnDelete: ${retainOnDelete} })`

const withMembers = (place: string): string => `${both(place)}
const part = new Thing('part', { note: 'x' }, { deletedWith: machine })
new Thing('user', { on: part.id })`

suite('a program’s resource that is destroyed first is destroyed after its readers', { skip }, () => {
  test('if these would have to be replaced as well, as the plan shows', (t) => {
    const { program, up, run, calls } = yardProject(t)
    program(both('here'))
    up()
    assert.deepEqual(calls(), ['create network', 'create machine'])
    program(both('there'))
    const { out } = run('plan')
    assert.match(out, /network [^\n]*will be destroyed, then created/)
    assert.match(out, /machine [^\n]*will be destroyed, then created: inputs\.on cannot change in place/)
    assert.match(out, /2 to replace/)
    assert.match(up(), /is up: 2 replaced \(/)
    assert.deepEqual(calls(), fourSteps)
    assert.match(up(), /Nothing to do/)
    assert.deepEqual(calls(), [])
  })

  test('if its plugin asks for that order', (t) => {
    const { program, up, calls } = yardProject(t)
    program(tight('here'))
    up()
    calls()
    program(tight('there'))
    up()
    assert.deepEqual(calls(), fourSteps)
  })

  test('but not after readers that can be updated or only come later', (t) => {
    const { program, up, run, calls } = yardProject(t)
    program(notReplaced('here'))
    up()
    calls()
    program(notReplaced('there'))
    assert.match(run('plan').out, /near [^\n]*will be updated[^]*1 to update, 1 to replace/)
    up()
    assert.deepEqual(calls(), ['delete network', 'create network', 'update near'])
  })

  test('through several levels, in reverse order', (t) => {
    const { program, up, run, calls } = yardProject(t)
    program(levels('here'))
    up()
    calls()
    program(levels('there'))
    assert.match(run('plan').out, /4 to replace/)
    up()
    const done = calls()
    assert.deepEqual(done.slice(0, 7), [
      'delete probe',
      'delete disk',
      'delete machine',
      'delete network',
      'create network',
      'create machine',
      'create disk',
    ])
    // These run side by side.
    assert.deepEqual(done.slice(7).toSorted(), ['create probe', 'update near'])
  })

  test('which are not created again if the program drops them', (t) => {
    const { program, up, run, calls } = yardProject(t)
    program(both('here'))
    up()
    calls()
    program(network('there'))
    assert.match(run('plan').out, /machine [^\n]*will be destroyed: the program no longer asks for it/)
    assert.match(up(), /: 1 replaced, 1 destroyed \(/)
    assert.deepEqual(calls(), fourSteps.slice(0, 3))
    assert.doesNotMatch(run('state', 'list').out, /machine/)
  })

  test('with the provider that created it, even if its settings change', (t) => {
    const { program, up, calls } = yardProject(t)
    program(configured('here'))
    up()
    calls()
    program(configured('there'))
    up()
    assert.deepEqual(calls(), fourSteps)
  })

  test('without a call if they are retained', (t) => {
    const { program, up, run, calls, things } = yardProject(t)
    program(kept('here'))
    up()
    calls()
    program(kept('there'))
    assert.match(run('plan').out, /machine [^\n]*the old one will be forgotten: retained/)
    up()
    assert.deepEqual(calls(), ['delete network', 'create network', 'create machine'])
    assert.equal(things().filter((id) => id.startsWith('machine')).length, 2)
  })

  test('according to the program’s previous options', (t) => {
    const { program, up, run, calls } = yardProject(t)
    program(kept('here'))
    up()
    calls()
    program(kept('there', false))
    assert.match(run('plan').out, /machine [^\n]*the old one will be forgotten: retained/)
    up()
    assert.deepEqual(calls(), ['delete network', 'create network', 'create machine'])
    program(kept('elsewhere', true))
    const { out } = run('plan')
    assert.match(out, /machine [^\n]*will be destroyed, then created/)
    assert.doesNotMatch(out, /retained/)
    up()
    assert.deepEqual(calls(), fourSteps)
  })

  test('together with members that are removed with it', (t) => {
    const { program, up, run, calls } = yardProject(t)
    program(withMembers('here'))
    up()
    calls()
    program(withMembers('there'))
    assert.match(
      run('plan').out,
      /part [^\n]*will be destroyed: goes with machine[^]*1 to create, 3 to replace, 1 to delete/,
    )
    assert.match(up(), /is up: 1 destroyed, 3 replaced, 1 created \(/)
    assert.deepEqual(calls(), [
      'delete user',
      'delete machine',
      'delete network',
      'create network',
      'create machine',
      'create part',
      'create user',
    ])
    assert.match(up(), /Nothing to do/)
  })

  test('unless one is protected, and then nothing is done', (t) => {
    const { program, up, run, calls } = yardProject(t)
    program(both('here', '', 'protect: true'))
    up()
    calls()
    program(both('there', '', 'protect: false'))
    for (const command of [['plan'], ['up', '--yes']]) {
      const { code, err } = run(...command)
      assert.equal(code, 1)
      assert.match(err, /machine [^\n]*is protected, and would be destroyed: needs network, which is replaced/)
    }
    assert.deepEqual(calls(), [])
  })

  test('which may be removed once the program no longer protects them', (t) => {
    const { program, up, run, calls } = yardProject(t)
    const thing = (place: string, more: string): void =>
      program(`new Thing('network', { place: '${place}' }, { protect: true })
new Thing('other', { place: '${place}' }, { ${more} })`)
    thing('here', 'protect: true')
    up()
    calls()
    thing('there', 'protect: true')
    assert.match(run('up', '--yes').err, /is protected, and would be replaced/)
    assert.deepEqual(calls(), [])
    program(`new Thing('network', { place: 'here' }, { protect: true })
new Thing('other', { place: 'there' })`)
    assert.match(run('plan').out, /other [^\n]*will be replaced/)
    assert.match(run('plan').out, /other [^\n]*will be replaced/)
    up()
    assert.deepEqual(calls(), ['create other', 'delete other'])
    assert.match(up(), /Nothing to do/)
    thing('there', '')
    assert.match(run('destroy', '--yes').err, /network [^\n]*is protected/)
  })

  test('unless the run excludes them', (t) => {
    const { program, up, run, calls } = yardProject(t)
    program(both('here'))
    up()
    calls()
    program(both('there'))
    const { code, err } = run('up', '--yes', '--target', 'network')
    assert.equal(code, 1)
    assert.match(err, /network must be destroyed before its successor is made, and machine before that/)
    assert.deepEqual(calls(), [])
    up('--target', 'network', '--target', 'machine')
    assert.deepEqual(calls(), fourSteps)
  })

  test('and the next run creates what a failure prevented', (t) => {
    const { program, up, run, calls, failing } = yardProject(t)
    program(both('here'))
    up()
    calls()
    program(both('there'))
    failing('delete network')
    assert.match(run('up', '--yes').err, /the gate is shut/)
    assert.deepEqual(calls(), ['delete machine', 'delete network'])
    assert.match(run('state', 'list').out, /machine +\S+ +absent/)
    failing('')
    assert.match(run('plan').out, /machine [^\n]*will be created[^]*1 to create, 1 to replace/)
    up()
    assert.deepEqual(calls(), fourSteps.slice(1))
    assert.match(up(), /Nothing to do/)
  })

  test('and the plan agrees with the run if the provider’s settings change', async (t) => {
    const { program, up, run, calls, upKilledAt, things } = yardProject(t)
    program(both('here'))
    run('config', 'set', 'yard:note', 'left')
    up()
    calls()
    program(both('there'))
    await upKilledAt('delete machine', () => !things().some((id) => id.startsWith('machine')))
    assert.match(run('plan').out, /machine [^\n]*will be destroyed, then created: last delete did not finish\n +~/)
    run('config', 'set', 'yard:note', 'right')
    const elsewhere = /machine \(yard:index:Thing\) was not found, but its provider has other settings[^\n]*: note/
    const { out } = run('plan')
    assert.match(out, elsewhere)
    assert.match(
      out,
      /network [^\n]*will be destroyed, then created[^\n]*\n +! it will be skipped: machine will not be removed/,
    )
    assert.match(run('up', '--yes').err, elsewhere)
    run('config', 'set', 'yard:note', 'left')
    calls()
    up()
    assert.deepEqual(calls(), fourSteps)
  })

  test('and readers are not created without it', (t) => {
    const { program, up, run, calls, failing } = yardProject(t)
    program(both('here'))
    up()
    calls()
    program(both('there'))
    failing('create network dies')
    assert.match(run('up', '--yes').err, /network failed replacing, may exist/)
    assert.deepEqual(calls(), fourSteps.slice(0, 3))
    failing('')
    up('--settle', 'network=missing')
    assert.deepEqual(calls(), fourSteps.slice(2))
  })

  for (const held of ['delete machine', 'delete network'])
    test(`and a run continues after one that was killed at: ${held}`, async (t) => {
      const { program, up, calls, things, upKilledAt } = yardProject(t)
      program(both('here'))
      up()
      const gone = things().find((id) => id.startsWith(held.slice(7))) ?? ''
      calls()
      program(both('there'))
      await upKilledAt(held, () => !things().includes(gone))
      const before = fourSteps.indexOf(held)
      assert.deepEqual(calls(), fourSteps.slice(0, before + 1))
      up()
      // The interrupted call is made again, to make sure.
      assert.deepEqual(calls(), fourSteps.slice(before))
      assert.match(up(), /Nothing to do/)
    })
})

test('a plugin gets its package’s configuration in its environment', { skip }, (t) => {
  const { program, up, run, exported, at } = yardProject(t)
  writeFileSync(at('Pulumi.dev.yaml'), 'config: {"yard:shelf": top, "yard:keys": [1, 2], "books:shelf": bottom}\n')
  const secret = "{ additionalSecretOutputs: ['configured'] }"
  program(`exports.said = new Thing('thing', { configured: undefined }, ${secret}).configured`)
  assert.equal(run('config', 'set', '--secret', 'yard:pin', 'hush-hush').code, 0)
  up()
  assert.deepEqual(JSON.parse((exported('--show-secrets') as { said: string }).said), {
    keys: '[1,2]',
    pin: 'hush-hush',
    shelf: 'top',
  })
  assert.doesNotMatch(run('state', 'export').out, /hush-hush/)
})
