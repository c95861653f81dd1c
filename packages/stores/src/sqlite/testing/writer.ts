// Writes resources until it is killed: an intent, then the result that ends it, as the engine does. Says `begun <id>`
// and `done <id>` only after the commit has resolved. Arguments: directory, first number.
import { writeSync } from 'node:fs'
import { processSealer } from '../../seal/index.ts'
import { sampleInstance, sampleIntent, sampleResource } from '../../testing.ts'
import { sqliteStore } from '../store.ts'
import { hasEnded, thisProcess } from './this-process.ts'

const [directory = '', first = '0'] = process.argv.slice(2)
const store = sqliteStore({ directory, sealer: processSealer() })
await store.open()
const answer = await store.lock('site', thisProcess('writer'), { leaseMs: 30_000, isGone: hasEnded })
if (!answer.acquired) throw new Error('locked')
const { lease } = answer
await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site') }])

async function write(number: number): Promise<void> {
  const id = String(number)
  const resource = sampleResource(id, { spec: { text: 'x'.repeat(number % 5_000) } })
  await store.commit(lease, [{ kind: 'begin', intent: sampleIntent(id, { resource }) }])
  writeSync(1, `begun ${id}\n`)
  await store.commit(lease, [
    { kind: 'end', intentId: id },
    { kind: 'resource', resource },
  ])
  writeSync(1, `done ${id}\n`)
}

for (let number = Number(first); ; number += 4) {
  await Promise.all([0, 1, 2, 3].map((offset) => write(number + offset)))
}
