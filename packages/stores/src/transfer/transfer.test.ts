import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { memoryStore } from '../memory.ts'
import { processSealer } from '../seal/index.ts'
import {
  sampleChild,
  sampleInstance,
  sampleIntent,
  sampleResource,
  sampleLink,
  sampleRun,
  sampleTask,
  takeLock,
} from '../testing.ts'
import { exportInstance, importInstance } from './index.ts'

const sealer = processSealer()

async function filledStore(): Promise<ReturnType<typeof memoryStore>> {
  const store = memoryStore()
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [
    { kind: 'instance', instance: sampleInstance('site') },
    { kind: 'resource', resource: sampleResource('web', { pluginDescriptor: 'github:acme/local' }) },
    { kind: 'begin', intent: sampleIntent('doubt') },
    { kind: 'run', run: sampleRun('r1') },
    { kind: 'run', run: sampleRun('r2') },
    { kind: 'task', task: sampleTask('t') },
    {
      kind: 'link',
      link: sampleLink('web', 'folder', { former: [{ resourceId: 'id-before', name: 'web', end: 'a' }] }),
    },
    { kind: 'child', child: sampleChild('network') },
  ])
  return store
}

describe('an exported instance', () => {
  for (const revealSecrets of [false, true]) {
    test(`comes back whole, secrets ${revealSecrets ? 'in plain text' : 'sealed'}`, async () => {
      const source = await filledStore()
      const text = await exportInstance(source, 'site', { sealer, revealSecrets })
      assert.equal(text.includes('token of web'), revealSecrets)
      assert.equal(JSON.parse(text).sealedWith, revealSecrets ? undefined : sealer.keyId)
      const target = memoryStore()
      await importInstance(target, await takeLock(target, 'site'), text, { sealer })
      assert.deepEqual(await target.load('site'), await source.load('site'))
      assert.deepEqual(await target.runs('site', 9), await source.runs('site', 9))
    })
  }

  test('may be imported under another name', async () => {
    const store = await filledStore()
    const text = await exportInstance(store, 'site', { sealer })
    await importInstance(store, await takeLock(store, 'copy'), text, { sealer })
    assert.equal((await store.load('copy'))?.instance.name, 'copy')
  })

  test('does not replace another unless told to', async () => {
    const source = await filledStore()
    const text = await exportInstance(source, 'site', { sealer })
    const target = memoryStore()
    const lease = await takeLock(target, 'site')
    await target.commit(lease, [
      { kind: 'instance', instance: sampleInstance('site') },
      { kind: 'resource', resource: sampleResource('old') },
    ])
    await assert.rejects(importInstance(target, lease, text, { sealer }), { code: 'state/instance-exists' })
    await importInstance(target, lease, text, { sealer, replace: true })
    assert.deepEqual(await target.load('site'), await source.load('site'))
  })

  test('opens only with its key', async () => {
    const text = await exportInstance(await filledStore(), 'site', { sealer })
    const target = memoryStore()
    const attempt = importInstance(target, await takeLock(target, 'site'), text, { sealer: processSealer() })
    await assert.rejects(attempt, { code: 'state/wrong-key' })
    assert.equal(await target.load('site'), undefined)
  })
})

describe('a document that does not fit', () => {
  const cases: Readonly<Record<string, { text: string; code: string; says: RegExp }>> = {
    'no JSON': { text: '{', code: 'state/bad-import', says: /JSON/ },
    'no map': { text: 'null', code: 'state/bad-import', says: /must be a map/ },
    'another format': { text: '{"format":"tf"}', code: 'state/bad-import', says: /slipway-state/ },
    'a newer version': {
      text: '{"format":"slipway-state","version":5}',
      code: 'state/newer-version',
      says: /version 5/,
    },
    'missing parts': {
      text: '{"format":"slipway-state","version":1}',
      code: 'state/bad-import',
      says: /instance must be a map.*resources must be a list/s,
    },
  }
  for (const [name, { text, code, says }] of Object.entries(cases)) {
    test(`${name}: is refused with what is wrong`, async () => {
      const store = memoryStore()
      const lease = await takeLock(store, 'site')
      await assert.rejects(
        importInstance(store, lease, text, { sealer }),
        (error: Error & { code: string; details: string[] }) => {
          assert.equal(error.code, code)
          assert.match([error.message, ...error.details].join('\n'), says)
          return true
        },
      )
    })
  }

  test('names each wrong field of a record', async () => {
    const store = await filledStore()
    const document = JSON.parse(await exportInstance(store, 'site', { sealer }))
    delete document.resources[0].type
    document.intents[0].resource.dependsOn = [1]
    const attempt = importInstance(store, { instance: 'x', fence: 1 }, JSON.stringify(document), { sealer })
    await assert.rejects(attempt, {
      details: ['resources[0].type is missing', 'intents[0].resource.dependsOn[0] must be a string'],
    })
  })

  test('cannot have names of megabytes, words that mean nothing, or two records with one id or name', async () => {
    const text = await exportInstance(await filledStore(), 'site', { sealer })
    const details = async (change: (document: { resources: { [key: string]: unknown }[] }) => void) => {
      const document = JSON.parse(text)
      change(document)
      const attempt = importInstance(memoryStore(), { instance: 'x', fence: 1 }, JSON.stringify(document), { sealer })
      const failure: unknown = await attempt.catch((error: unknown) => error)
      assert.ok(failure instanceof Failure)
      return failure.details
    }
    assert.deepEqual(
      await details(({ resources: [first] }) => Object.assign(first ?? {}, { name: 'n'.repeat(2 ** 20) })),
      ['resources[0].name has more than 1000 characters'],
    )
    assert.match(
      (await details(({ resources: [first] }) => Object.assign(first ?? {}, { status: 'fine' })))[0] ?? '',
      /^resources\[0\].status must be one of absent, creating, /,
    )
    const twice = await details(({ resources }) => resources.push({ ...resources[0] }))
    assert.deepEqual(
      twice.map((line) => line.replace(/\d+/, 'N')),
      ['resources[N].id is the same as that of resources[0]', 'resources[N].name is the same as that of resources[0]'],
    )
    const again = await details(({ resources }) => resources.push({ ...resources[0], replaced: true }))
    assert.deepEqual(
      again.map((line) => line.replace(/\d+/, 'N')),
      ['resources[N].id is the same as that of resources[0]'],
    )
  })

  test('a missing instance cannot be exported, and the others are named', async () => {
    const attempt = exportInstance(await filledStore(), 'sight', { sealer })
    await assert.rejects(attempt, { code: 'state/unknown-instance', hint: 'there are: site' })
  })
})
