import type { Hooks } from '../hooks/hooks.ts'
import type { Layout } from '../install/layout.ts'
import type { Freshness } from '../policies/freshness.ts'
import type { AuthPolicy } from '../policies/policy.ts'
import type { Clock } from '../records/clock.ts'
import type { Records } from '../records/records.ts'
import type { Supervisor } from '../supervise/supervisor.ts'

/** An event on a node, for observers. */
export interface NodeEvent {
  /** Empty if the event concerns the node itself. */
  readonly pod: string
  readonly message: string
}

/** The ports that the pods of a node share. */
export interface DeployPorts {
  readonly node: string
  readonly env: NodeJS.ProcessEnv
  readonly layout: Layout
  readonly records: Records
  readonly supervisor: Supervisor
  readonly hooks: Hooks
  readonly policy: AuthPolicy
  readonly freshness: Freshness
  readonly ids: { next(): string }
  readonly clock: Clock
  /** A random number from 0 up to, but not including, 1. */
  readonly random: () => number
  /** Milliseconds before the second attempt; doubled each time up to a minute. */
  readonly firstPauseMs: number
  /** Aborts when the preparer ends: current work is left at its step. */
  readonly closing: AbortSignal
  readonly tell: (event: NodeEvent) => void
}

const longestPauseMs = 60_000

/** The pause before the next attempt: doubled each time, plus or minus a fifth, so that nodes that failed together do not retry together. */
export function pauseAfter(
  attempts: number,
  { firstPauseMs, random }: Pick<DeployPorts, 'firstPauseMs' | 'random'>,
): number {
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 20))
  return Math.round(pause * (0.8 + 0.4 * random()))
}
