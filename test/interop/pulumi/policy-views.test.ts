// test:rest: more cases of what policy.test.ts shows
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { reported, withPack } from './policy-machine.ts'

const curious = `
const { PolicyPack } = require('@pulumi/policy')
const { getStack, getProject } = require('@pulumi/pulumi')
new PolicyPack('curious', {
  policies: [
    {
      name: 'sees', description: 'all', enforcementLevel: 'disabled',
      configSchema: { properties: { most: { type: 'integer', default: 7 }, must: { type: 'string' } }, required: ['must'] },
      validateResource: ({ type, urn, props, opts, getConfig }, report) => {
        if (type !== 'ledger:index/entry:Entry') return
        const { protect, ignoreChanges: ignored, customTimeouts: { createSeconds: create } } = opts
        const about = { urn, protect, ignored, create, pin: props.pin, stack: getStack(), project: getProject() }
        report(JSON.stringify({ ...about, ...getConfig() }))
      },
    },
  ],
}, { sees: { enforcementLevel: 'advisory', must: 'be' } })
`

const readingConfig = `
const { PolicyPack } = require('@pulumi/policy')
const { Config } = require('@pulumi/pulumi')
new PolicyPack('reading', {
  policies: [
    {
      name: 'reads', description: 'all', enforcementLevel: 'advisory',
      validateResource: ({ type }, report) => {
        if (type !== 'ledger:index/entry:Entry') return
        const config = new Config('books')
        report(JSON.stringify({ owner: config.get('owner'), most: config.getNumber('most') }))
      },
    },
  ],
})
`

const shelving = `
const { PolicyPack } = require('@pulumi/policy')
new PolicyPack('shelving', {
  policies: [
    {
      name: 'shelves', description: 'all', enforcementLevel: 'mandatory',
      validateResource: ({ provider }, report) => {
        const { shelf } = provider?.props ?? {}
        if (shelf !== undefined) report('not on ' + shelf + ' of ' + provider.name)
      },
    },
  ],
})
`

const failing = `
const { PolicyPack } = require('@pulumi/policy')
const breaks = () => { throw new Error('out of order') }
new PolicyPack('failing', { policies: [{ name: 'breaks', description: 'x', enforcementLevel: 'mandatory', validateResource: breaks }] })
`

suite('a policy pack', { skip }, () => {
  test('gets everything that it needs, and reveals no secret', (t) => {
    const { run, at, program, book } = withPack(t, curious)
    writeFileSync(
      at('books.blueprint.yaml'),
      `version: 2025-11-02
resources:
  rent:
    type: "ledger:index/entry:Entry"
    metadata:
      custom: {slipway: {protect: true, ignoreChanges: [spec.note], timeouts: {create: 90s}}}
    spec: {account: house, pin: sesame}
`,
    )
    const planned = run('plan', '--json', '--policy-pack', 'pack')
    assert.equal(planned.code, 0, planned.err)
    const [seen] = reported(planned.out)
    const { most, ...others } = JSON.parse(seen ?? '{}')
    assert.equal(most, 7)
    assert.deepEqual(others, {
      urn: 'urn:pulumi:books::slipway::ledger:index/entry:Entry::rent',
      protect: true,
      ignored: ['note'],
      create: 90,
      stack: 'books',
      project: 'slipway',
      pin: '(secret)',
      must: 'be',
    })
    rmSync(at('books.blueprint.yaml'))
    program("new Entry('inn', { account: 'inn' }, { protect: true })")
    const ofProgram = run('plan', '--json', '--policy-pack', 'pack')
    const { urn, stack, project, protect } = JSON.parse(reported(ofProgram.out)[0] ?? '{}')
    const name = 'urn:pulumi:dev::books::ledger:index/entry:Entry::inn'
    assert.deepEqual([urn, stack, project, protect], [name, 'dev', 'books', true])
    assert.deepEqual(book(), [])
  })

  test('gets the configuration of a program’s stack', (t) => {
    const { run, at, program } = withPack(t, readingConfig)
    program("new Entry('inn', { account: 'inn' })")
    writeFileSync(at('Pulumi.dev.yaml'), 'config: { books:owner: ada, books:most: 3 }\n')
    const { code, out, err } = run('plan', '--json', '--policy-pack', 'pack')
    assert.equal(code, 0, err)
    assert.deepEqual(JSON.parse(reported(out)[0] ?? '{}'), { owner: 'ada', most: 3 })
  })

  test('gets a provider’s configuration from a resource as soon as it is known', (t) => {
    const { run, at, book } = withPack(t, shelving)
    const blueprint = (shelf: string): void =>
      writeFileSync(
        at('books.blueprint.yaml'),
        `version: 2025-11-02
resources:
  first: { type: "ledger:index/entry:Entry", spec: { account: flat } }
  shelf: { type: "pulumi:providers:ledger", spec: { shelf: "${shelf}" } }
  rent:
    type: "ledger:index/entry:Entry"
    metadata: { custom: { slipway: { provider: resources.shelf } } }
    spec: { account: house }
`,
      )
    blueprint('left')
    const planned = run('plan', '--policy-pack', 'pack')
    assert.equal(planned.code, 1)
    assert.match(planned.err, /mandatory: rent: [^]*not on left of shelf/)
    assert.doesNotMatch(planned.err, /(first|shelf): /)
    blueprint('${resources.first.spec.id}')
    assert.equal(run('plan', '--policy-pack', 'pack').code, 0)
    const { code, err } = run('up', '--yes', '--policy-pack', 'pack')
    assert.equal(code, 1)
    assert.match(err, /rent failed creating[^]*not on flat-1 of shelf/)
    assert.deepEqual(book(), ['flat-1: flat, none'])
  })

  test('that cannot start is tried once', (t) => {
    const { run, write, at } = withPack(
      t,
      `require('fs').appendFileSync(process.env.LEDGER + '.starts', 'x')\nno.such.thing\n`,
    )
    write('account: house')
    const { code, err } = run('plan', '--policy-pack', 'pack')
    assert.equal(code, 1)
    assert.match(err, /did not start in 1 launch[^]*no is not defined/)
    assert.equal(readFileSync(at('book.json.starts'), 'utf8'), 'x')
  })

  test('reports its missing configuration and its failures', (t) => {
    const { run, write, configure, pack } = withPack(t, curious)
    write('account: house')
    configure('policyPacks: [pack]\npolicyConfig: {curious: {sees: {must: 5, most: 1.5}, looks: mandatory}}\n')
    const { code, err } = run('plan')
    assert.equal(code, 1)
    assert.match(
      err,
      /looks: there is no such policy; the pack has: sees; sees: most: must be integer; sees: must: must be string/,
    )
    assert.match(err, /cli\/bad-policy-config/)
    configure('policyPacks: [pack]\n')
    writeFileSync(join(pack, 'index.js'), failing)
    assert.match(run('plan').err, /error: the policy pack pack did not check rent: [^\n]*policy 'breaks'/)
  })
})
