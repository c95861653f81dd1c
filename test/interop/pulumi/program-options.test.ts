import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'
import { suite } from '../needs.ts'

function withHooks(more: string): string {
  return `
const { appendFileSync } = require('node:fs')
const say = (line) => appendFileSync('told', line + '\\n')
pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
  type.startsWith('ledger:') ? { props: { ...props, note: 'of ' + props.account }, opts } : undefined)
const hook = (name, then = () => {}) => new pulumi.ResourceHook(name, async (args) => { say(name + ' ' + args.name); then(args) })
const before = hook('before')
const after = hook('after', ({ newOutputs }) => say('page ' + newOutputs.page))
const gone = hook('gone')
${more}
`
}

/** Two entries; one needs the other. */
function twoEntries(note: string): string {
  return `
const rent = new Entry('rent', { account: 'house', note: '${note}' })
new Entry('heat', { account: 'heat', note: pulumi.interpolate\`${note} \${rent.page}\` })
exports.page = rent.page`
}

const partlyHidden = (note: string): string =>
  `new Entry('rent', { account: 'house', note: '${note}', tags: { ${note}: 'x' } }, { hideDiffs: ['note'] })`

suite('a program may', { skip }, () => {
  test('call functions, read existing resources, and create providers', (t) => {
    const { program, up, run, at, book, exported, recorded } = project(t)
    writeFileSync(at('book.json'), '{"old-7": {"account": "old", "note": "there", "page": 7}}')
    program(`
const ledger = new pulumi.ProviderResource('ledger', 'mine', { shelf: 'top' })
const rent = new Entry('rent', { account: 'house', pin: pulumi.secret('4711') }, { provider: ledger })
const old = new Entry('old', {}, { id: 'old-7' })
exports.note = old.note
exports.found = pulumi.runtime.invoke('ledger:index/findEntry:findEntry', { account: 'old' }).then(({ page }) => page)
exports.later = rent.id.apply(() => pulumi.runtime.invoke('ledger:index/findEntry:findEntry', { account: 'house' })).apply(({ page }) => page)
exports.hidden = pulumi.secret('tell nobody')
`)
    const planned = run('plan')
    assert.equal(planned.code, 0, planned.err)
    up()
    assert.deepEqual(book(), ['old-7: old, there', 'house-2: house, none'])
    const { hidden, ...plain } = exported() as Record<string, unknown>
    assert.deepEqual(plain, { note: 'there', found: 7, later: 2 })
    assert.notEqual(hidden, 'tell nobody')
    assert.equal((exported('--show-secrets') as { hidden: string }).hidden, 'tell nobody')
    assert.equal(recorded()['mine'], 'pulumi:providers:ledger')
    assert.match(up(), /Nothing to do/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), ['old-7: old, there'])
  })

  test('call functions with unknown arguments, in a component or by itself', (t) => {
    const { program, up, run, exported } = project(t)
    program(`
class House extends pulumi.ComponentResource {
  constructor(name) { super('town:House', name); new Entry(name + '-rent', { account: 'house' }, { parent: this }); this.registerOutputs({}) }
}
const house = new House('mine')
const find = (account, dependsOn) => pulumi.runtime.invokeOutput('ledger:index/findEntry:findEntry', { account }, { dependsOn })
exports.page = find('house', [house]).apply(({ page }) => page)
exports.twice = find('flat', [new Entry('flat', { account: 'flat' })]).apply(({ page }) => page * 2)`)
    const planned = run('plan')
    assert.equal(planned.code, 0, planned.err)
    up()
    const { page, twice } = exported() as Record<string, number>
    // The program makes them side by side.
    assert.ok(page === 1 ? twice === 4 : page === 2 && twice === 2, `${page} and ${twice}`)
  })

  test('be deployed in part by name or URN, and replace some resources', (t) => {
    const { program, up, run, book } = project(t)
    program(twoEntries('one'))
    assert.match(
      run('up', '--yes', '--target', 'heat').err,
      /heat needs rent, which does not exist and which this run leaves out/,
    )
    up('--target', 'urn:pulumi:*::books::**::rent')
    assert.deepEqual(book(), ['house-1: house, one'])
    up()
    program(twoEntries('two'))
    assert.match(run('plan', '--target', 'heat').out, /heat/)
    up('--exclude', 'rent')
    assert.deepEqual(book(), ['house-1: house, one', 'heat-2: heat, two 1'])
    assert.match(run('up', '--yes', '--target', 'hat').err, /there is no resource hat.*did you mean "heat"/s)
    up('--target', 'rent', '--replace', 'rent')
    // A resource that is left out still reads the old entry.
    assert.deepEqual(book(), ['house-1: house, one', 'heat-2: heat, two 1', 'house-3: house, two'])
    up()
    assert.deepEqual(book(), ['heat-2: heat, two 3', 'house-3: house, two'])
    program('')
    up('--target', 'heat')
    assert.deepEqual(book(), ['house-3: house, two'])
  })

  test('ignore changes, which a new resource still gets', (t) => {
    const { program, up, run, book } = project(t)
    const entry = (account: string, note: string, pin: string): void =>
      program(`const rent = new Entry('rent', ${JSON.stringify({ account, note, pin })}, { ignoreChanges: ['note'] })
new Entry('heat', { account: 'heat', note: rent.note })`)
    entry('house', 'one', '1')
    up()
    entry('house', 'two', '2')
    const { out } = run('plan')
    assert.match(out, /pin: "1" -> "2"\n\nPlan for books\/dev: 1 to update, 3 unchanged/)
    assert.doesNotMatch(out, /note/)
    up()
    assert.deepEqual(book(), ['house-1: house, one', 'heat-2: heat, one'])
    entry('flat', 'two', '2')
    assert.match(run('plan').out, /inputs.note: "one" -> "two"[^]*heat[^]*inputs.note: "one" -> "two"/)
    up()
    assert.deepEqual(book(), ['heat-2: heat, two', 'flat-3: flat, two'])
  })

  test('rename, protect, retain and import resources', (t) => {
    const { program, up, run, at, book } = project(t)
    writeFileSync(at('book.json'), '{"flat-9": {"account": "flat", "note": "none", "page": 9}}')
    program(`new Entry('rent', { account: 'house' }, { protect: true })
new Entry('heat', { account: 'heat', note: 'first' }, { ignoreChanges: ['note'], retainOnDelete: true })
new Entry('flat', { account: 'flat' }, { import: 'flat-9' })`)
    assert.match(up(), /= flat imported .*is up: 4 created, 1 imported/s)
    assert.deepEqual(book(), ['flat-9: flat, none', 'house-2: house, none', 'heat-3: heat, first'])
    program(`new Entry('home', { account: 'house' }, { aliases: [{ name: 'rent' }], protect: true })
new Entry('heat', { account: 'heat', note: 'second' }, { ignoreChanges: ['note'], retainOnDelete: true })
new Entry('flat', { account: 'flat' }, { import: 'flat-9' })`)
    assert.match(run('plan').out, /rent[^]*home|home[^]*rent/)
    up()
    assert.deepEqual(book(), ['flat-9: flat, none', 'house-2: house, none', 'heat-3: heat, first'])
    program(`new Entry('home', { account: 'house' }, { aliases: [{ name: 'rent' }], protect: true })
new Entry('heat', { account: 'heat', note: 'second' }, { ignoreChanges: ['note'] })
new Entry('flat', { account: 'flat' }, { import: 'flat-9' })`)
    assert.match(
      run('plan').out,
      /heat [^\n]*its record changes:\n +~ removalPolicy: "retain" -> "delete"\n[^]*1 to record/,
    )
    program(
      `new Entry('flat', { account: 'flat', note: 'now' }, { import: 'flat-9', replaceOnChanges: ['note'], deleteBeforeReplace: true })`,
    )
    const refused = run('up', '--yes')
    assert.equal(refused.code, 1)
    assert.match(refused.err, /home .* is protected/)
    assert.deepEqual(book().toSorted(), ['flat-3: flat, now', 'heat-3: heat, first', 'house-2: house, none'])
  })

  test('import a resource that an earlier import did not find', (t) => {
    const { program, up, run, at, book } = project(t)
    writeFileSync(at('book.json'), '{"flat-9": {"account": "flat", "note": "none", "page": 9}}')
    program(`new Entry('flat', { account: 'flat' }, { import: 'flat-8' })`)
    for (const _ of [1, 2])
      assert.match(run('up', '--yes').err, /x flat failed importing .*there is no .* with the id "flat-8"/)
    program(`new Entry('flat', { account: 'flat' }, { import: 'flat-9' })`)
    up()
    assert.deepEqual(book(), ['flat-9: flat, none'])
    assert.match(up(), /Nothing to do/)
  })

  test('read existing resources, and have component types of its own', (t) => {
    const { program, up, run, at } = project(t)
    writeFileSync(at('book.json'), '{"flat-9": {"account": "flat", "note": "none", "page": 9}}')
    program(`class Shelf extends pulumi.ComponentResource {
  constructor(name) { super('my:index:Shelf', name); this.registerOutputs() }
}
new Entry('known', { account: 'flat' }, { id: 'flat-9', parent: new Shelf('shelf') })
new Entry('flat', { account: 'flat' }, { import: 'flat-9' })`)
    const { out } = run('plan')
    assert.match(out, /^= known \(\S+\) will be read$/m)
    assert.match(out, /^= flat \(\S+\) will be imported as "flat-9"$/m)
    assert.match(out, /^\+ shelf \(my:index:Shelf\) will be created$/m)
    assert.match(out, /: 3 to create, 1 to import, 1 to read\n/)
    assert.match(up(), /= known read[^]*: 3 created, (1 read, 1 imported|1 imported, 1 read)/)
    assert.match(run('state', 'list').out, /^shelf +my:index:Shelf +created$/m)
    assert.match(run('state', 'show', 'shelf').out, /^type +my:index:Shelf$/m)
    assert.match(run('plan').out, /Nothing to do/)
  })

  test('hide differences that people need not see', (t) => {
    const { program, up, run, book } = project(t)
    program(partlyHidden('one'))
    up()
    program(partlyHidden('two'))
    const { out } = run('plan')
    assert.match(out, /rent [^]*will be updated[^]*inputs\.tags/)
    assert.doesNotMatch(out, /inputs\.note/)
    up()
    assert.deepEqual(book(), ['house-1: house, two'])
  })

  test('show outside changes property by property', (t) => {
    const { program, up, run, at, entries } = project(t)
    program(`new Entry('rent', { account: 'house', note: 'one' })`)
    up()
    const drifted = Object.entries(entries()).map(([id, entry]) => [id, { ...entry, note: 'two' }])
    writeFileSync(at('book.json'), JSON.stringify(Object.fromEntries(drifted)))
    assert.match(
      run('plan', '--refresh').out,
      /rent [^\n]*in place: changed outside\n +~ inputs\.note: "two" -> "one"\n/,
    )
    assert.equal(run('refresh', '--yes').code, 0)
    assert.match(run('plan').out, /rent [^\n]*finds a difference\n +~ inputs\.note: "two" -> "one"\n/)
    up()
    assert.match(run('plan', '--refresh').out, /Nothing to do/)
  })

  test('refresh before each plan and run if its project says so', (t) => {
    const { program, up, run, at } = project(t)
    program(`new Entry('rent', { account: 'house' })`)
    up()
    writeFileSync(at('book.json'), '{}')
    assert.match(run('plan').out, /Nothing to do/)
    const file = readFileSync(at('Pulumi.yaml'), 'utf8')
    writeFileSync(at('Pulumi.yaml'), `${file}options: {refresh: always}\n`)
    assert.match(run('plan').out, /rent [^\n]*will be created/)
    assert.match(up(), /rent created/)
    writeFileSync(at('Pulumi.yaml'), `${file}options: {refresh: never}\n`)
    assert.match(run('plan').err, /Pulumi\.yaml:3:\d+: error: options\.refresh has the wrong type/)
  })

  test('change requests by transforms, and have hooks', (t) => {
    const { program, up, run, at, book } = project(t)
    program(
      withHooks(`new Entry('rent', { account: 'house' }, { hooks: { beforeCreate: [before], afterCreate: [after], beforeDelete: [gone] },
  transforms: [({ props, opts }) => ({ props: { ...props, account: props.account.toUpperCase() }, opts })] })`),
    )
    up()
    assert.deepEqual(book(), ['HOUSE-1: HOUSE, of HOUSE'])
    assert.deepEqual(toldIn(at('told')), ['before rent', 'after rent', 'page 1'])
    program(withHooks(''))
    up()
    assert.deepEqual(book(), [])
    assert.deepEqual(toldIn(at('told')).slice(3), ['gone rent'])
    program(
      withHooks(
        `new Entry('rent', { account: 'house' }, { hooks: { beforeCreate: [hook('no', () => { throw new Error('not today') })] } })`,
      ),
    )
    const failed = run('up', '--yes')
    assert.equal(failed.code, 1)
    assert.match(failed.err, /not today/)
    assert.deepEqual(book(), [])
  })

  test('have components of a plugin, and call their methods', (t) => {
    const { program, up, run, book, exported, recorded } = project(t)
    program(`
class Account extends pulumi.ComponentResource {
  constructor(name, inputs) { super('ledger:index:Account', name, { opened: undefined, page: undefined, ...inputs }, {}, true) }
}
const account = new Account('mine', { account: pulumi.output('house') })
const after = new Entry('after', { account: 'after', note: pulumi.interpolate\`page \${account.page}\` })
exports.opened = account.opened
exports.said = pulumi.runtime.call('ledger:index:ask', { question: 'really' }, account).apply(({ answer }) => answer)
`)
    const planned = run('plan')
    assert.equal(planned.code, 0, planned.err)
    assert.match(planned.out, /mine-opened/)
    up()
    const { opened, said } = exported() as Record<string, string>
    assert.equal(said, 'really, indeed')
    assert.match(String(opened), /^house-\d$/)
    assert.deepEqual(
      Object.keys(recorded())
        .filter((name) => name.startsWith('mine'))
        .toSorted(),
      ['mine', 'mine-closed', 'mine-opened'],
    )
    assert.equal(book().length, 3)
    assert.match(up(), /Nothing to do/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('bring a resource’s plugin along', (t) => {
    const { program, up, run, at, exported } = project(t)
    const dynamic = (
      size: number,
    ) => `const say = (line) => require('node:fs').appendFileSync('${at('told')}', line + '\\n')
class Counter extends pulumi.dynamic.Resource {
  constructor(name, inputs) {
    super({
      async create(given) { say('create'); return { id: 'c1', outs: { ...given, sum: given.size + 1 } } },
      async update(_id, _olds, news) { say('update'); return { outs: { ...news, sum: news.size + 1 } } },
      async delete() { say('delete') },
    }, name, { sum: undefined, ...inputs })
  }
}
exports.sum = new Counter('counter', { size: ${size} }).sum`
    program(dynamic(1))
    up()
    assert.deepEqual(exported(), { sum: 2 })
    assert.match(up(), /Nothing to do/)
    program(dynamic(5))
    up()
    assert.deepEqual(exported(), { sum: 6 })
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(toldIn(at('told')), ['create', 'update', 'delete'])
  })

  test('read the outputs of another stack', (t) => {
    const { program, up, run, exported } = project(t)
    program(`exports.url = 'http://there'\nexports.token = pulumi.secret('s3cret')`)
    up('--stack', 'network')
    program(`const other = new pulumi.StackReference('organization/books/network')
exports.url = other.getOutput('url')
exports.token = other.getOutput('token')`)
    up()
    const { url, token } = exported('--show-secrets') as Record<string, unknown>
    assert.deepEqual([url, token], ['http://there', 's3cret'])
    assert.notEqual((exported() as Record<string, unknown>)['token'], 's3cret')
    program(`new pulumi.StackReference('organization/books/nowhere')`)
    assert.match(run('up', '--yes').err, /no stack books\/nowhere is recorded/)
  })

  test('migrate existing state', (t) => {
    const { program, up, book } = project(t)
    const migration = `({ oldState }) => { console.log('asked of ' + oldState.length); return undefined }`
    program(`new Entry('rent', { account: 'house' }, { stateMigrations: [${migration}] })`)
    assert.doesNotMatch(up(), /asked/)
    assert.match(up(), /asked of 1\n/)
    assert.deepEqual(book(), ['house-1: house, none'])
  })
})

function toldIn(file: string): readonly string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n')
}
