import type { StackOptions } from './speaker.ts'

/**
 * The milliseconds of silence after which Slipway assumes that a program does not repeat its earlier requests: enough for a request over the
 * network. Only programs that use `known()` or have left something open wait, and only before something is destroyed.
 */
const turnMs = 1000

/** The maximum number of such waits for a program that continues to ask, or leaves something open. */
const mostTurns = 10

/** A program that has ended, as far as it says. */
export interface Asking {
  readonly usesKnown: boolean
  /** Former names of the requested resources. */
  readonly aliases: ReadonlySet<string>
  /** The number of requests so far. */
  readonly count: () => number
  /** Resolves once the requests so far are settled. */
  readonly ended: () => Promise<void>
}

/**
 * Waits a moment before a missing request destroys a resource. Code in a function that is not awaited is invisible to us: after a `known()`, or
 * after a timer or a connection, it may still ask.
 *
 * @throws Error if something stays open that may still ask for what would be destroyed
 */
export async function lateAsks(
  { stop, clock, isAnythingGoing, leftOpen = nothing }: Omit<StackOptions, 'resources'>,
  { usesKnown, aliases, count, ended }: Asking,
): Promise<void> {
  if (!usesKnown && leftOpen().length === 0) return
  for (let turn = 0; turn < mostTurns && (await isAnythingGoing(aliases)); turn++) {
    const before = count()
    await clock.sleep(turnMs, stop)
    await ended()
    if (count() === before && leftOpen().length === 0) return
  }
  const open = leftOpen()
  if (open.length === 0 || !(await isAnythingGoing(aliases))) return
  throw new Error(
    `the function has ended and has left ${open.join(' and ')} open, which may still ask for a resource that would be destroyed: is an await missing? Else close it, or unref() it, before the function returns`,
  )
}

function nothing(): readonly string[] {
  return []
}
