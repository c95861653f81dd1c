import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { badInput, transient, unexpected } from '@slipway/sdk'

const phase = z.enum(['deploy', 'stabilised', 'read', 'destroy'])
type Phase = z.output<typeof phase>

const code = z.enum(['UNEXPECTED', 'TRANSIENT', 'BAD_INPUT'])

/** A phase, or true for `deploy`. */
const when = z.union([z.boolean(), phase])

/** The properties that order accidents. */
export const accidents = {
  delayMs: z.int().min(0).optional().describe('How long creating and updating take, in milliseconds.'),
  destroyDelayMs: z.int().min(0).optional().describe('How long destroying takes, in milliseconds.'),
  unstableFor: z.int().min(0).optional().describe('How many times it says that it has not stabilised yet.'),
  fail: z
    .union([
      z.boolean(),
      z.string(),
      z.object({
        code: code.default('UNEXPECTED').describe('How it fails.'),
        times: z.int().min(1).optional().describe('How often, counted since the plugin was started. Default: always.'),
        reasons: z.array(z.string()).optional().describe('The reasons that it gives.'),
        message: z.string().optional().describe('The message that it gives.'),
        on: phase.default('deploy').describe('In which phase.'),
      }),
    ])
    .optional()
    .describe(
      'Fails in every deploy: true as UNEXPECTED, or with this code, or with this message; or as the object says.',
    ),
  crash: when.optional().describe('Kills its plugin in this phase; true means deploy.'),
  hang: when.optional().describe('Never answers in this phase, until it is cancelled; true means deploy.'),
}

const accidentSpec = z.object(accidents)
type Accidents = z.output<typeof accidentSpec>

export interface Victim {
  readonly spec: Accidents
  readonly resourceId: string
  readonly signal: AbortSignal
}

/** How often something happened to a resource since this plugin started. */
const counts = new Map<string, number>()

/** Lets happen what was ordered for this phase. Resolves when nothing bad was; the answer is whether it has stabilised. */
export async function accident(now: Phase, { spec, resourceId, signal }: Victim): Promise<boolean> {
  const delay = now === 'deploy' ? spec.delayMs : now === 'destroy' ? spec.destroyDelayMs : undefined
  if (delay !== undefined) await sleep(delay, undefined, { signal })
  if (isDue(spec.crash, now)) process.kill(process.pid, 'SIGKILL')
  if (isDue(spec.hang, now)) await forever(signal)
  fail(now, spec.fail, resourceId)
  return now !== 'stabilised' || spec.unstableFor === undefined || count(`unstable ${resourceId}`) > spec.unstableFor
}

function isDue(ordered: boolean | Phase | undefined, now: Phase): boolean {
  return ordered === now || (ordered === true && now === 'deploy')
}

function fail(now: Phase, ordered: Accidents['fail'], resourceId: string): void {
  const order = orderOf(ordered)
  if (order?.on !== now) return
  if (order.times !== undefined && count(`fail ${now} ${resourceId}`) > order.times) return
  const message = order.message ?? `failing with ${order.code}, as ordered`
  const failures = { UNEXPECTED: unexpected, TRANSIENT: transient, BAD_INPUT: badInput }
  throw failures[order.code](message, order.reasons)
}

type FailOrder = Extract<Accidents['fail'], object>

function orderOf(ordered: Accidents['fail']): FailOrder | undefined {
  if (typeof ordered === 'object') return ordered
  if (ordered === undefined || ordered === false) return undefined
  const { data } = code.safeParse(ordered)
  if (data !== undefined || ordered === true) return { code: data ?? 'UNEXPECTED', on: 'deploy' }
  return { code: 'UNEXPECTED', on: 'deploy', message: ordered }
}

function count(what: string): number {
  const times = (counts.get(what) ?? 0) + 1
  counts.set(what, times)
  return times
}

function forever(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = (): void => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
