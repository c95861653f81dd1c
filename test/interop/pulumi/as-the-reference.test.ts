// test:rest: more cases of what ledger.test.ts shows
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

/**
 * The calls that a provider gets from Pulumi itself, for one resource of a program, by operation: recorded once, described here in our own
 * words.
 */
const urn = 'urn:pulumi:dev::books::bare:index:Page::hello'
const providerUrn = 'urn:pulumi:dev::books::pulumi:providers:bare::default_3_1_4'

const program = (number: number): string =>
  `const page = new pulumi.CustomResource('bare:index:Page', 'hello', { text: 'hi', list: [${number}], letters: undefined }, { version: '3.1.4' })
exports.out = page.letters`

type Fields = readonly (readonly [string, { readonly stringValue?: string }])[]

/** The fields of a map on the wire, as text. */
function plain(value: unknown): unknown {
  const { fieldsMap } = (value ?? {}) as { readonly fieldsMap?: Fields }
  return fieldsMap === undefined ? value : Object.keys(Object.fromEntries(fieldsMap)).toSorted().join(' ')
}

/** The values of absent fields in messages. */
function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === '' ||
    value === false ||
    value === 0 ||
    (Array.isArray(value) && value.length === 0)
  )
}

const limited = (minutes: number): string =>
  `{ version: '3.1.4', customTimeouts: { delete: '${minutes}m' }, additionalSecretOutputs: ['letters'] }`

const limitedPage = (minutes: number): string =>
  `new pulumi.CustomResource('bare:index:Page', 'hello', { text: 'hi', letters: undefined }, ${limited(minutes)})`

function withoutTimes(resource: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => name !== 'created' && name !== 'modified'))
}

function reference(t: TestContext) {
  const box = bareMachine(t, 'handshake,secrets,preview')
  const { at, run, calls } = box
  return {
    ...box,
    /** Checks the names of a command's calls, and of a call of one method. */
    did: (...args: string[]) => {
      writeFileSync(at('calls.jsonl'), '')
      const { code, err } = run(...args)
      assert.equal(code, 0, err)
      const heard = calls()
      return {
        names: heard.map(({ method }) => method).join(' '),
        of: (method: string): Readonly<Record<string, unknown>> => {
          const { request = {} } = heard.find((call) => call.method === method) ?? {}
          const told = Object.entries(request).map(([name, value]) => [name, plain(value)] as const)
          return Object.fromEntries(told.filter(([, value]) => !isNothing(value)))
        },
      }
    },
  }
}

suite('a program and its provider, compared with Pulumi,', { skip }, () => {
  test('get the same calls in the same order with the same content', (t) => {
    const { did, program: write } = reference(t)
    write(program(1))
    const made = did('up', '--yes')
    assert.equal(made.names, 'Handshake GetPluginInfo CheckConfig Configure Check Create Cancel')
    const { configureWithUrn, supportsViews, invokeWithPreview, acceptsByteString } = made.of('Handshake')
    assert.deepEqual([configureWithUrn, supportsViews, invokeWithPreview, acceptsByteString], [true, true, true, true])
    const about = { urn: providerUrn, name: 'default_3_1_4', type: 'pulumi:providers:bare' }
    assert.deepEqual(made.of('CheckConfig'), { ...about, news: 'version' })
    const { id, ...configured } = made.of('Configure')
    assert.match(String(id), /^\S{20,}$/)
    assert.deepEqual(configured, {
      ...about,
      variablesMap: [['bare:config:shelf', 'top']],
      args: 'shelf version',
      acceptsecrets: true,
      acceptresources: true,
      sendsOldInputs: true,
      sendsOldInputsToDelete: true,
    })
    const { randomseed, ...checked } = made.of('Check')
    assert.ok(String(randomseed).length > 20)
    const resource = { urn, name: 'hello', type: 'bare:index:Page' }
    assert.deepEqual(checked, { ...resource, news: 'list text' })
    const { properties, preview, resourceStatusAddress } = made.of('Create')
    assert.deepEqual([properties, preview], ['list text', undefined])
    assert.match(String(resourceStatusAddress), /^127\.0\.0\.1:\d+$/)

    const unchanged = 'Handshake GetPluginInfo CheckConfig DiffConfig Configure Check Diff Cancel'
    const same = did('up', '--yes')
    assert.equal(same.names, unchanged)
    const olds = 'shelf version'
    assert.deepEqual(same.of('DiffConfig'), { ...about, olds, news: olds, oldInputs: olds })
    assert.equal(same.of('Configure')['id'], id)
    assert.equal(same.of('Check')['olds'], 'list text')
    const { olds: before, oldInputs, news } = same.of('Diff')
    assert.deepEqual([before, oldInputs, news], ['letters list text', 'list text', 'list text'])
    assert.equal(did('plan').names, unchanged)

    write(program(2).replace('hi', 'ho'))
    const changed = did('up', '--yes')
    assert.equal(changed.names, unchanged.replace('Cancel', 'Update Cancel'))
    const update = changed.of('Update')
    assert.deepEqual([update['id'], update['olds'], update['oldInputs']], ['page-1', 'letters list text', 'list text'])

    const refreshed = did('refresh', '--yes')
    assert.equal(refreshed.names, 'Handshake GetPluginInfo Configure Read Diff Cancel')
    const read = refreshed.of('Read')
    assert.deepEqual([read['properties'], read['inputs']], ['letters list text', 'list text'])

    const gone = did('destroy', '--yes')
    assert.equal(gone.names, 'Handshake GetPluginInfo Configure Delete Cancel')
    const deleted = gone.of('Delete')
    assert.deepEqual(
      [deleted['id'], deleted['properties'], deleted['oldInputs']],
      ['page-1', 'letters list text', 'list text'],
    )
  })

  test('leave the same state', (t) => {
    const { did, run, program: write } = reference(t)
    write(`const first = new pulumi.CustomResource('bare:index:Page', 'first', { text: 'hi', letters: undefined }, { version: '3.1.4' })
const options = { version: '3.1.4', dependsOn: first, customTimeouts: { create: '5m', delete: '90s' }, ignoreChanges: ['pin', 'list[0]'],
  additionalSecretOutputs: ['letters'], aliases: [{ name: 'old' }], hideDiffs: ['list[0].x'], replaceOnChanges: ['number'],
  retainOnDelete: true, protect: true, replacementTrigger: 'once', hooks: { beforeDelete: [new pulumi.ResourceHook('gone', () => {})] } }
new pulumi.CustomResource('bare:index:Page', 'second', { text: pulumi.interpolate\`\${first.letters}\`, pin: 'p', letters: undefined }, options)`)
    did('up', '--yes')
    const { deployment } = JSON.parse(run('state', 'export', '--format', 'pulumi', '--show-secrets').out)
    const [stack, provider, first, second] = deployment.resources.map(withoutTimes)
    const stackUrn = 'urn:pulumi:dev::books::pulumi:pulumi:Stack::books-dev'
    const none = { dependencies: [], propertyDependencies: {} }
    assert.deepEqual(stack, {
      urn: stackUrn,
      custom: false,
      type: 'pulumi:pulumi:Stack',
      outputs: {},
      ...none,
    })
    const settings = { shelf: 'top', version: '3.1.4' }
    const told = { custom: true, type: 'pulumi:providers:bare', id: provider.id, ...none }
    assert.deepEqual(provider, { urn: providerUrn, ...told, inputs: settings, outputs: settings })
    const firstUrn = urn.replace('hello', 'first')
    const page = { custom: true, type: 'bare:index:Page', parent: stackUrn, provider: `${providerUrn}::${provider.id}` }
    assert.deepEqual(first, {
      ...page,
      urn: firstUrn,
      id: 'page-1',
      inputs: { text: 'hi' },
      outputs: { letters: 2, text: 'hi' },
      dependencies: [],
      propertyDependencies: { text: [] },
    })
    const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', plaintext: '1' }
    assert.deepEqual(second, {
      ...page,
      urn: urn.replace('hello', 'second'),
      id: 'page-2',
      inputs: { text: '2', pin: 'p' },
      outputs: { letters: secret, text: '2', pin: 'p' },
      dependencies: [firstUrn],
      propertyDependencies: { text: [firstUrn], pin: [] },
      protect: true,
      retainOnDelete: true,
      replacementTrigger: 'once',
      aliases: [urn.replace('hello', 'old')],
      customTimeouts: { create: 300, delete: 90 },
      ignoreChanges: ['pin', 'list[0]'],
      replaceOnChanges: ['number'],
      hideDiff: ['list[0].x'],
      additionalSecretOutputs: ['letters'],
      resourceHooks: { BeforeDelete: ['gone'] },
    })
  })

  test('keep time limits and secret outputs of a resource when no program runs', (t) => {
    const { did, run, program: write } = reference(t)
    write(limitedPage(1))
    did('up', '--yes')
    write(limitedPage(2))
    assert.match(run('up', '--yes').err, /Nothing to do/)
    did('refresh', '--yes')
    const { letters } = JSON.parse(
      run('state', 'export', '--format', 'pulumi', '--show-secrets').out,
    ).deployment.resources.at(-1).outputs
    assert.equal(letters.plaintext, '2')
    assert.equal(did('destroy', '--yes').of('Delete')['timeout'], 120)
  })
})
