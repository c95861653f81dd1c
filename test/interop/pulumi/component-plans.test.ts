// test:rest: more cases of what components.test.ts shows
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { accountIn } from './account.ts'
import { skip } from './machine.ts'
import { suite } from '../needs.ts'

suite('the plan of a component', { skip }, () => {
  test('limits the run: further requests of its plugin are named and refused', (t) => {
    const { account, at, run, up, failing, book, recorded } = accountIn(t)
    account('account: house')
    assert.equal(run('plan', '--out', at('saved.plan')).code, 0)
    writeFileSync(at('more'), 'hasty')
    assert.match(
      failing('up', '--plan', at('saved.plan')),
      /mine:mine-hasty would be created, which the plan did not show/,
    )
    assert.ok(!book().some((line) => line.endsWith('hasty')))
    // The plan uses the values that are known already.
    assert.match(run('plan').out, /\+ mine:mine-hasty/)
    up()
    assert.ok(book().includes('house-4: house, hasty') || book().includes('house-3: house, hasty'), book().join('\n'))
    assert.equal(run('plan', '--replace', 'mine:mine-opened', '--out', at('second.plan')).code, 0)
    rmSync(at('more'))
    assert.match(
      failing('up', '--plan', at('second.plan')),
      /mine:mine-hasty would be destroyed, which the plan did not show/,
    )
    assert.ok('mine:mine-hasty' in recorded())
    assert.match(up(), /mine:mine-hasty destroyed/)
    assert.match(up(), /Nothing to do/)
  })

  test('shows the removal of a replaced component’s parts after their readers', (t) => {
    const { account, at, run, up, book, recorded } = accountIn(t)
    writeFileSync(at('slipway.config.yaml'), 'configurations: { "ledger:": { other: { scribe: bob } } }\n')
    account('account: house')
    up()
    account('account: house', ', metadata: { custom: { slipway: { provider: other } } }')
    const planned = run('plan').out
    assert.match(planned, /-\/\+ mine /)
    assert.match(planned, /- mine:mine-opened .* will be destroyed: the resource that it was made for is gone/)
    assert.match(planned, /\+ mine:mine-opened .* will be created/)
    const said = up()
    assert.deepEqual(book(), ['after-3: after, page 4', 'house-4: house, opened', 'house-5: house, closed'])
    assert.ok(said.indexOf('after updated') < said.indexOf('mine:mine-opened destroyed'), said)
    assert.equal(Object.keys(recorded()).length, 5)
    assert.match(up(), /Nothing to do/)
  })

  test('reports mistakes of its parts together with all others', (t) => {
    const { at, failing } = accountIn(t)
    const mine = `  mine: { type: "ledger:index:Account", spec: { account: '' } }\n`
    const blueprint = (more: string): void =>
      writeFileSync(at('books.blueprint.yaml'), `version: 2025-11-02\nresources:\n${mine}${more}`)
    blueprint(`  plain: { type: "ledger:index/entry:Entry", spec: { account: '' } }\n`)
    assert.match(
      failing('plan'),
      /yaml:3:3: error: mine:mine-opened: account: every entry is of some account[^]*yaml:4:\d+: error: plain [^]*2 errors/,
    )
    blueprint('')
    assert.match(failing('plan'), /^error: mine:mine-opened: account: every entry is of some account/)
  })

  test('shows the removal with all parts if another resource takes its name', (t) => {
    const { account, at, up, book, recorded } = accountIn(t)
    account('account: house')
    up()
    writeFileSync(
      at('books.blueprint.yaml'),
      `version: 2025-11-02\nresources:\n  mine: { type: "ledger:index/entry:Entry", spec: { account: plain } }\n`,
    )
    up()
    assert.deepEqual(book(), ['plain-4: plain, none'])
    assert.deepEqual(Object.keys(recorded()), ['mine'])
  })
})
