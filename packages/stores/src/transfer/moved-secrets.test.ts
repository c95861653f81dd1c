import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Secret, valueMap } from '@slipway/model'
import { memoryStore } from '../memory.ts'
import { processSealer } from '../seal/index.ts'
import { fixtureSealer } from '../seal/testing.ts'
import { sampleInstance, sampleResource, takeLock } from '../testing.ts'
import { documentChanges, exportInstance, hasOldForm, importInstance } from './index.ts'

const sealer = processSealer()

interface Exported {
  purpose?: string
  state?: string
  readonly instance: { name: string }
  readonly resources: { id: string; name: string; spec: Record<string, unknown> }[]
}

async function exported(name = 'site'): Promise<Exported> {
  const store = memoryStore()
  await store.commit(await takeLock(store, name), [
    { kind: 'instance', instance: sampleInstance(name) },
    ...['web', 'db'].map((resource) => {
      const spec = valueMap(['one', 'two'].map((key) => [key, new Secret(`${key} of ${resource}`)] as const))
      return { kind: 'resource' as const, resource: sampleResource(resource, { dependsOn: [], reads: [], spec }) }
    }),
  ])
  return JSON.parse(await exportInstance(store, name, { sealer })) as Exported
}

function swap(document: Exported, [from, a]: readonly [number, string], [to, b]: readonly [number, string]): void {
  const [one, other] = [document.resources[from] ?? assert.fail(), document.resources[to] ?? assert.fail()]
  const kept = one.spec[a]
  one.spec[a] = other.spec[b]
  other.spec[b] = kept
}

async function read(document: Exported): Promise<unknown> {
  return await documentChanges(JSON.stringify(document), 'site', { sealer })
}

describe('secrets of an exported instance', () => {
  test('name their purpose and their state at its top', async () => {
    const { purpose, state } = await exported()
    assert.equal(purpose, 'state')
    assert.match(state ?? '', /^[0-9a-f-]{36}$/)
  })

  const tricks: Readonly<Record<string, (document: Exported, other: Exported) => void>> = {
    'exchanged between two resources': (document) => swap(document, [0, 'one'], [1, 'one']),
    'exchanged within one': (document) => swap(document, [0, 'one'], [0, 'two']),
    'from the same place of another state': (document, other) => {
      document.resources[0] = other.resources[0] ?? assert.fail()
    },
    'said to be of another state': (document, other) => void (document.state = other.state ?? assert.fail()),
    'said to be of another instance': (document) => void (document.instance.name = 'shop'),
    'in a record that is said to be another one': (document) =>
      void ((document.resources[0] ?? assert.fail()).id = 'other'),
  }
  for (const [name, trick] of Object.entries(tricks)) {
    test(`are refused by name: ${name}`, async () => {
      const document = await exported()
      trick(document, await exported())
      await assert.rejects(read(document), {
        code: 'state/damaged-record',
        message:
          /^resource (web|db) cannot be imported: the secret at spec\.(one|two) of resource \S+ in \w+, .*sealed for another place/,
        hint: /nothing was changed/,
      })
    })
  }

  test('are refused where the head does not name their purpose', async () => {
    for (const part of ['purpose', 'state'] as const) {
      const document = await exported()
      delete document[part]
      await assert.rejects(read(document), {
        code: 'state/bad-import',
        details: ['it does not name its state ("purpose", "state"), but its secrets are bound to a state'],
      })
    }
    await assert.rejects(read({ ...(await exported()), purpose: 'plan' }), { details: ['purpose must be "state"'] })
  })

  test('stay with their record under its new name', async () => {
    const document = await exported()
    for (const resource of document.resources) resource.name += '-renamed'
    const store = memoryStore()
    await importInstance(store, await takeLock(store, 'copy'), JSON.stringify(document), { sealer })
    const [one] = (await store.load('copy'))?.resources.filter(({ name }) => name === 'web-renamed') ?? []
    assert.deepEqual(one?.spec['one'], new Secret('one of web'))
  })
})

describe('a document of version 0.1.0', () => {
  const text = readFileSync(new URL('../../fixtures/documents/document-v3.json', import.meta.url), 'utf8')
  const fixture = fixtureSealer()

  test('is recognised by its secrets', async () => {
    assert.equal(await hasOldForm(text), true)
    assert.equal(await hasOldForm(JSON.stringify(await exported())), false)
    const bare = JSON.parse(text) as { instance: { exports: object }; resources: object[] }
    assert.equal(
      await hasOldForm(JSON.stringify({ ...bare, instance: { ...bare.instance, exports: {} }, resources: [] })),
      false,
    )
  })

  test('is refused unless the user accepts it explicitly, and is sealed anew then', async () => {
    const store = memoryStore({ sealer: fixture })
    const lease = await takeLock(store, 'site')
    await assert.rejects(importInstance(store, lease, text, { sealer: fixture }), {
      code: 'state/old-form',
      hint: /--old-form/,
    })
    assert.equal(await store.load('site'), undefined)
    await importInstance(store, lease, text, { sealer: fixture, oldForm: true })
    assert.deepEqual((await store.load('site'))?.instance.exports['token'], new Secret('x&_NDqz>foJl*Mun_]?q'))
    assert.doesNotMatch(await exportInstance(store, 'site', { sealer: fixture }), /"1:/)
  })

  test('does not pass its form on to a present one', async () => {
    const { resources } = JSON.parse(text) as Exported
    const document = await exported()
    const [first] = resources
    ;(document.resources[0] ?? assert.fail()).spec['one'] = first?.spec['result']
    assert.equal(await hasOldForm(JSON.stringify(document)), true)
    await assert.rejects(read(document), { code: 'state/old-form' })
  })
})
