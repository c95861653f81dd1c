import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { accountIn } from './account.ts'
import { skip } from './machine.ts'
import { suite } from '../needs.ts'

suite('a component of a plugin, as a resource of a blueprint,', { skip }, () => {
  test('has parts that are planned, created, changed and destroyed with it', (t) => {
    const { account, run, up, book, exported, recorded } = accountIn(t)
    account('account: house')
    const planned = run('plan')
    assert.equal(planned.code, 0, planned.err)
    assert.match(planned.out, /\+ mine:mine-opened \(component:ledger:index\/entry:Entry\) will be created/)
    assert.match(planned.out, /Plan for books: 5 to create/)
    assert.deepEqual(book(), [])
    up()
    assert.deepEqual(book(), ['house-1: house, opened', 'house-2: house, closed', 'after-3: after, page 1'])
    assert.deepEqual(exported(), { opened: 'house-1' })
    assert.deepEqual(Object.keys(recorded()).toSorted(), [
      'after',
      'mine',
      'mine:default',
      'mine:mine-closed',
      'mine:mine-opened',
    ])
    assert.match(run('graph').out, /mine:mine-opened/)
    assert.match(up(), /Nothing to do/)
    assert.match(up('--refresh'), /Nothing to do/)
    account('account: house, notes: [opened, moved]')
    assert.match(run('plan').out, /mine:mine-closed .* will be destroyed: mine no longer has it/)
    up()
    assert.deepEqual(book(), ['house-1: house, opened', 'after-3: after, page 1', 'house-4: house, moved'])
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('has its old parts removed once they have no readers', (t) => {
    const { account, run, up, book, exported } = accountIn(t)
    account('account: house')
    up()
    account('account: cellar')
    assert.match(run('plan').out, /-\/\+ mine:mine-opened .* will be replaced/)
    const said = up()
    assert.ok(said.indexOf('after updated') < said.indexOf('mine:mine-opened destroyed'), said)
    assert.deepEqual(book(), ['after-3: after, page 4', 'cellar-4: cellar, opened', 'cellar-5: cellar, closed'])
    assert.deepEqual(exported(), { opened: 'cellar-4' })
    assert.match(up(), /Nothing to do/)
  })

  test('has missing parts detected and created again', (t) => {
    const { account, run, up, at, book, entries } = accountIn(t)
    account('account: house')
    up()
    const { 'house-2': _, ...left } = entries()
    writeFileSync(at('book.json'), JSON.stringify(left))
    assert.equal(run('refresh', '--yes').code, 0)
    assert.match(up(), /mine:mine-closed created/)
    assert.equal(book().filter((line) => line.endsWith('house, closed')).length, 1)
  })

  test('continues after a failure', (t) => {
    const { account, failing, up, book } = accountIn(t)
    account('account: house, notes: [opened, unlucky]')
    assert.match(failing('up', '--yes'), /the pen is dry.*mine-unlucky could not be made or read/s)
    assert.ok(book().includes('house-1: house, opened'))
    account('account: house, notes: [opened, lucky]')
    up('--settle', 'mine:mine-unlucky=missing')
    assert.deepEqual(book().toSorted(), ['after-3: after, page 1', 'house-1: house, opened', 'house-2: house, lucky'])
    assert.match(up(), /Nothing to do/)
  })

  test('is not created twice if the engine is killed in the middle', async (t) => {
    const { account, run, upKilledAt, book, entries } = accountIn(t)
    account('account: house, notes: [opened]')
    await upKilledAt('create', () => book().length > 0)
    const refused = run('up', '--yes')
    assert.equal(refused.code, 1)
    assert.match(refused.err, /mine:mine-opened/)
    assert.match(run('plan').out, /Slipway does not know whether mine:mine-opened/)
    const [id = ''] = Object.keys(entries())
    const left = run('up', '--yes', '--settle', `mine:mine-opened=exists:${id}`)
    assert.equal(left.code, 0, left.err)
    assert.deepEqual(book().toSorted(), ['after-2: after, page 1', 'house-1: house, opened'])
  })

  test('is removed with all its parts if it leaves the blueprint', (t) => {
    const { account, run, up, book, write } = accountIn(t)
    account('account: house')
    up()
    write('account: rent')
    assert.match(run('plan').out, /mine:mine-opened .* will be destroyed/)
    up()
    assert.deepEqual(book(), ['rent-4: rent, none'])
  })

  test('accepts secrets and unknown values', (t) => {
    const { at, up, run, entries } = accountIn(t)
    writeFileSync(
      at('books.blueprint.yaml'),
      `version: 2025-11-02
variables: { pin: { type: string, secret: true } }
resources:
  first: { type: "ledger:index/entry:Entry", spec: { account: one } }
  mine: { type: "ledger:index:Account", spec: { account: "of \${resources.first.spec.page}", notes: [opened], pin: "\${variables.pin}" } }
`,
    )
    const planned = run('plan', '--var', 'pin=s3cret-pin')
    assert.equal(planned.code, 0, planned.err)
    assert.match(planned.out, /mine:mine-opened/)
    assert.doesNotMatch(planned.out + planned.err, /s3cret-pin/)
    up('--var', 'pin=s3cret-pin')
    assert.ok(Object.values(entries()).some(({ account }) => account === 'of 1'))
    assert.doesNotMatch(run('state', 'export').out, /s3cret-pin/)
    // Parts are destroyed before the resources that their component was made from.
    const gone = run('destroy', '--yes').err
    assert.ok(gone.indexOf('mine:mine-opened destroyed') < gone.indexOf('first destroyed'), gone)
  })

  test('has methods that work as functions', (t) => {
    const { at, up, exported } = accountIn(t)
    writeFileSync(
      at('books.blueprint.yaml'),
      `version: 2025-11-02
resources:
  mine: { type: "ledger:index:Account", spec: { account: house, notes: [opened] } }
  after:
    type: "ledger:index/entry:Entry"
    spec:
      account: after
      note: '\${ledger_Account_ask(object(__self__ = resources.mine.spec.urn, question = "really")).answer}'
exports:
  said: { type: string, field: resources.after.spec.note }
`,
    )
    up()
    assert.deepEqual(exported(), { said: 'really, indeed' })
    assert.match(up(), /Nothing to do/)
  })

  test('is deployed from a saved plan, replaced part by part, and exported to Pulumi with its parts', (t) => {
    const { account, run, up, at, book } = accountIn(t)
    account('account: house')
    assert.equal(run('plan', '--out', at('saved.plan')).code, 0)
    const done = run('up', '--plan', at('saved.plan'))
    assert.equal(done.code, 0, done.err)
    assert.match(up('--replace', 'mine:mine-closed'), /mine:mine-closed replaced/)
    assert.deepEqual(book().toSorted(), ['after-3: after, page 1', 'house-1: house, opened', 'house-4: house, closed'])
    const { deployment } = JSON.parse(run('state', 'export', '--format', 'pulumi', '--show-secrets').out)
    const told = deployment.resources.map(({ urn, custom, parent = '', id = '' }: Record<string, string>) =>
      [urn, custom, parent, id].map((each) => String(each).replace('urn:pulumi:books::slipway::', '')),
    )
    const own = told.filter(([urn = '']: string[]) => /Account|Entry/.test(urn))
    assert.deepEqual(own.toSorted(), [
      ['ledger:index/entry:Entry::after', 'true', 'pulumi:pulumi:Stack::slipway-books', 'after-3'],
      ['ledger:index:Account$ledger:index/entry:Entry::mine-closed', 'true', 'ledger:index:Account::mine', 'house-4'],
      ['ledger:index:Account$ledger:index/entry:Entry::mine-opened', 'true', 'ledger:index:Account::mine', 'house-1'],
      ['ledger:index:Account::mine', 'false', 'pulumi:pulumi:Stack::slipway-books', ''],
    ])
  })

  test('shares a process with other components of the same configuration', (t) => {
    const { at, up, book, starts } = accountIn(t, { variables: (place) => ({ LEDGER_STARTS: place('starts') }) })
    const accounts = ['one', 'two', 'three'].map(
      (name) => `  ${name}: { type: "ledger:index:Account", spec: { account: ${name} } }\n`,
    )
    writeFileSync(at('books.blueprint.yaml'), `version: 2025-11-02\nresources:\n${accounts.join('')}`)
    up()
    assert.equal(book().length, 6)
    // One process lists the types, and one serves all parts.
    assert.equal(starts(), 2)
    assert.match(up(), /Nothing to do/)
    writeFileSync(at('slipway.config.yaml'), 'configurations: { "ledger:": { night: { scribe: bob } } }\n')
    const chosen = accounts.with(
      0,
      accounts[0]?.replace('} }', '}, metadata: { custom: { slipway: { provider: night } } } }') ?? '',
    )
    writeFileSync(at('books.blueprint.yaml'), `version: 2025-11-02\nresources:\n${chosen.join('')}`)
    starts()
    up()
    assert.equal(book().length, 6)
    assert.equal(starts(), 3)
  })
})
