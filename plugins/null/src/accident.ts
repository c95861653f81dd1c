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
  delayMs: z.int().min(0).optional().describe('Duration of a create or an update, in milliseconds.'),
  destroyDelayMs: z.int().min(0).optional().describe('Duration of a destroy, in milliseconds.'),
  unstableFor: z
    .int()
    .min(0)
    .optional()
    .describe('How many times the resource answers that it has not stabilised yet.'),
  fail: z
    .union([
      z.boolean(),
      z.string(),
      z.object({
        code: code.default('UNEXPECTED').describe('Code of the failure.'),
        times: z
          .int()
          .min(1)
          .optional()
          .describe('How many times it fails, counted from the start of the plugin. Default: every time.'),
        reasons: z.array(z.string()).optional().describe('Reasons of the failure.'),
        message: z.string().optional().describe('Message of the failure.'),
        on: phase.default('deploy').describe('Phase in which it fails.'),
      }),
    ])
    .optional()
    .describe(
      'Fails. True: with UNEXPECTED in every deploy. A string: with this code or this message in every deploy. An object: as its fields say.',
    ),
  crash: when.optional().describe('Kills the plugin in this phase. True means deploy.'),
  hang: when.optional().describe('Does not answer in this phase until the call is cancelled. True means deploy.'),
}

const accidentSpec = z.object(accidents)
type Accidents = z.output<typeof accidentSpec>

export interface Victim {
  readonly spec: Accidents
  readonly resourceId: string
  /** The signal of the call, made at its first use. */
  readonly signal: AbortSignal
}

/** How often something happened to a resource since this plugin started. */
const counts = new Map<string, number>()

/** Causes the accident that was ordered for this phase. Resolves when there is none; the result is whether the resource has stabilised. */
export async function accident(now: Phase, victim: Victim): Promise<boolean> {
  const { spec, resourceId } = victim
  const delay = now === 'deploy' ? spec.delayMs : now === 'destroy' ? spec.destroyDelayMs : undefined
  if (delay !== undefined) await sleep(delay, undefined, { signal: victim.signal })
  if (isDue(spec.crash, now)) process.kill(process.pid, 'SIGKILL')
  if (isDue(spec.hang, now)) await forever(victim.signal)
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
