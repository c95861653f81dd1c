// test:rest: more cases of what in-use.test.ts shows
import assert from 'node:assert/strict'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { both, fourSteps, tight, yardProject } from './yard.ts'

suite('a rollback of a resource that was destroyed first, and of its readers,', { skip }, () => {
  test('works before it is destroyed', (t) => {
    const { program, up, run, calls, failing } = yardProject(t)
    program(both('here'))
    up()
    calls()
    program(both('there'))
    failing('delete network')
    const { err } = run('up', '--yes', '--rollback')
    assert.match(err, /machine [^\n]*was destroyed by the run: it is created again/)
    // It is unknown how much of it the failed delete has left.
    assert.deepEqual(calls(), ['delete machine', 'delete network', 'update network', 'create machine'])
  })

  test('works in the same order once all are created', (t) => {
    const { program, up, run, calls, failing, things } = yardProject(t)
    const user = "\nnew Thing('user', { on: machine.id })\n"
    program(both('here') + user)
    up()
    calls()
    program(`${both('there')}${user}new Thing('more', { on: machine.id })
new Thing('last', {}, { dependsOn: machine })`)
    failing('create last')
    const { err } = run('up', '--yes', '--rollback')
    assert.match(err, /machine [^\n]*will be destroyed, then created: inputs\.on/)
    const back = calls().slice(8)
    assert.deepEqual(back.slice(0, 2).toSorted(), ['delete more', 'delete user'])
    assert.deepEqual(back.slice(2), [...fourSteps, 'create user'])
    assert.deepEqual(
      things().map((id) => id.replace(/-\d+$/, '')),
      ['network', 'machine', 'user'],
    )
  })

  test('names what it cannot restore, and what stays because of that', (t) => {
    const { program, up, run, calls, failing, things } = yardProject(t)
    program(tight('here'))
    up()
    calls()
    program(`const shelf = new Thing('shelf', {})
const network = new Thing('network', { place: 'there', tight: true, note: shelf.id })
new pulumi.ProviderResource('yard', 'mine', {}, { dependsOn: network })`)
    failing('create network dies')
    const { err } = run('up', '--yes', '--rollback')
    const [, back = ''] = err.split('to what existed before this run')
    assert.match(
      back,
      /network [^\n]*will be created: last create was interrupted\n +! this will fail: Slipway does not know whether/,
    )
    assert.match(back, /machine [^\n]*will be created[^\n]*\n +! it will be skipped: network will not be deployed/)
    assert.match(back, /shelf [^\n]*will be destroyed: made by the run\n +! it will stay: network will not be deployed/)
    assert.match(back, /only in part[^]*x shelf \(yard:index:Thing\) stays: network was not deployed/)
    assert.match(
      back,
      /x network [^\n]* was destroyed by the run: it could not be created again, and its contents are lost/,
    )
    assert.deepEqual(things(), ['shelf-1'])
    failing('')
    program(tight('here'))
    up('--settle', 'network=missing')
    assert.deepEqual(
      things().map((id) => id.replace(/-\d+$/, '')),
      ['network', 'machine'],
    )
  })

  test('leaves earlier doubts, and undoes the rest', (t) => {
    const { program, run, failing, things } = yardProject(t)
    const lone = "new Thing('network', { place: 'here' })\n"
    program(lone)
    failing('create network dies')
    run('up', '--yes')
    const backFrom = (more: string): string => {
      program(`${more}\n${lone}`)
      const [, back = ''] = run('up', '--yes', '--rollback').err.split('to what existed before this run')
      assert.match(
        back,
        /network [^\n]*will stay: as before this run, Slipway does not know whether it was created; to settle it: slipway up --settle/,
      )
      assert.doesNotMatch(back.split('up of')[0] ?? '', /this will fail/)
      return back
    }
    assert.match(
      backFrom("new pulumi.ProviderResource('yard', 'more', {})"),
      /more destroyed[^]*books\/dev is as it was before \([^)]*\)\.\n/,
    )
    const back = backFrom("new Thing('same', {})")
    assert.match(back, /same [^\n]*made by the run\n +! it will stay: network cannot be made, and may be this one/)
    assert.match(back, /is as it was before \([^)]*\), but for this:\n +x same [^\n]* stays: network could not be made/)
    assert.deepEqual(things(), ['same-2'])
  })
})
