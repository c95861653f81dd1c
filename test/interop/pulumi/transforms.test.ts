import assert from 'node:assert/strict'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'

const notes = `
const { appendFileSync } = require('node:fs')
const kind = (value) => pulumi.Output.isInstance(value) ? 'an output' : typeof value
`

/** The names within URNs. */
function names(urns: readonly string[]): string {
  return urns.map((urn) => urn.split('::').at(-1)).join(' ')
}

suite('transforms of a program', { skip }, () => {
  test('get secrets as outputs', (t) => {
    const { program, up, book, exported, run } = project(t)
    program(`${notes}
const seen = {}
pulumi.runtime.registerResourceTransform(({ type, name, props, opts }) => {
  if (type !== 'ledger:index/entry:Entry') return undefined
  seen[name] = [kind(props.account), kind(props.note)].join(', ')
  return { props: { ...props, note: pulumi.interpolate\`\${props.note} of \${props.account}\` }, opts }
})
const rent = new Entry('rent', { account: 'house', note: 'plain' })
const heat = new Entry('heat', { account: 'heat', note: pulumi.secret('hush') })
const page = new Entry('page', { account: 'page', note: rent.page.apply(String) })
const own = new Entry('own', { account: 'own', note: rent.page.apply(String) }, { transforms: [({ props }) => {
  seen.self = kind(props.note)
}] })
new Entry('late', { account: 'late' }, { transforms: [({ props, opts }) => ({ props, opts: pulumi.mergeOptions(opts, { dependsOn: own }) })] })
exports.seen = pulumi.all([rent.id, heat.id, page.id, own.id]).apply(() => seen)`)
    up()
    assert.deepEqual(exported(), {
      seen: {
        rent: 'string, string',
        heat: 'string, an output',
        page: 'string, string',
        self: 'an output',
        own: 'string, an output',
      },
    })
    assert.match(book().join(), /house, plain of house.*/)
    const { deployment } = JSON.parse(run('state', 'export', '--format', 'pulumi', '--show-secrets').out)
    const resource = (name: string) =>
      deployment.resources.find(({ urn }: { urn: string }) => urn.endsWith(`::${name}`))
    assert.match(JSON.stringify(resource('heat').inputs.note), /1b47061264138c4ac30d75fd1eb44270.*hush of heat/)
    assert.equal(names(resource('own').dependencies), 'rent')
    assert.equal(names(resource('page').propertyDependencies.note), 'rent')
    assert.equal(names(resource('late').dependencies), 'own')
  })

  test('may get as much data as a program may send', (t) => {
    const { program, up, book } = project(t)
    program(`pulumi.runtime.registerResourceTransform(({ props, opts }) => ({ props: { ...props, note: 'seen' }, opts }))
new Entry('rent', { account: 'house', pin: 'x'.repeat(5 << 20) })`)
    up()
    assert.deepEqual(book(), ['house-1: house, seen'])
  })
})
