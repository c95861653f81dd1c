import { observer } from '../../../packages/engine/src/plan/guard/observer.ts'

/** How often each row of the table of guards decided, and in which phase: `run: still read`. */
export type VerdictCounts = Readonly<Record<string, number>>

/** Counts the verdicts of the engine's table of guards, until it is stopped. */
export function countVerdicts(): { readonly stop: () => VerdictCounts } {
  const counts = new Map<string, number>()
  observer.told = ({ who, verdict }) => {
    const row = `${who}: ${verdict?.guard.name ?? 'nothing'}`
    counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  return {
    stop: () => {
      delete observer.told
      return Object.fromEntries(counts)
    },
  }
}

/** The counts of several processes, for people. */
export function verdictLines(all: readonly VerdictCounts[]): readonly string[] {
  const sums = new Map<string, number>()
  for (const counts of all)
    for (const [row, count] of Object.entries(counts)) sums.set(row, (sums.get(row) ?? 0) + count)
  const counted = [...sums].toSorted(([, a], [, b]) => b - a).map(([row, count]) => `${count} x ${row}`)
  return ['verdicts:', ...counted]
}
