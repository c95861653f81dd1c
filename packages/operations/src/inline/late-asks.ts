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
 * after a timer, a connection or other work, it may still ask.
 *
 * @throws Error if something stays open that may still ask for what would go
 */
export async function lateAsks(
  { stop, clock, isAnythingGoing, leftOpen = nothing }: Omit<StackOptions, 'resources'>,
  { usesKnown, aliases, count, ended }: Asking,
): Promise<void> {
  let before: number | undefined
  for (let turn = 0; await isAnythingGoing(aliases); turn++) {
    const open = await leftOpen()
    const mayAsk = usesKnown && count() !== before
    if (open.length === 0 && (!mayAsk || turn === mostTurns)) return
    if (turn === mostTurns) throw new Error(stillOpen(open))
    before = count()
    await clock.sleep(turnMs, stop)
    await ended()
  }
}

function stillOpen(open: readonly string[]): string {
  return `the function has ended and has left ${open.join(' and ')} open, which may still ask for a resource that would go: is an await missing? Else close it, or unref() it, before the function returns`
}

function nothing(): Promise<readonly string[]> {
  return Promise.resolve([])
}
