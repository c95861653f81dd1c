import type { Limits, RestartRule } from '../manifest/schema.ts'
import type { Account } from './account.ts'

export interface Launch {
  /** The folder of this launch, with the node's own files about it. The supervisor makes it. */
  readonly folder: string
  readonly log: string
  /** The program and its arguments. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Absent: the preparer's own. */
  readonly account?: Account | undefined
  readonly limits?: Limits | undefined
  readonly restart: RestartRule
  /** The folder of its code, and a file with the SHA-256 of each file in it: changed code is not started again. Absent: it has none. */
  readonly code?: { readonly folder: string; readonly sums: string } | undefined
}

export interface LaunchState {
  /**
   * `none`: nothing of it is there, though nobody gave it up: the machine was started anew, or somebody killed it together with
   * its supervisor. `restarting`: between an end and the next start.
   */
  readonly is: 'running' | 'restarting' | 'given-up' | 'none'
  readonly pid?: number
  /** Its last end: an exit code as in shells, 128 plus the signal for a killed one. */
  readonly code?: number
}

/** Starts launchables and looks after them; they outlive the preparer. */
export interface Supervisor {
  /** Resolves when the program has started. Repeating a launch starts nothing new. @throws Failure `node/launch-failed` */
  start(launch: Launch): Promise<void>
  state(folder: string): LaunchState
  /** Sends TERM, and KILL after the grace. Resolves when no process of it is alive. @throws Failure `node/halt-failed` */
  stop(folder: string, graceMs: number): Promise<void>
}
