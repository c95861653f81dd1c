// Takes the lock of `site` and says `held <fence>` or `refused <run id of the holder>`; on a line of input it commits and
// says `committed` or the code of the failure. Arguments: directory, run id, lease in milliseconds.
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { processSealer } from '../../seal/index.ts'
import { sampleInstance } from '../../testing.ts'
import { sqliteStore } from '../store.ts'
import { hasEnded, thisProcess } from './this-process.ts'

const [directory = '', runId = '', leaseMs = '600000'] = process.argv.slice(2)
const store = sqliteStore({ directory, sealer: processSealer() })
await store.open()
const options = { leaseMs: Number(leaseMs), isGone: hasEnded }
const answer = await store.lock('site', thisProcess(runId), options)
writeSync(1, answer.acquired ? `held ${answer.lease.fence}\n` : `refused ${answer.holder.runId}\n`)
if (answer.acquired) {
  for await (const _ of createInterface({ input: process.stdin })) {
    const commit = store.commit(answer.lease, [{ kind: 'instance', instance: sampleInstance('site') }])
    writeSync(
      1,
      `${await commit.then(
        () => 'committed',
        (error: { code: string }) => error.code,
      )}\n`,
    )
  }
}
await store.close()
