import assert from 'node:assert/strict'
import { memoryStore } from '@slipway/stores'
import { exportInstance, importInstance } from '@slipway/stores/transfer'
import {
  sampleInstance,
  sampleIntent,
  sampleResource,
  sampleRun,
  sampleTask,
  takeLock,
} from '../../../packages/stores/src/testing.ts'
import { mutatedText } from '../mutate.ts'
import { refusedInOrder, type Target } from '../target.ts'
import { jsonTokens } from './json-tokens.ts'
import { sealer } from './sealer.ts'

const store = memoryStore()
await store.commit(await takeLock(store, 'site'), [
  { kind: 'instance', instance: sampleInstance('site') },
  { kind: 'resource', resource: sampleResource('web') },
  { kind: 'begin', intent: sampleIntent('doubt') },
  { kind: 'run', run: sampleRun('r1') },
  { kind: 'task', task: sampleTask('t') },
])
const documents = await Promise.all(
  [false, true].map((revealSecrets) => exportInstance(store, 'site', { sealer, revealSecrets })),
)
const tokens = [...jsonTokens, '{"$number":"1"}', '{"$secret":"2:fuzz:MQ=="}', '{"$map":{}}', '"resources":', '"spec":']

/** The content without the id of its state, which an import does not take over. */
function contents(text: string): object {
  return { ...JSON.parse(text), state: undefined }
}

/** Anything that can be imported can be exported, and importing that gives the same. */
function take(input: Buffer): Promise<void> {
  return refusedInOrder(async () => {
    const first = memoryStore()
    await importInstance(first, await takeLock(first, 'site'), input.toString('utf8'), { sealer })
    const text = await exportInstance(first, 'site', { sealer })
    const second = memoryStore()
    await importInstance(second, await takeLock(second, 'site'), text, { sealer })
    // Fields that an older version did not write may be in another place.
    assert.deepEqual(contents(await exportInstance(second, 'site', { sealer })), contents(text))
  })
}

export const state: Target = { name: 'state', make: (random) => mutatedText(random, documents, tokens), take }
