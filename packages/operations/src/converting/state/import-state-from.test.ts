import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { isSecret } from '@slipway/model'
import { describe, test } from '../../../../../test/cases.ts'
import { plan } from '../../change/plan.ts'
import { listState } from '../../state/list.ts'
import { machine } from '../testing/machine.ts'
import { importedBlueprint } from './imported-blueprint.ts'
import type { ImportPlan } from './import-plan.ts'
import { importStateFrom } from './import-state-from.ts'

const request = { from: 'terraform', state: 'terraform.tfstate', instance: 'shop', agree: true } as const

function withState(t: TestContext, act?: string) {
  const box = machine(t, act)
  box.provider()
  box.write('terraform.tfstate', '{}')
  return box
}

/** Returns the questions to providers in a sorted order, because they are asked in parallel. */
function readsIn(said: readonly Record<string, unknown>[]): readonly string[] {
  return said.map((one) => [one['read'], one['region']].join(': ')).toSorted()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

describe('a state that a converter reads', () => {
  test('is a plan first, and then recorded at once: parents, providers, inputs, outputs, and what providers report', async (t) => {
    const { slipway, said, at } = withState(t)
    let asked: ImportPlan | undefined
    const declined = await importStateFrom(slipway, {
      ...request,
      args: ['--flag'],
      agree: (question) => {
        asked = question
        return Promise.resolve(false)
      },
    })
    assert.equal(declined.outcome, 'declined')
    await assert.rejects(listState(slipway, { instance: 'shop' }), { code: 'state/unknown-instance' })
    assert.deepEqual(
      asked?.resources.map(({ logicalName, parent, provider, isRead }) => [logicalName, parent, provider, isRead]),
      [
        ['net', '', '', false],
        ['cloud.eu', '', '', false],
        ['logs', 'net', '', false],
        ['found', '', 'cloud.eu', true],
      ],
    )
    assert.deepEqual(asked?.leftOut, [
      {
        type: 'cloud:index:Bucket',
        name: 'gone',
        id: 'gone-1',
        why: 'its provider finds nothing with the id "gone-1"',
      },
    ])
    assert.equal(asked?.diagnostics.length, 1)
    const { schema, resolved, ...heard } = said('converter')[0] ?? {}
    assert.deepEqual(heard, { args: [at('work/terraform.tfstate'), '--flag'], mapping: 0 })
    assert.match(String(schema), /no plugin for nowhere is installed/)
    assert.match(String(resolved), /not the name of an installed plugin/)
    assert.deepEqual(readsIn(said('resource')), ['found-1: eu', 'gone-1: '])

    const { outcome, records } = await importStateFrom(slipway, request)
    assert.equal(outcome, 'imported')
    const { resources } = await listState(slipway, { instance: 'shop' })
    assert.deepEqual(resources.map(({ name, type }) => `${name}: ${type}`).toSorted(), [
      'eu: pulumi:providers:cloud',
      'found: cloud:index:Bucket',
      'logs: cloud:index:Bucket',
    ])
    const logs = records.find(({ name }) => name === 'logs')
    assert.deepEqual([logs?.spec['size'], isSecret(logs?.spec['token'] ?? null)], [3, true])
    const found = records.find(({ name }) => name === 'found')
    assert.deepEqual([found?.options?.provider, found?.spec['size']], ['resources.eu', 7])
    // A resource that is already recorded stays unchanged.
    await assert.rejects(importStateFrom(slipway, request), {
      code: 'cli/already-recorded',
      message: /is already recorded/,
    })
  })

  test('needs no change of a blueprint that is written from it', async (t) => {
    const { slipway, write, read } = withState(t)
    const { records } = await importStateFrom(slipway, request)
    write('shop.blueprint.yaml', importedBlueprint(records, 'shop.blueprint.yaml'))
    const text = read('shop.blueprint.yaml')
    assert.match(text, /provider: "?resources\.eu/)
    assert.doesNotMatch(text, /t0ken/)
    const planned = await plan(slipway, { variables: { logs_token: 't0ken' } })
    assert.deepEqual(
      planned.plan.steps.filter(({ action }) => action !== 'none').map(({ name, action }) => [name, action]),
      [],
    )
  })

  test('joins the stack of a program, with parents and providers in its URNs and its configuration', async (t) => {
    const { slipway, write, said } = withState(t)
    write('Pulumi.yaml', 'name: books\nruntime: yaml\n')
    write('Pulumi.dev.yaml', 'config:\n  cloud:region: us\n')
    const { instance: _, ...ofStack } = request
    const { outcome, records } = await importStateFrom(slipway, { ...ofStack, stack: 'dev' })
    assert.equal(outcome, 'imported')
    const specs = new Map(records.map(({ spec }) => [spec['urn'], spec]))
    const cloud = 'urn:pulumi:dev::books::pulumi:providers:cloud'
    const logs = specs.get('urn:pulumi:dev::books::net:index:Net$cloud:index:Bucket::logs')
    assert.equal(logs?.['parent'], 'urn:pulumi:dev::books::net:index:Net::net')
    assert.match(textOf(logs?.['provider']), new RegExp(`^${cloud}::default::[0-9a-f-]{36}$`))
    const found = specs.get('urn:pulumi:dev::books::cloud:index:Bucket::found')
    assert.match(textOf(found?.['provider']), new RegExp(`^${cloud}::eu::[0-9a-f-]{36}$`))
    assert.equal(specs.size, 6)
    assert.deepEqual(readsIn(said('resource')), ['found-1: eu', 'gone-1: us'])
    await assert.rejects(importStateFrom(slipway, { ...ofStack, stack: 'dev' }), {
      code: 'cli/already-recorded',
      message: 'books/dev has 6 resources already',
    })
  })

  for (const [act, message] of [
    ['half', /^pulumi\/converter-terraform: .*the resource "other" has no id/],
    ['parentless', /the parent of "logs", "nowhere", is not in it/],
    ['wrong', /left out: a provisioner/],
    ['dies', /pulumi\/converter-terraform was killed by SIGKILL/],
  ] as const)
    test(`is refused by name if the converter is hostile: ${act}`, async (t) => {
      const { slipway } = withState(t, act)
      await assert.rejects(importStateFrom(slipway, request), { message })
      await assert.rejects(listState(slipway, { instance: 'shop' }), { code: 'state/unknown-instance' })
    })

  test('may be empty or missing', async (t) => {
    const { slipway, at } = withState(t, 'nothing')
    const { outcome } = await importStateFrom(slipway, request)
    assert.equal(outcome, 'nothing')
    mkdirSync(at('work/folder'))
    await assert.rejects(importStateFrom(slipway, { ...request, state: 'gone' }), { code: 'cli/no-such-file' })
    await assert.rejects(importStateFrom(slipway, { ...request, state: 'folder' }), { code: 'cli/not-a-file' })
  })
})
