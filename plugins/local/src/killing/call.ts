/** A plugin process for a single call: it makes the call that its argument describes, and dies in the middle of it. */
import { writeSync } from 'node:fs'
import { trial } from '@slipway/sdk/testing'
import { provider } from '../provider.ts'
import { dieAt } from './die-at.ts'

export interface Ordered {
  readonly type: string
  readonly resourceId: string
  readonly folder: string
  readonly method: 'create' | 'update' | 'destroy'
  readonly spec: object
  /** The recorded state, if there is one. */
  readonly state: object
  /** The step before which it dies, counted from 1; when there are fewer steps, it dies before its answer. */
  readonly step: number
  /** The latest time of its death, in milliseconds. */
  readonly afterMs?: number
}

const { type, resourceId, folder, method, spec, state, step, afterMs } = JSON.parse(process.argv[2] ?? '') as Ordered
const it = trial(provider, type, { resourceId, variables: { blueprintDir: folder } })
await dieAt(step)
if (afterMs !== undefined) setTimeout(() => process.kill(process.pid, 'SIGKILL'), afterMs)
if (method === 'create') await it.create(spec)
else if (method === 'update') await it.update({ ...state }, spec)
else await it.destroy({ ...state })
writeSync(1, 'done')
process.kill(process.pid, 'SIGKILL')
