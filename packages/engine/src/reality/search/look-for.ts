import { Failure, type ResourceTypeDefinition, type ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Clock } from '../../ports.ts'
import type { Deadlines } from '../../providers/waiting/deadlines.ts'
import { slept } from '../../providers/waiting/slept.ts'
import { isHalfUpdated } from '../recorded/life-cycle.ts'
import type { NotFoundYet } from './not-found-yet-event.ts'

/** The limits of a search for a resource that may not be found at once. */
export interface Patience {
  readonly clock: Clock
  readonly deadlines: Pick<Deadlines, 'settle' | 'firstPoll' | 'longestPoll'>
  /** The signal that ends all waits. */
  readonly stop?: AbortSignal | undefined
  /** Gets the event for the first resource that is waited for. */
  readonly tell?: ((event: NotFoundYet) => void) | undefined
  /** The time when the first wait began. All resources share one wait. */
  began?: { readonly now: number; readonly monotonic: number }
}

/**
 * The real spec of a resource; `undefined` if it is missing. If its type has a time for late effects (`settlesWithinMs`), a resource that
 * was made or changed less than that ago may not be found yet. It is then looked for until that time has passed. All resources together
 * wait at most as long as a `destroy` waits for late effects.
 *
 * @param look asks its provider
 * @throws Failure when it is not found, and this still proves nothing
 */
export async function lookFor(
  record: ResourceRecord,
  definition: ResourceTypeDefinition | undefined,
  look: () => Promise<ValueMap | undefined>,
  patience: Patience,
): Promise<ValueMap | undefined> {
  const { clock, deadlines, stop } = patience
  const leftMs = unsettledMs(record, definition, clock.now(), patience.began?.now)
  // Monotonic time, so that the wait stays the same if the clock is set during it.
  const settledAt = clock.monotonic() + leftMs
  const first = await look()
  if (first !== undefined || leftMs <= 0) return first
  const isFirst = patience.began === undefined
  const began = (patience.began ??= { now: clock.now(), monotonic: clock.monotonic() })
  const until = Math.min(settledAt, began.monotonic + deadlines.settle)
  if (isFirst) patience.tell?.(lookedFor(record, until - began.monotonic, began.now))
  for (let pause = deadlines.firstPoll; ; pause = Math.min(pause * 2, deadlines.longestPoll)) {
    const restMs = until - clock.monotonic()
    if (restMs <= 0) break
    const isRested = await slept(clock, Math.min(pause, restMs), stop)
    const found = await look()
    if (found !== undefined) return found
    if (!isRested) throw notFoundYet(record, settledAt - clock.monotonic())
  }
  if (until === settledAt) return undefined
  throw notFoundYet(record, settledAt - clock.monotonic())
}

/**
 * The time in milliseconds for which "not found" proves nothing. If the clock was set back since the last call, the time counts from now.
 *
 * @param began when the first of all waits began
 */
export function unsettledMs(
  record: ResourceRecord,
  definition: ResourceTypeDefinition | undefined,
  now: number,
  began = now,
): number {
  const within = definition?.settlesWithinMs
  const { deployedAt, updatedAt } = record
  if (within === undefined || deployedAt === undefined) return 0
  // An update that has failed may have changed something, too.
  const last = isHalfUpdated(record) ? Math.max(deployedAt, updatedAt) : deployedAt
  return Math.min(last, began) + within - now
}

function lookedFor({ name, type }: ResourceRecord, waitMs: number, at: number): NotFoundYet {
  return { type: 'not-found-yet', name, resourceType: type, waitMs: Math.round(waitMs), at }
}

function notFoundYet({ name, type }: ResourceRecord, leftMs: number): Failure {
  const message = `${name} (${type}) was made or changed a moment ago, and its provider does not find it yet`
  return new Failure('engine/not-found-yet', message, {
    hint: `according to its type, it may take ${Math.max(1, Math.ceil(leftMs / 1_000))} s more: run it again then`,
  })
}
