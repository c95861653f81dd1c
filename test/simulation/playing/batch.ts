import type { Found } from './report.ts'
import { found, simulate, type Writes } from './simulate.ts'
import { countVerdicts, type VerdictCounts } from '../command/verdict-counts.ts'

export interface BatchRequest {
  /** The seed of the first sequence; each further sequence adds `step`. */
  readonly seed: number
  readonly step: number
  /** The batch ends with the sequence in which this many commands are reached. */
  readonly commands: number
  /** Moves of each sequence. */
  readonly moves: number
  /** Each seed is played by one user of each of these kinds; absent: only by one who writes blueprints. */
  readonly writes?: readonly Writes[]
  /** Counts which rows of the engine's table of guards decide. */
  readonly countsVerdicts?: boolean
  readonly onProgress?: (commands: number) => void
}

export interface BatchResult {
  readonly sequences: number
  readonly commands: number
  /** The first sequence that breaks a rule. */
  readonly found: Found | undefined
  readonly verdicts?: VerdictCounts | undefined
}

/** How many commands between two reports of progress; the event loop gets a turn then. */
const stride = 2_000

/** Simulates sequences one after the other, until there are enough commands or a rule is broken. */
export async function simulateBatch({
  seed,
  step,
  commands: enough,
  moves,
  writes = ['blueprints'],
  onProgress,
  countsVerdicts = false,
}: BatchRequest): Promise<BatchResult> {
  let commands = 0
  let told = 0
  const counting = countsVerdicts ? countVerdicts() : undefined
  for (let sequences = 1; ; sequences++) {
    const of = seed + (sequences - 1) * step
    for (const what of writes) {
      const played = await simulate(of, moves, what)
      commands += played.commands
      if (played.violation !== undefined) {
        const verdicts = counting?.stop()
        return { sequences, commands, found: await found(of, played), verdicts }
      }
    }
    if (commands >= enough) return { sequences, commands, found: undefined, verdicts: counting?.stop() }
    if (commands - told < stride) continue
    told = commands
    onProgress?.(commands)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}
