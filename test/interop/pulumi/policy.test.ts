import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../../cases.ts'
import { skip } from './machine.ts'
import { suite } from '../needs.ts'
import { violations, withPack } from './policy-machine.ts'

const rules = `
const { PolicyPack } = require('@pulumi/policy')
new PolicyPack('books', {
  policies: [
    {
      name: 'no-castles', description: 'nobody keeps books of castles', enforcementLevel: 'mandatory',
      validateResource: ({ props }, report) => { if (props.account === 'castle') report('castles are not for us') },
    },
    {
      name: 'notes', description: 'entries have notes', enforcementLevel: 'advisory',
      validateResource: ({ type, props }, report) => {
        if (type === 'ledger:index/entry:Entry' && props.note === undefined) report('write a note')
      },
    },
    {
      name: 'few', description: 'few entries', enforcementLevel: 'mandatory',
      configSchema: { properties: { most: { type: 'number' } } },
      validateStack: (args, report) => {
        const { most = 5 } = args.getConfig()
        if (args.resources.length > most) report('more than ' + most + ' entries')
      },
    },
    {
      name: 'no-secrets-in-names', description: 'names are short', enforcementLevel: 'mandatory',
      validateResource: ({ type, name }, report) => { if (type === 'local/file' && name.length > 8) report('too long') },
    },
  ],
})
`

const righting = `
const { PolicyPack } = require('@pulumi/policy')
new PolicyPack('righting', {
  policies: [
    {
      name: 'stamped', description: 'every entry bears a stamp', enforcementLevel: 'remediate',
      remediateResource: ({ type, props }) => {
        if (type !== 'ledger:index/entry:Entry' || (props.note ?? '').startsWith('stamped')) return undefined
        return { ...props, note: 'stamped ' + (props.note ?? '') }
      },
      validateResource: ({ type, props }, report) => {
        if (type === 'ledger:index/entry:Entry' && !(props.note ?? '').startsWith('stamped')) report('no stamp')
      },
    },
  ],
})
`

const forgetting = `
const { PolicyPack } = require('@pulumi/policy')
new PolicyPack('forgetting', {
  policies: [
    {
      name: 'forgets', description: 'nobody knows', enforcementLevel: 'remediate',
      remediateResource: ({ type, props }) => ({ ...props, note: '04da6b54-80e4-46f7-96ec-b56ff0331ba9' }),
    },
  ],
})
`

suite('a policy pack written with the SDK of Pulumi', { skip }, () => {
  test('stops a plan that violates a mandatory policy, and reports the other policies', (t) => {
    const { run, write, book } = withPack(t, rules)
    write('account: castle')
    const stopped = run('up', '--yes', '--json', '--policy-pack', 'pack')
    assert.equal(stopped.code, 1)
    assert.deepEqual(violations(stopped.out), [
      ['books', 'no-castles', 'mandatory', 'rent'],
      ['books', 'notes', 'advisory', 'rent'],
    ])
    assert.match(stopped.err, /cli\/policy-violation/)
    assert.deepEqual(book(), [])
    const planned = run('plan', '--policy-pack', 'pack')
    assert.equal(planned.code, 1)
    assert.match(planned.out, /rent[^]*will be created/)
    assert.match(planned.err, /mandatory: rent: [^]*castles are not for us \(books\/no-castles\)/)
    write('account: house')
    const up = run('up', '--yes', '--policy-pack', 'pack')
    assert.equal(up.code, 0, up.err)
    assert.match(up.err, /advisory: rent: /)
    assert.deepEqual(book(), ['house-1: house, none'])
  })

  test('checks and corrects a program’s requests before anything is done', (t) => {
    const { run, program, book, pack } = withPack(t, rules)
    program("new Entry('flat', { account: 'flat', note: 'x' })\nnew Entry('rent', { account: 'castle' })")
    const stopped = run('up', '--yes', '--json', '--policy-pack', 'pack')
    assert.equal(stopped.code, 1)
    assert.deepEqual(violations(stopped.out), [
      ['books', 'no-castles', 'mandatory', 'rent'],
      ['books', 'notes', 'advisory', 'rent'],
    ])
    assert.match(stopped.err, /cli\/policy-violation/)
    assert.deepEqual(book(), [])
    assert.equal(run('plan', '--policy-pack', 'pack').code, 1)
    writeFileSync(join(pack, 'index.js'), righting)
    const up = run('up', '--yes', '--policy-pack', 'pack')
    assert.equal(up.code, 0, up.err)
    assert.deepEqual(
      book()
        .map((entry) => entry.replace(/-\d/, ''))
        .toSorted(),
      ['castle: castle, stamped ', 'flat: flat, stamped x'],
    )
    const again = run('up', '--yes', '--policy-pack', 'pack')
    assert.match(again.err, /Nothing to do/)
  })

  test('checks and corrects the parts of a component', (t) => {
    const { run, write, book, pack } = withPack(t, rules)
    write('account: castle, notes: [opened]', '"ledger:index:Account"')
    const stopped = run('up', '--yes', '--json', '--policy-pack', 'pack')
    assert.equal(stopped.code, 1)
    const told = violations(stopped.out).filter(([, policy]) => policy === 'no-castles')
    assert.deepEqual(new Set(told.map(([, , , name]) => name)), new Set(['rent', 'rent:rent-opened']))
    assert.deepEqual(book(), [])
    writeFileSync(join(pack, 'index.js'), righting)
    const up = run('up', '--yes', '--policy-pack', 'pack')
    assert.equal(up.code, 0, up.err)
    assert.deepEqual(book(), ['castle-1: castle, stamped opened'])
    assert.match(run('up', '--yes', '--policy-pack', 'pack').err, /Nothing to do/)
  })

  test('checks all resources together, and is configured by the settings', (t) => {
    const { run, write, configure } = withPack(t, rules)
    write('account: house, note: x')
    configure('policyPacks: [pack]\npolicyConfig: {books: {few: {most: 0}}}\n')
    const stopped = run('plan')
    assert.equal(stopped.code, 1)
    assert.match(stopped.err, /more than 0 entries/)
    configure('policyPacks: [pack]\npolicyConfig: {books: {few: {most: 0, enforcementLevel: advisory}}}\n')
    assert.equal(run('plan').code, 0)
    configure('policyPacks: [pack]\npolicyConfig: {books: {few: {most: 0}, all: disabled}}\n')
    const silent = run('plan')
    assert.deepEqual([silent.code, silent.err], [0, ''])
    configure('policyPacks: [pack]\npolicyConfig: {books: {few: sometimes}}\n')
    assert.match(run('plan').err, /few must be one of advisory, mandatory, disabled, remediate/)
  })

  test('checks values known only during the run, and resources of other dialects', (t) => {
    const { run, at, book } = withPack(t, rules)
    const blueprint = (id: string): void =>
      writeFileSync(
        at('books.blueprint.yaml'),
        `version: 2025-11-02
resources:
  ${id}:
    type: local/file
    spec: { path: ${at('kind.txt')}, content: castle }
  kind:
    type: local/command
    spec: { create: "cat ${at('kind.txt')}" }
    dependsOn: [${id}]
  rent:
    type: "ledger:index/entry:Entry"
    spec: { account: "\${resources.kind.spec.stdout}", note: x }
`,
      )
    blueprint('muchTooLong')
    assert.match(run('plan', '--policy-pack', 'pack').err, /muchTooLong: [^]*too long/)
    blueprint('short')
    const { code, err } = run('up', '--yes', '--policy-pack', 'pack')
    assert.equal(code, 1)
    assert.match(err, /rent failed creating[^]*castles are not for us/)
    assert.deepEqual(book(), [])
  })

  test('remediates before anything is compared, and reports what it did', (t) => {
    const { run, write, book } = withPack(t, righting)
    write('account: house, note: x')
    const planned = run('plan', '--policy-pack', 'pack')
    assert.match(planned.out, /note: "stamped x"/)
    assert.match(planned.err, /remediate: rent: was corrected: every entry bears a stamp \(righting\/stamped\)/)
    const up = run('up', '--yes', '--json', '--policy-pack', 'pack')
    assert.equal(up.code, 0, up.err)
    assert.deepEqual(violations(up.out), [['righting', 'stamped', 'remediate', 'rent']])
    assert.deepEqual(book(), ['house-1: house, stamped x'])
    assert.match(run('up', '--yes', '--policy-pack', 'pack').err, /Nothing to do/)
  })

  test('cannot remediate with an unknown value', (t) => {
    const { run, write, book } = withPack(t, forgetting)
    write('account: house')
    const { code, err } = run('up', '--yes', '--policy-pack', 'pack')
    assert.equal(code, 1)
    assert.match(
      err,
      /the policy pack \S+ did not check rent: its policy forgets replaces a known value with an unknown one/,
    )
    assert.deepEqual(book(), [])
  })

  test('remediates a resource with a secret, which stays secret', (t) => {
    const { run, at, entries } = withPack(t, righting)
    const variable = 'variables: { pin: { type: string, secret: true } }'
    writeFileSync(
      at('books.blueprint.yaml'),
      `version: 2025-11-02
${variable}
resources:
  rent:
    type: "ledger:index/entry:Entry"
    spec: { account: house, note: "\${variables.pin}" }
`,
    )
    const given = ['--policy-pack', 'pack', '--var', 'pin=hush-hush']
    const planned = run('plan', ...given)
    assert.match(planned.out, /note: \(secret\)/)
    const { code, out, err } = run('up', '--yes', ...given)
    assert.equal(code, 0, err)
    assert.doesNotMatch(planned.out + planned.err + out + err + run('state', 'show', 'rent').out, /hush-hush/)
    assert.match(JSON.stringify(entries()), /stamped hush-hush/)
  })

  test('remediates values known only during the run', (t) => {
    const { run, at, book } = withPack(t, righting)
    writeFileSync(
      at('books.blueprint.yaml'),
      `version: 2025-11-02
resources:
  first:
    type: "ledger:index/entry:Entry"
    spec: { account: flat, note: a }
  rent:
    type: "ledger:index/entry:Entry"
    spec: { account: house, note: "\${resources.first.spec.id}" }
`,
    )
    const { code, err } = run('up', '--yes', '--policy-pack', 'pack')
    assert.equal(code, 0, err)
    assert.deepEqual(book(), ['flat-1: flat, stamped a', 'house-2: house, stamped flat-1'])
  })

  test('checks existing resources even if nothing changes', (t) => {
    const { run, write, book } = withPack(t, rules)
    write('account: castle, note: x')
    assert.equal(run('up', '--yes').code, 0)
    const { code, out } = run('plan', '--json', '--policy-pack', 'pack')
    assert.equal(code, 1)
    assert.deepEqual(violations(out), [['books', 'no-castles', 'mandatory', 'rent']])
    assert.match(run('up', '--yes', '--policy-pack', 'pack').err, /castles are not for us/)
    assert.deepEqual(book(), ['castle-1: castle, x'])
  })

  test('may be a folder with a program', (t) => {
    const { run, write, at } = withPack(t, rules)
    const runner = join(import.meta.dirname, 'node_modules/@pulumi/pulumi/cmd/run-policy-pack')
    const program = `#!/bin/sh\ncd '${at('pack')}' && exec node '${runner}' "$1" .\n`
    writeFileSync(at('pulumi-analyzer-books'), program, { mode: 0o755 })
    write('account: castle')
    assert.match(
      run('plan', '--policy-pack', 'pulumi-analyzer-books').err,
      /castles are not for us \(books\/no-castles\)/,
    )
  })

  test('that is missing is reported', (t) => {
    const { run, write } = withPack(t, rules)
    write('account: house')
    assert.match(run('plan', '--policy-pack', 'nowhere').err, /there is no policy pack at .*nowhere/)
  })
})
