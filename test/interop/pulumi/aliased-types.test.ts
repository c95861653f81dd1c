// test:rest: more cases of what renames.test.ts shows
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { alone } from './bare-machine.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'

/** A machine on which the plugin has moved to a package of another name. */
function moved(t: TestContext) {
  const box = project(t)
  const folder = box.at('home/.pulumi/plugins/resource-journal-v1.0.0')
  mkdirSync(folder)
  alone('ledger.cjs', 'journal')(folder)
  return box
}

const first = `new Entry('rent', { account: 'house' })`
const item = (type: string, note: string): string =>
  `new pulumi.CustomResource('${type}', 'rent', { account: 'house', note: '${note}' }, { aliases: [{ type: 'ledger:index/entry:Entry' }] })`

suite('a resource with a changed type and an alias for the old one', { skip }, () => {
  test('is kept, in its own package and in another one', (t) => {
    const { program, up, run, book, recorded } = moved(t)
    program(first)
    up()
    program(item('ledger:index:Item', 'none'))
    up()
    assert.deepEqual([recorded()['rent'], book()], ['ledger:index:Item', ['house-1: house, none']])
    program(item('journal:index:Item', 'paid').replace('ledger:index/entry:Entry', 'ledger:index:Item'))
    assert.match(
      run('plan').out,
      /^~ rent \(journal:index:Item\) will be updated in place\n +~ inputs\.note: "none" -> "paid"/m,
    )
    up()
    assert.deepEqual([recorded()['rent'], book()], ['journal:index:Item', ['house-1: house, paid']])
    assert.match(up(), /Nothing to do/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('is restored by a rollback', (t) => {
    const { program, up, run, book, recorded } = moved(t)
    program(first)
    up()
    program(`
const rent = ${item('journal:index:Item', 'paid')}
new Entry('heat', { account: 'heat', note: 'unlucky' }, { dependsOn: rent })`)
    const { code, err } = run('up', '--yes', '--rollback')
    assert.equal(code, 1, err)
    assert.deepEqual([recorded()['rent'], book()], ['ledger:index/entry:Entry', ['house-1: house, none']])
    program(first)
    assert.match(up(), /Nothing to do/)
  })
})
