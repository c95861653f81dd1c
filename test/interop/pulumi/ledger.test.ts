import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { installPython, installSources, machine, skip, skipPython } from './machine.ts'
import { suite, testWith } from '../needs.ts'

const bookEntry = (account: string, metadata = ''): string =>
  `  ${account}: { type: "ledger:index/entry:Entry", ${metadata}spec: { account: ${account} } }\n`

testWith('a provider written with the SDK for Python is run from its sources', { skip: skipPython }, (t) => {
  const { run, write, book } = machine(t, { install: installPython })
  write('account: house')
  const { code, err } = run('up', '--yes')
  assert.equal(code, 0, err)
  assert.deepEqual(book(), ['house-1: house, undefined'])
  assert.match(run('up', '--yes').err, /Nothing to do/)
  assert.equal(run('destroy', '--yes').code, 0)
  assert.deepEqual(book(), [])
})

suite('a provider written with the SDK of Pulumi', { skip }, () => {
  test('also runs from its sources', (t) => {
    const { run, write, book } = machine(t, { install: installSources })
    const listed = JSON.parse(run('plugin', 'list', '--json').out).plugins.find(
      ({ id }: { id: string }) => id === 'pulumi/ledger',
    )
    const { kind, name, version, origin, path } = listed
    assert.deepEqual([kind, name, version, origin], ['resource', 'ledger', '1.2.0', 'cache'])
    assert.match(path, /resource-ledger-v1\.2\.0\/PulumiPlugin\.yaml$/)
    write('account: house')
    const { code, err } = run('up', '--yes')
    assert.equal(code, 0, err)
    assert.deepEqual(book(), ['house-1: house, none'])
    assert.match(run('up', '--yes').err, /Nothing to do/)
    assert.equal(run('destroy', '--yes').code, 0)
  })

  test('has a process for each of its configurations', (t) => {
    const { at, run, entries } = machine(t)
    writeFileSync(
      at('slipway.config.yaml'),
      'providers: { "ledger:": { scribe: ada } }\nconfigurations: { "ledger:": { night: { scribe: bob } } }\n',
    )
    const chosen = 'metadata: { custom: { slipway: { provider: night } } }, '
    const resources = `resources:\n${bookEntry('rent')}${bookEntry('wine', chosen)}`
    writeFileSync(at('books.blueprint.yaml'), `version: 2025-11-02\n${resources}`)
    const { code, err } = run('up', '--yes', '--parallel', '1')
    assert.equal(code, 0, err)
    assert.deepEqual(readdirSync(at('.slipway/logs/pulumi')).sort(), ['ledger', 'ledger@night'])
    assert.match(run('up', '--yes').err, /Nothing to do/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(entries(), {})
  })

  test('is found, and serves types whose schema is known', (t) => {
    const { run, write } = machine(t)
    assert.match(run('plugin', 'list').out, /pulumi\/ledger +1\.2\.0 +provider/)
    write('account: house, notes: x')
    const misspelt = run('validate')
    assert.equal(misspelt.code, 1)
    assert.match(misspelt.err, /did you mean "note"/)
    write('account: house', '"ledger:index/entry:Entri"')
    assert.match(run('validate').err, /did you mean "ledger:index\/entry:Entry"/)
    write('account: house', 'ledgr:index:Entry')
    assert.match(run('validate').err, /no provider for "ledgr:" is installed/)
  })

  test('has the pinned version, exact or as a range', (t) => {
    const { at, run, write } = machine(t)
    const pinned = (version: string): string => {
      writeFileSync(at('slipway.config.yaml'), `plugins: { pin: { pulumi/ledger: "${version}" } }\n`)
      const { out, err } = run('plan')
      return out + err
    }
    write('account: house')
    assert.match(pinned('9.9.9'), /pulumi\/ledger is pinned to 9\.9\.9, but [^\n]* contains 1\.2\.0/)
    assert.match(pinned('^2'), /pinned to \^2, but/)
    assert.match(pinned('^1.1'), /1 to create/)
  })

  test('creates, has nothing to do, updates, replaces and destroys', (t) => {
    const { run, write, book, entries } = machine(t)
    const up = (): string => {
      const { code, out, err } = run('up', '--yes')
      assert.equal(code, 0, err)
      return err + out
    }
    write('account: house, tags: {a: b}, lines: [{amount: 1.5}], pin: "4711"')
    assert.match(up(), /rent created[^]*page +1/)
    assert.deepEqual(book(), ['house-1: house, none'])
    assert.equal(entries()['house-1']?.urn, 'urn:pulumi:books::slipway::ledger:index/entry:Entry::rent')
    // The SDK unwraps values marked as secret, and passes them to a provider unchanged.
    assert.deepEqual(entries()['house-1']?.pin, {
      '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
      value: '4711',
    })
    assert.match(up(), /Nothing to do/)
    write('account: house, note: March')
    assert.match(up(), /rent updated/)
    assert.deepEqual(book(), ['house-1: house, March'])
    write('account: flat, note: March')
    assert.match(up(), /rent replaced/)
    assert.deepEqual(book(), ['flat-2: flat, March'])
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('detects outside changes', (t) => {
    const { run, write, at, book } = machine(t)
    write('account: house, note: March')
    assert.equal(run('up', '--yes').code, 0)
    writeFileSync(at('book.json'), readFileSync(at('book.json'), 'utf8').replace('March', 'April'))
    assert.match(run('up', '--yes', '--refresh').err, /"April" -> "March"/)
    assert.deepEqual(book(), ['house-1: house, March'])
    writeFileSync(at('book.json'), '{}')
    assert.match(run('up', '--yes', '--refresh').err, /rent created/)
    assert.deepEqual(book(), ['house-1: house, March'])
  })

  test('reports wrong inputs with reasons, and creates nothing', (t) => {
    const { run, write, book } = machine(t)
    write('account: ""')
    assert.match(run('up', '--yes').err, /account: every entry is of some account/)
    write('account: house, note: unlucky')
    assert.match(run('up', '--yes').err, /rent failed creating \(UNEXPECTED\): [^]*the pen is dry/)
    assert.deepEqual(book(), [])
    write('account: house')
    // The provider answered with an error, so it has made nothing.
    assert.equal(run('up', '--yes').code, 0)
    assert.deepEqual(book(), ['house-1: house, none'])
  })

  test('decides about replacements, even against its schema, and the plan shows them', (t) => {
    const { run, write, book } = machine(t)
    write('account: house')
    assert.equal(run('up', '--yes').code, 0)
    write('account: house, hidden: yes please')
    const planned = run('plan')
    assert.match(planned.out + planned.err, /rent[^]*replaced[^]*hidden/)
    assert.deepEqual(book(), ['house-1: house, none'])
    const { code, err } = run('up', '--yes')
    assert.equal(code, 0, err)
    assert.match(err, /rent replaced/)
    assert.deepEqual(book(), ['house-2: house, none'])
    assert.match(run('up', '--yes').err, /Nothing to do/)
  })

  test('reports wrong inputs in the plan, with their place', (t) => {
    const { run, write } = machine(t)
    write('account: ""')
    const { code, err } = run('plan')
    assert.equal(code, 1)
    assert.match(err, /^books\.blueprint\.yaml:5:21: error: rent .*: account: every entry is of some account/)
  })

  test('is recovered after a kill with its engine during an update', async (t) => {
    const { run, write, book, upKilledAt } = machine(t)
    write('account: house')
    assert.equal(run('up', '--yes').code, 0)
    write('account: house, note: March')
    await upKilledAt('update', () => book().includes('house-1: house, March'))
    const { code, err } = run('up', '--yes')
    assert.equal(code, 0, err)
    assert.match(err, /the outcome of its last update: it exists/)
    assert.deepEqual(book(), ['house-1: house, March'])
    assert.match(run('up', '--yes').err, /Nothing to do/)
  })

  test('creates nothing twice after a kill during a create that cannot be found', async (t) => {
    const { run, write, book, upKilledAt } = machine(t)
    write('account: house')
    await upKilledAt('create', () => book().length > 0)
    const doubtful = run('up', '--yes')
    assert.equal(doubtful.code, 1)
    assert.match(doubtful.err, /slipway up --settle rent=exists:ID/)
    assert.deepEqual(book(), ['house-1: house, none'])
    // The thing exists, but only the service itself can show its id.
    assert.match(run('up', '--yes', '--settle', 'rent=exists').err, /cannot find rent without its id/)
    assert.match(run('up', '--yes', '--settle', 'rent=exists:house-9').err, /finds no id "house-9"/)
    const settled = run('up', '--yes', '--settle', 'rent=exists:house-1')
    assert.equal(settled.code, 0, settled.err)
    write('account: house, note: March')
    assert.equal(run('up', '--yes').code, 0)
    assert.deepEqual(book(), ['house-1: house, March'])
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('answers a data source and a call in an expression', (t) => {
    const { run, write, at } = machine(t)
    write('account: house')
    assert.equal(run('up', '--yes').code, 0)
    const source = (account: string) =>
      writeFileSync(
        at('found.blueprint.yaml'),
        `version: 2025-11-02
datasources:
  found:
    type: "ledger:index/findEntry:findEntry"
    metadata: { displayName: found }
    filter: { field: account, operator: "=", search: ${account} }
    exports: { page: { type: integer } }
values:
  called: { type: string, value: '\${ledger_findEntry(object(account = "${account}")).entry}' }
exports:
  page: { type: integer, field: datasources.found.page }
  entry: { type: string, field: values.called }
`,
      )
    source('house')
    const { code, err } = run('up', 'found.blueprint.yaml', '--yes')
    assert.equal(code, 0, err)
    assert.deepEqual(JSON.parse(run('exports', 'found.blueprint.yaml', '--json').out), { page: 1, entry: 'house-1' })
    source('castle')
    assert.match(run('plan', 'found.blueprint.yaml').err, /account: nobody has written of castle/)
  })

  test('imports an existing thing for a resource of the blueprint', (t) => {
    const { run, write, book, at } = machine(t)
    writeFileSync(at('book.json'), '{"flat-7": {"account": "flat", "note": "old", "page": 7}}')
    write('account: flat, note: new')
    assert.match(run('import', 'rent', 'flat-8').err, /finds no id "flat-8"/)
    assert.match(run('import', 'rant', 'flat-7').err, /did you mean "rent"/)
    const { code, err } = run('import', 'rent', 'flat-7')
    assert.equal(code, 0, err)
    assert.match(run('import', 'rent', 'flat-7').err, /rent is already recorded/)
    assert.match(run('plan').out, /note: "old" -> "new"/)
    assert.equal(run('up', '--yes').code, 0)
    assert.deepEqual(book(), ['flat-7: flat, new'])
    assert.match(run('up', '--yes').err, /Nothing to do/)
    assert.match(run('history').out, /import/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('moves to a state of Pulumi and back', (t) => {
    const { run, write, at, book } = machine(t)
    write('account: house, note: March, pin: "4711"')
    assert.equal(run('up', '--yes').code, 0)
    assert.match(run('state', 'export', '--format', 'pulumi').err, /add --show-secrets/)
    const { out } = run('state', 'export', '--format', 'pulumi', '--show-secrets', '--project', 'books')
    const [, , entry] = JSON.parse(out).deployment.resources
    assert.equal(entry.urn, 'urn:pulumi:books::books::ledger:index/entry:Entry::rent')
    assert.deepEqual([entry.id, entry.outputs.page], ['house-1', 1])
    writeFileSync(at('stack.json'), out)
    assert.equal(run('state', 'rm', 'rent', '--yes').code, 0)
    const { code, err } = run('state', 'import', 'stack.json', '--yes')
    assert.equal(code, 0, err)
    // Outputs that the schema does not list disappear from the record, and nothing happens outside.
    assert.equal(run('up', '--yes').code, 0)
    assert.deepEqual(book(), ['house-1: house, March'])
    assert.match(run('up', '--yes').err, /Nothing to do/)
    write('account: house, note: April')
    assert.equal(run('up', '--yes').code, 0)
    assert.deepEqual(book(), ['house-1: house, April'])
  })

  test('reports a wrongly created resource, and creates nothing twice', (t) => {
    const { run, write, book } = machine(t)
    write('account: house, note: blotted')
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /the resource exists, with the id "house-1"[^]*the ink has run/)
    write('account: house')
    assert.match(run('up', '--yes').err, /rent updated/)
    assert.deepEqual(book(), ['house-1: house, none'])
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })
})
