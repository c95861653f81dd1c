import assert from 'node:assert/strict'
import { test } from '../../cases.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'
import { suite } from '../needs.ts'

/** One entry, in TypeScript. */
function oneEntry(inputs: string): string {
  return `import * as pulumi from '@pulumi/pulumi'
class Entry extends pulumi.CustomResource {
  readonly page!: pulumi.Output<number>
  constructor(name: string, inputs: pulumi.Inputs) {
    super('ledger:index/entry:Entry', name, { page: undefined, ...inputs })
  }
}
const rent = new Entry('rent', ${inputs})
export const { page, id, urn } = rent
`
}

/** Components called flats, with two entries each. */
function flats(more: string): string {
  return `
class Flat extends pulumi.ComponentResource {
  constructor(name) {
    super('app:index:Flat', name, {})
    const rent = new Entry('rent-' + name, { account: name }, { parent: this })
    const heat = new Entry('heat-' + name, { account: name, note: pulumi.interpolate\`page \${rent.page}\` }, { parent: this })
    this.heat = heat.id
    this.registerOutputs({ heat: heat.id })
  }
}
const north = new Flat('north')
${more}
exports.heat = north.heat
`
}

suite('a program with the SDK of Pulumi', { skip }, () => {
  test('in TypeScript is planned and deployed, and then has nothing to do', (t) => {
    const { program, up, run, book, exported, recorded } = project(t)
    program(oneEntry(`{ account: 'house' }`), 'index.ts')
    const planned = run('plan', '--detailed-exitcode')
    assert.equal(planned.code, 2, planned.err)
    assert.match(planned.out, /rent \(ledger:index\/entry:Entry\) will be created[^]*3 to create/)
    assert.deepEqual(book(), [])
    assert.match(up(), /rent created[^]*3 created/)
    assert.deepEqual(book(), ['house-1: house, none'])
    const urn = 'urn:pulumi:dev::books::ledger:index/entry:Entry::rent'
    assert.deepEqual(exported(), { id: 'house-1', page: 1, urn })
    assert.deepEqual(recorded(), {
      'books-dev': 'pulumi:pulumi:Stack',
      default: 'pulumi:providers:ledger',
      rent: 'ledger:index/entry:Entry',
    })
    const { deployment } = JSON.parse(run('state', 'export', '--format', 'pulumi').out)
    assert.deepEqual(
      deployment.resources.map(({ urn: each }: { urn: string }) => each),
      [
        'urn:pulumi:dev::books::pulumi:pulumi:Stack::books-dev',
        'urn:pulumi:dev::books::pulumi:providers:ledger::default',
        urn,
      ],
    )
    assert.equal(deployment.resources[2].outputs.page, 1)
    assert.match(up(), /Nothing to do: books\/dev is as the program wants it/)
    assert.equal(run('plan', '--detailed-exitcode').code, 0)
  })

  test('in TypeScript has its resources changed, replaced and destroyed', (t) => {
    const { program, up, run, book } = project(t)
    program(oneEntry(`{ account: 'house' }`), 'index.ts')
    up()
    program(oneEntry(`{ account: 'house', note: 'March' }`), 'index.ts')
    assert.match(run('plan').out, /rent[^]*updated in place[^]*note: "March"/)
    assert.match(up(), /rent updated/)
    assert.deepEqual(book(), ['house-1: house, March'])
    program(oneEntry(`{ account: 'flat' }`), 'index.ts')
    assert.match(run('plan').out, /rent[^]*will be replaced: inputs\.account/)
    assert.match(up(), /rent replaced/)
    assert.deepEqual(book(), ['flat-2: flat, none'])
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('may use components, parents and references, and dropped resources are removed last', (t) => {
    const { program, up, run, entries, exported, recorded } = project(t)
    program(
      flats(
        `const south = new Flat('south'); new Entry('rent-north', { account: 'own', note: 'none' }, { dependsOn: south })`,
      ),
    )
    const planned = run('plan')
    assert.equal(planned.code, 0, planned.err)
    up()
    const pageOf = (urn: string) => Object.values(entries()).find((entry) => entry.urn?.endsWith(urn) === true)?.page
    const notes = new Set(Object.values(entries()).map(({ note }) => note))
    assert.deepEqual(notes, new Set(['none', `page ${pageOf('::rent-north')}`, `page ${pageOf('::rent-south')}`]))
    const names = Object.keys(recorded())
    assert.deepEqual(names.toSorted().slice(0, 4), ['books-dev', 'default', 'heat-north', 'heat-south'])
    assert.ok(names.includes('rent-north (Entry)'))
    const urns = Object.values(entries()).map(({ urn }) => urn)
    assert.ok(urns.includes('urn:pulumi:dev::books::app:index:Flat$ledger:index/entry:Entry::rent-north'))
    assert.ok(Object.keys(entries()).includes((exported() as { heat: string }).heat))
    program(flats(''))
    assert.match(run('plan').out, /4 to delete/)
    const { err } = run('up', '--yes')
    assert.match(err, /4 destroyed/)
    assert.equal(Object.keys(entries()).length, 2)
  })
})
