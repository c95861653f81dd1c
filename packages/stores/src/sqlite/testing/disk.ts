// Does one thing with a store and says how it went, as `ok …` or the code of the failure. Arguments: directory, what.
import { writeSync } from 'node:fs'
import type { Lease } from '../../port.ts'
import { quickPassphraseSealer } from '../../seal/testing.ts'
import { sampleInstance, sampleResource } from '../../testing.ts'
import { sqliteStore } from '../store.ts'
import { hasEnded, thisProcess } from './this-process.ts'

const [directory = '', what = ''] = process.argv.slice(2)
const sealer = quickPassphraseSealer('test')
const store = sqliteStore({ directory, sealer, access: what === 'read' ? 'read' : 'write' })

async function run(): Promise<string> {
  await store.open()
  if (what === 'read') return `ok ${(await store.load('site'))?.resources.length ?? 'none'}`
  const answer = await store.lock('site', thisProcess('disk'), { leaseMs: 30_000, isGone: hasEnded })
  if (!answer.acquired) return 'locked'
  await store.commit(answer.lease, [{ kind: 'instance', instance: sampleInstance('site') }])
  return what === 'fill' ? fill(answer.lease) : 'ok'
}

/** Writes until a commit fails. */
async function fill(lease: Lease): Promise<string> {
  for (let number = 0; ; number++) {
    const resource = sampleResource(`r${number}`, { spec: { text: 'x'.repeat(3_000) } })
    try {
      await store.commit(lease, [{ kind: 'resource', resource }])
    } catch (error) {
      return `${(error as { code: string }).code} ${number}`
    }
  }
}

const outcome = await run().catch((error: unknown) => (error as { code?: string }).code ?? String(error))
await store.close()
writeSync(1, `${outcome}\n`)
