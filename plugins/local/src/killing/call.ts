/** A plugin process reduced to one call: it makes the call that its argument orders, and dies in the middle of it. */
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
  /** The recorded state, if there was one. */
  readonly state: object
  /** Before which of its steps it dies; when there are fewer, before its answer. Counted from 1. */
  readonly step: number
  /** After how many milliseconds it dies at the latest. */
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
