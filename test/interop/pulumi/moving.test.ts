import assert from 'node:assert/strict'
import { createCipheriv, pbkdf2Sync } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { machine, skip } from './machine.ts'

const signature = '4dabf18193072939515e22adb298388d'
const secretSignature = '1b47061264138c4ac30d75fd1eb44270'
const salt = Buffer.from('saltsalt')
const key = pbkdf2Sync('open', salt, 1_000_000, 32, 'sha256')

/** Like the output of `pulumi stack export` without `--show-secrets`. */
function sealed(value: unknown) {
  const nonce = Buffer.alloc(12, 7)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()])
  return {
    [signature]: secretSignature,
    ciphertext: `v1:${nonce.toString('base64')}:${text.toString('base64')}`,
  }
}

const urn = (type: string, name: string): string => `urn:pulumi:prod::books::${type}::${name}`
const stack = urn('pulumi:pulumi:Stack', 'books-prod')
const shelf = urn('shop:index:Shelf', 'shelf')
const provider = urn('pulumi:providers:ledger', 'default_1_2_0')
const own = urn('pulumi:providers:ledger', 'own')
const entry = 'ledger:index/entry:Entry'
const first = urn(entry, 'erster ✓')
const times = { created: '2026-01-02T03:04:05Z', modified: '2026-01-02T03:04:06Z' }

function made(id: string, inputs: object, more: object = {}) {
  const page = Number(id.split('-').at(-1))
  return { custom: true, id, type: entry, inputs, outputs: { ...inputs, page }, parent: stack, ...times, ...more }
}

const resources = [
  {
    urn: stack,
    custom: false,
    type: 'pulumi:pulumi:Stack',
    outputs: { page: 1, deep: { pins: [sealed({ a: 'sesame' })] } },
    sourcePosition: 'project:///index.js#1,1',
    ...times,
  },
  {
    urn: provider,
    custom: true,
    id: '8a9a16a4-7d5f-4a8b-9c1e-6a3f3e2d1c0b',
    type: 'pulumi:providers:ledger',
    inputs: { __internal: {}, version: '1.2.0' },
    outputs: { version: '1.2.0' },
    ...times,
  },
  {
    urn: own,
    custom: true,
    id: '11111111-2222-4333-8444-555555555555',
    type: 'pulumi:providers:ledger',
    inputs: { __internal: {}, version: '1.2.0' },
    outputs: { version: '1.2.0' },
    parent: stack,
    ...times,
  },
  { urn: shelf, custom: false, type: 'shop:index:Shelf', outputs: { page: 2 }, parent: stack, ...times },
  {
    urn: first,
    ...made('flat-1', { account: 'flat', note: 'none' }),
    provider: `${provider}::8a9a16a4-7d5f-4a8b-9c1e-6a3f3e2d1c0b`,
    protect: true,
    customTimeouts: { create: 300 },
    aliases: [urn(entry, 'before')],
    propertyDependencies: { account: [] },
  },
  {
    urn: urn(`shop:index:Shelf$${entry}`, 'inner'),
    ...made('shelf-2', { account: 'shelf', note: 'flat-1', pin: sealed('1234') }),
    parent: shelf,
    provider: `${own}::11111111-2222-4333-8444-555555555555`,
    dependencies: [first],
    propertyDependencies: { account: null, note: [first] },
    retainOnDelete: true,
    deletedWith: first,
  },
  {
    urn: urn(entry, 'seen'),
    ...made('flat-1', {}),
    outputs: { account: 'flat', note: 'none', page: 1 },
    external: true,
    provider: `${provider}::8a9a16a4-7d5f-4a8b-9c1e-6a3f3e2d1c0b`,
  },
  {
    urn: urn(entry, 'moving'),
    ...made('gone-3', { account: 'gone', note: 'none' }),
    provider: `${provider}::8a9a16a4-7d5f-4a8b-9c1e-6a3f3e2d1c0b`,
    pendingReplacement: true,
  },
  {
    urn: first,
    ...made('old-4', { account: 'old', note: 'none' }),
    provider: `${provider}::8a9a16a4-7d5f-4a8b-9c1e-6a3f3e2d1c0b`,
    delete: true,
  },
]

const program = `
class Shelf extends pulumi.ComponentResource {
  constructor(name, note) {
    super('shop:index:Shelf', name, {})
    const own = new pulumi.ProviderResource('ledger', 'own', {}, { version: '1.2.0' })
    const inner = new Entry('inner', { account: 'shelf', note, pin: pulumi.secret('1234') }, { parent: this, provider: own, retainOnDelete: true, deletedWith: first })
    this.registerOutputs({ page: inner.page })
  }
}
const version = '1.2.0'
const first = new Entry('erster ✓', { account: 'flat' }, { version, protect: process.env.FREE === undefined, customTimeouts: { create: '5m' }, aliases: [{ name: 'before' }] })
new Entry('seen', {}, { id: 'flat-1', version })
new Shelf('shelf', first.id)
exports.page = first.page
exports.deep = { pins: [pulumi.secret({ a: 'sesame' })] }
`

/** A machine on which Pulumi has deployed the program before. */
function moved(t: TestContext, state: object, text = program) {
  const box = machine(t)
  const { at } = box
  box.program(text)
  const book = { 'flat-1': ['flat', 1], 'shelf-2': ['shelf', 2], 'old-4': ['old', 4] }
  const entries = Object.entries(book).map(([id, [account, page]]) => [id, { account, note: 'none', page }])
  writeFileSync(at('book.json'), JSON.stringify(Object.fromEntries(entries)))
  writeFileSync(at('stack.json'), JSON.stringify(state))
  Object.assign(box.options.env, { PULUMI_CONFIG_PASSPHRASE: 'open' })
  return box
}

const manifest = { time: '2026-01-02T03:04:05Z', magic: '', version: 'v3.260.0' }
const key1 = { type: 'passphrase', state: { salt: `v1:${salt.toString('base64')}:v1:x:y` } }
const latest = { manifest, secrets_providers: key1, resources }

interface ListedResource extends Readonly<Record<string, unknown>> {
  readonly urn: string
  readonly delete?: boolean
  readonly inputs?: Record<string, unknown>
}

interface Essence {
  readonly name: string
  readonly old: boolean | undefined
  readonly inputs: Record<string, unknown>
}

const keyOf = ({ name, old = false }: Essence): string => `${name} ${old}`

/** The content of a Pulumi state, without the parts that Pulumi rewrites from its program with every deployment. */
function essence(text: string): readonly Essence[] {
  const { deployment } = JSON.parse(text) as { deployment: { resources: readonly ListedResource[] } }
  return deployment.resources.map(
    ({
      urn: name,
      id,
      inputs = {},
      protect,
      retainOnDelete,
      external,
      provider: by,
      delete: old,
      parent,
      deletedWith,
    }) => ({
      name,
      id,
      inputs,
      protect,
      retainOnDelete,
      external,
      by,
      old,
      parent,
      deletedWith,
    }),
  )
}

suite('a stack of Pulumi', { skip }, () => {
  test('moves to its program, which finds nothing to do, and back', (t) => {
    const { run, at, book, options } = moved(t, { version: 3, deployment: latest })
    const imported = run('state', 'import', 'stack.json')
    assert.equal(imported.code, 0, imported.err)
    assert.match(imported.err, /moving was destroyed to be replaced/)
    assert.match(imported.err, /books\/prod is imported/)
    const planned = run('plan', '--detailed-exitcode', '--json')
    assert.equal(planned.code, 2, planned.err)
    // Only the work that Pulumi had not reached is left.
    assert.match(run('plan').out, /erster ✓[^\n]*will be destroyed[^]*1 to delete/)
    assert.doesNotMatch(run('plan').out, /will be (created|replaced|updated)/)
    const back = run('state', 'export', '--format', 'pulumi', '--show-secrets')
    assert.equal(back.code, 0, back.err)
    const listed = essence(back.out)
    const came = essence(JSON.stringify({ deployment: latest }))
    const sesame = { [signature]: secretSignature, plaintext: '"1234"' }
    const expected = came.filter(({ name }) => !name.endsWith('::moving'))
    for (const { inputs } of expected) {
      delete inputs['__internal']
      if (inputs['pin'] !== undefined) inputs['pin'] = sesame
    }
    assert.deepEqual(
      JSON.parse(JSON.stringify(listed.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))))),
      JSON.parse(JSON.stringify(expected.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))))),
    )
    writeFileSync(at('back.json'), back.out)
    rmSync(at('.slipway'), { recursive: true })
    assert.equal(run('state', 'import', 'back.json').code, 0)
    const up = run('up', '--yes')
    assert.equal(up.code, 0, up.err)
    assert.deepEqual(book(), ['flat-1: flat, none', 'shelf-2: shelf, none'])
    assert.match(run('plan', '--detailed-exitcode').out, /Nothing to do/)
    assert.match(run('exports', '--json', '--show-secrets').out, /sesame/)
    assert.match(run('destroy', '--yes').err, /protected/)
    Object.assign(options.env, { FREE: '1' })
    assert.equal(run('up', '--yes').code, 0)
    const down = run('destroy', '--yes')
    assert.equal(down.code, 0, down.err)
    assert.deepEqual(book(), ['shelf-2: shelf, none'])
  })

  test('moves with pending operations', (t) => {
    const lost = {
      urn: urn(entry, 'lost'),
      custom: true,
      type: entry,
      inputs: { account: 'lost' },
      parent: stack,
      provider: `${provider}::8a9a16a4-7d5f-4a8b-9c1e-6a3f3e2d1c0b`,
    }
    const pending = [
      { type: 'creating', resource: lost },
      { type: 'updating', resource: resources[4] },
    ]
    const checkpoint = { stack: 'organization/books/prod', latest: { ...latest, pending_operations: pending } }
    const { run } = moved(
      t,
      { version: 4, features: ['hooks'], checkpoint },
      `${program}\nnew Entry('lost', { account: 'lost' }, { version })`,
    )
    const imported = run('state', 'import', 'stack.json')
    assert.equal(imported.code, 0, imported.err)
    const back = JSON.parse(run('state', 'export', '--format', 'pulumi', '--show-secrets').out)
    assert.deepEqual(
      back.deployment.pending_operations
        .map(({ type, resource }: { type: string; resource: { urn: string } }) => `${type} ${resource.urn}`)
        .toSorted(),
      [`creating ${urn(entry, 'lost')}`, `updating ${first}`],
    )
    assert.match(run('plan').out, /lost[^]*--settle/)
    assert.equal(run('up', '--yes', '--settle', 'lost=missing').code, 0)
    assert.match(run('plan').out, /Nothing to do/)
  })

  test('is refused for another program or with another passphrase', (t) => {
    const { run, options } = moved(t, { version: 3, deployment: latest })
    assert.match(
      run('state', 'import', 'stack.json', '--stack', 'dev').err,
      /stack prod of the project books[^]*state\/bad-import/,
    )
    Object.assign(options.env, { PULUMI_CONFIG_PASSPHRASE: 'shut' })
    assert.match(
      run('state', 'import', 'stack.json').err,
      /does not decrypt the secrets of this state[^]*state\/wrong-key/,
    )
    delete (options.env as NodeJS.ProcessEnv)['PULUMI_CONFIG_PASSPHRASE']
    assert.match(run('state', 'import', 'stack.json').err, /PULUMI_CONFIG_PASSPHRASE_FILE/)
    assert.match(run('stack', 'ls').out + run('stack', 'ls').err, /no stack|STACK/i)
  })
})
