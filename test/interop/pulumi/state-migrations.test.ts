// test:rest: more cases of what renames.test.ts shows
import assert from 'node:assert/strict'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'

/** A component with an entry for each of these names, and its migrations of the earlier state. */
const flat = (entries: Readonly<Record<string, string>>, migrations = '[]'): string => `
class Flat extends pulumi.ComponentResource {
  constructor(name) {
    super('app:index:Flat', name, {}, { stateMigrations: ${migrations} })
    for (const [entry, note] of Object.entries(${JSON.stringify(entries)}))
      new Entry(entry, { account: 'house', note, pin: pulumi.secret('hush-hush') }, { parent: this })
  }
}
new Flat('flat')
`

/** A migration that renames a child. */
const renaming = (from: string, to: string): string => `({ oldState }) => {
  const old = oldState.find(({ urn }) => urn.endsWith('::${from}'))
  if (old === undefined) return undefined
  const urn = old.urn.replace(/::${from}$/, '::${to}')
  return { newState: oldState.map((each) => (each === old ? { ...each, urn } : each)), successors: { [old.urn]: urn } }
}`

/** A migration that makes a second resource of the child, with another note. */
const splitting = (note: string): string => `({ oldState }) => {
  const old = oldState.find(({ urn }) => urn.endsWith('::rent'))
  if (oldState.length !== 2) return undefined
  const said = (properties) => ({ ...properties, note: '${note}' })
  const more = { ...old, urn: old.urn + '2', inputs: said(old.inputs), outputs: said(old.outputs) }
  return { newState: [...oldState, more] }
}`

/** A migration that merges the two children. */
const merging = `({ oldState }) => {
  const [root, first, second] = oldState
  return second === undefined ? undefined : { newState: [root, first], successors: { [second.urn]: first.urn } }
}`

suite('a migration of the state by a program', { skip }, () => {
  test('may rename parts of a component without changing them', (t) => {
    const { program, up, run, book, recorded } = project(t)
    program(flat({ rent: 'paid' }))
    up()
    program(flat({ heat: 'paid' }, `[${renaming('rent', 'water')}, ${renaming('water', 'heat')}]`))
    const { out, code } = run('plan', '--detailed-exitcode')
    assert.doesNotMatch(out, /created|replaced|destroyed/)
    up()
    assert.deepEqual(book(), ['house-1: house, paid'])
    assert.equal(recorded()['heat'], 'ledger:index/entry:Entry')
    assert.match(up(), /Nothing to do/)
    assert.doesNotMatch(run('state', 'export').out, /hush-hush/)
    assert.ok(code === 0 || code === 2)
    program(flat({}))
    up()
    assert.deepEqual(book(), [])
  })

  test('may change inputs, split and merge resources', (t) => {
    const { program, up, run, book, recorded } = project(t)
    program(flat({ rent: 'paid' }))
    up()
    program(flat({ rent: 'paid', rent2: 'open' }, `[${splitting('open')}]`))
    up()
    assert.deepEqual(book(), ['house-1: house, paid'])
    assert.deepEqual(
      [recorded()['rent'], recorded()['rent2']],
      ['ledger:index/entry:Entry', 'ledger:index/entry:Entry'],
    )
    program(flat({ rent: 'paid' }, `[${merging}]`))
    up()
    assert.deepEqual([book(), recorded()['rent2']], [['house-1: house, paid'], undefined])
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('is undone by a rollback without a create or a destroy', (t) => {
    const { program, up, run, book, recorded } = project(t)
    const unlucky = `new Entry('heat', { account: 'heat', note: 'unlucky' })`
    program(flat({ rent: 'paid' }))
    up()
    program(`${flat({ rent: 'paid', rent2: 'paid' }, `[${splitting('paid')}]`)}${unlucky}`)
    assert.equal(run('up', '--yes', '--rollback').code, 1)
    assert.deepEqual([book(), recorded()['rent2']], [['house-1: house, paid'], undefined])
    program(flat({ rent: 'paid', rent2: 'paid' }, `[${splitting('paid')}]`))
    up()
    program(`${flat({ rent: 'paid' }, `[${merging}]`)}${unlucky}`)
    assert.equal(run('up', '--yes', '--rollback').code, 1)
    assert.deepEqual([book(), recorded()['rent2']], [['house-1: house, paid'], 'ledger:index/entry:Entry'])
  })

  test('is refused as a whole if it drops or invents resources, or changes protection', (t) => {
    const { program, up, run, book } = project(t)
    program(flat({ rent: 'paid' }))
    up()
    const wrong: readonly (readonly [migration: string, words: RegExp])[] = [
      [
        `({ oldState }) => ({ newState: oldState.slice(0, 1) })`,
        /::rent is not in the new state, and has no successor/,
      ],
      [
        `({ oldState }) => ({ newState: oldState.slice(0, 1), successors: { [oldState[1].urn]: oldState[0].urn } })`,
        /::rent exists, but the new state has nothing with its id/,
      ],
      [
        `({ oldState }) => ({ newState: oldState.map((each) => ({ ...each, id: each.id && 'other' })) })`,
        /nothing in the old state has the id of/,
      ],
      [
        `({ oldState }) => ({ newState: oldState.map((each) => ({ ...each, retainOnDelete: true })) })`,
        /it changes "retainOnDelete" of/,
      ],
      [`() => ({ newState: 7 })`, /the new state is not a list of resources/],
      [`() => { throw new Error('not today') }`, /not today/],
    ]
    for (const [migration, words] of wrong) {
      program(flat({ heat: 'paid' }, `[${migration}]`))
      const { code, err } = run('up', '--yes')
      assert.equal(code, 1, migration)
      assert.match(err, words)
      assert.deepEqual(book(), ['house-1: house, paid'])
    }
  })
})
