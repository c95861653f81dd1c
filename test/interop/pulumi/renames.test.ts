import assert from 'node:assert/strict'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'

const entry = (name: string, options = '{}', note = 'none'): string =>
  `new Entry('${name}', { account: '${name[0]}', note: '${note}' }, ${options})`

/** A component with one part whose name begins with the component's. */
const site = (name: string, type: string, aliases: string): string => `
class Site extends pulumi.ComponentResource {
  constructor(name, options) {
    super('${type}', name, {}, options)
    new Entry(name + '-page', { account: 'page' }, { parent: this })
    this.registerOutputs({})
  }
}
new Site('${name}', { aliases: [${aliases}] })`

/** Two components with parts. The first may have a new name. */
const houses = (first: string, inOne: string, inTwo: string): string => `
class House extends pulumi.ComponentResource {
  constructor(name, work, options) {
    super('town:House', name, {}, options)
    work(this)
  }
}
const one = new House('${first}', (parent) => { ${inOne} }, { aliases: [{ name: 'one' }] })
new House('two', (parent) => { ${inTwo} })`

const group = (type: string, options: string): string => `
class Group extends pulumi.ComponentResource { constructor(name, options) { super('${type}', name, {}, options) } }
const group = new Group('group', ${options})`

suite('a program that renames resources', { skip }, () => {
  test('and fails before the renamed one, and is reverted, loses nothing', (t) => {
    const { program, up, run, book } = project(t)
    const old = `${entry('a')}\n${entry('b')}`
    const renamed = `const first = ${entry('a2', "{ aliases: [{ name: 'a' }] }")}\nfirst.id.apply(() => { throw new Error('half way') })\n${entry('b2', "{ aliases: [{ name: 'b' }], dependsOn: [first] }")}`
    program(old)
    up()
    program(renamed)
    assert.equal(run('up', '--yes').code, 1)
    program(old)
    const plan = run('plan')
    assert.equal(plan.code, 0, plan.err)
    assert.doesNotMatch(plan.out, /to create|to delete/)
    up()
    assert.deepEqual(book(), ['a-1: a, none', 'b-2: b, none'])
    assert.match(up(), /Nothing to do/)
  })

  test('that cannot be changed, and is reverted, gives them their names back', (t) => {
    const { program, up, run, book } = project(t)
    program(entry('one'))
    up()
    program(`new Entry('two', { account: 'o', note: 'unlucky' }, { aliases: [{ name: 'one' }] })`)
    assert.equal(run('up', '--yes').code, 1)
    program(entry('one'))
    assert.match(run('plan').out, /^~ one [^\n]*\(it was two\)/m)
    up()
    assert.match(up(), /Nothing to do/)
    assert.equal(run('state', 'show', 'one').code, 0)
    program(`${entry('one')}\n${entry('two')}`)
    up()
    run('state', 'rm', 'two', '--yes')
    assert.deepEqual(book(), ['o-1: o, none', 't-2: t, none'])
    assert.match(run('plan').out, /1 to create, /)
    assert.match(run('plan').out, /^\+ two /m)
  })

  test('may rename a component with its parts, and move a part to another component', (t) => {
    const { program, up, run, book } = project(t)
    program(houses('one', entry('a', '{ parent }'), ''))
    up()
    program(houses('first', entry('a', '{ parent }'), ''))
    assert.match(run('plan').out, /^ +first [^\n]*it was one\n\nPlan for books\/dev: 1 to rename, 4 unchanged/)
    up()
    program(houses('first', '', entry('a', '{ parent, aliases: [{ parent: one }] }')))
    const moved =
      /^ +a [^\n]*its record changes:\n +~ parent: "\S+House::first" -> "\S+House::two"\n\nPlan for books\/dev: 1 to record, /
    assert.match(run('plan').out, moved)
    assert.match(up(), /is up: 1 recorded/)
    assert.match(run('plan').out, /Nothing to do/)
    assert.deepEqual(book(), ['a-1: a, none'])
  })

  test('may rename a component and take a part out of it at the same time', (t) => {
    const { program, up, book } = project(t)
    program(`${group('town:Old', '{}')}\n${entry('a', '{ parent: group }')}`)
    up()
    program(
      `${group('town:New', "{ aliases: [{ type: 'town:Old' }] }")}\n${entry('a', '{ aliases: [{ parent: group }] }')}`,
    )
    assert.doesNotMatch(up(), /created|destroyed/)
    assert.deepEqual(book(), ['a-1: a, none'])
  })

  test('in a chain or twice to one name is refused, and nothing is destroyed', (t) => {
    const { program, up, run, book } = project(t)
    program(`${entry('a')}\n${entry('b')}`)
    up()
    const [b, c] = [entry('b', "{ aliases: [{ name: 'a' }] }"), entry('c', "{ aliases: [{ name: 'b' }] }")]
    for (const [chain, told] of [
      [`${b}\n${c}`, /::c has the alias .*::b, which the program asks for as well: rename one/],
      [`${c}\n${b}`, /::c has the alias .*::b, which the program asks for as well: rename one/],
      [
        `${c}\n${entry('d', "{ aliases: [{ name: 'b' }] }")}`,
        /::d has the alias .*::b, but so has .*::c: only one of them/,
      ],
    ] as const) {
      program(chain)
      const planned = run('plan')
      assert.equal(planned.code, 1, planned.out)
      assert.match(planned.err, told)
      assert.equal(run('up', '--yes').code, 1)
      program(`${entry('a')}\n${entry('b')}`)
      up()
      assert.deepEqual(book(), ['a-1: a, none', 'b-2: b, none'])
      assert.match(up(), /Nothing to do/)
    }
  })

  test('and reuses the old name at once is refused before any change', (t) => {
    const changes = [
      (name: string, options = ''): string => `new Entry('${name}', { account: 'e', note: '${name}' }, {${options}})`,
      (name: string, options = ''): string =>
        `new Entry('${name}', { account: 'e', note: '${name}' }, { replaceOnChanges: ['note'], deleteBeforeReplace: true, ${options} })`,
    ]
    for (const change of changes) {
      const { program, up, run, book } = project(t)
      program(change('e'))
      up()
      const renamed = change('r', "aliases: [{ name: 'e' }]").replace("note: 'r'", "note: 'e'")
      program(`${renamed}\n${change('e').replace("note: 'e'", "note: 'new'")}`)
      const { code, err } = run('up', '--yes')
      assert.equal(code, 1)
      assert.match(err, /::r has the alias .*::e, which the program asks for as well: rename one/)
      assert.deepEqual(book(), ['e-1: e, e'])
      assert.match(up(), /1 created/)
      assert.deepEqual(book(), ['e-1: e, e', 'e-2: e, new'])
      assert.match(up(), /Nothing to do/)
    }
  })

  test('with types and components, fails and is reverted loses nothing', (t) => {
    const { program, up, run, book } = project(t)
    program(site('site', 'shop:Site', ''))
    up()
    const renamed = site('web', 'shop:Web', "{ name: 'site', type: 'shop:Site' }")
    program(`${renamed}\n${entry('late', '{}', 'unlucky')}`)
    assert.equal(run('up', '--yes').code, 1)
    program(site('site', 'shop:Site', ''))
    up('--settle', 'late=missing')
    assert.deepEqual(book(), ['page-1: page, none'])
    program(renamed)
    up()
    assert.deepEqual(book(), ['page-1: page, none'])
    // A successful run has freed the old name, so something else may take it.
    program(`${entry('site-page')}\n${renamed}`)
    up()
    assert.deepEqual(book(), ['page-1: page, none', 's-2: s, none'])
  })

  test('and cannot change them, and is reverted, loses nothing', (t) => {
    const { program, up, run, book } = project(t)
    const old = `${entry('a')}\n${entry('b')}`
    program(old)
    up()
    program(`${entry('x', "{ aliases: [{ name: 'a' }], replaceOnChanges: ['note'] }", 'unlucky')}\n${entry('b')}`)
    assert.equal(run('up', '--yes').code, 1)
    program(old)
    up()
    assert.equal(book().filter((line) => line.includes(': a')).length, 1)
    assert.match(up(), /Nothing to do/)
  })

  test('in doubt is told how to settle them by their present names', (t) => {
    const { program, run, book } = project(t)
    program(entry('b', '{}', 'doomed'))
    assert.equal(run('up', '--yes').code, 1)
    program(entry('a', "{ aliases: [{ name: 'b' }] }"))
    const { err } = run('up', '--yes')
    const [, settled] = /if not: slipway up --settle (\S+=missing)/.exec(err) ?? []
    assert.ok(settled, err)
    const again = run('up', '--yes', '--settle', settled)
    assert.equal(again.code, 0, again.err)
    assert.deepEqual(book(), ['a-1: a, none'])
  })

  test('finds those renamed by hand, even below another parent', (t) => {
    const { program, up, run, book } = project(t)
    program(`class Group extends pulumi.ComponentResource { constructor(name) { super('shop:Group', name) } }
const rent = new Entry('rent', { account: 'house' })
const group = new Group('first')
new Entry('part', { account: 'part' }, { parent: group, dependsOn: [rent] })
new Entry('goes', { account: 'goes' }, { deletedWith: rent })`)
    up()
    for (const [from, to] of [
      ['rent', 'lease'],
      ['first', 'group'],
      ['goes', 'urn:pulumi:dev::books::shop:Group$ledger:index/entry:Entry::goes'],
    ] as const) {
      const { code, err } = run('state', 'mv', from, to)
      assert.equal(code, 0, err)
    }
    program(`class Group extends pulumi.ComponentResource { constructor(name) { super('shop:Group', name) } }
const rent = new Entry('lease', { account: 'house' })
const group = new Group('group')
new Entry('part', { account: 'part' }, { parent: group, dependsOn: [rent] })
new Entry('goes', { account: 'goes' }, { deletedWith: rent, parent: group })`)
    // A user has written only a name: the program decides to which parent it belongs.
    const planned = run('plan')
    assert.match(
      planned.out,
      /^ +goes [^\n]*its record changes:\n +~ parent: [^\n]*\n\nPlan for books\/dev: 1 to record, /,
    )
    up()
    const written = book().map((line) => line.replace(/^.*: /, ''))
    assert.deepEqual(written.toSorted(), ['goes, none', 'house, none', 'part, none'])
    const taken = run('state', 'mv', 'lease', 'urn:pulumi:dev::books::shop:Group$ledger:index/entry:Entry::goes')
    assert.match(taken.err, /state\/name-taken/)
    assert.match(
      run('state', 'mv', 'lease', 'urn:pulumi:other::books::ledger:index/entry:Entry::x').err,
      /state\/bad-name/,
    )
  })
})
