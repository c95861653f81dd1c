import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type OptionDefinition, recordedOptionNames, resourceOptions } from '@slipway/model'
import { memoryStore } from '../memory.ts'
import { processSealer } from '../seal/index.ts'
import { sampleInstance, sampleResource, takeLock } from '../testing.ts'
import { documentChanges, exportInstance } from './index.ts'

const sealer = processSealer()

/** A value that may be recorded for the option. */
function sampleOf({ schema, rule }: OptionDefinition): unknown {
  if (rule === 'lengths of time') return { create: 1000 }
  if (schema.type === 'array') return ['port']
  return schema.type === 'boolean' ? true : (schema.allowedValues?.[0] ?? 'db')
}

async function taken(options: object): Promise<readonly unknown[]> {
  const store = memoryStore()
  const resource = sampleResource('web', { dependsOn: [], reads: [], options })
  await store.commit(await takeLock(store, 'site'), [
    { kind: 'instance', instance: sampleInstance('site') },
    { kind: 'resource', resource },
  ])
  const changes = await documentChanges(await exportInstance(store, 'site', { sealer }), 'site', { sealer })
  return changes.flatMap((change) => (change.kind === 'resource' ? [change.resource.options] : []))
}

test('every recorded option is imported as it was exported', async () => {
  const options = Object.fromEntries(recordedOptionNames.map((name) => [name, sampleOf(resourceOptions[name])]))
  assert.deepEqual(await taken(options), [options])
})

test('an option of the wrong type is refused by its name', async () => {
  for (const name of recordedOptionNames)
    await assert.rejects(taken({ [name]: 7 }), (error) => {
      assert.ok(error instanceof Failure)
      assert.match(JSON.stringify(error.details ?? error.message), new RegExp(`options.${name}\\b`))
      return true
    })
})
