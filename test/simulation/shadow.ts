import { inWords, type Judged, observer } from '../../packages/engine/src/plan/guard/observer.ts'

/** How often each row of the table of guards decided, and by whom it was asked: `run: still read`. */
export type Verdicts = Readonly<Record<string, number>>

/** Ends of which the table says something else than what decided before. */
export interface Difference {
  readonly seed: number
  readonly before: string
  readonly now: string
}

/** What one process has compared. */
export interface Compared {
  readonly verdicts: Verdicts
  /** By the row that decides now: how many, and the first few. */
  readonly differences: Readonly<Record<string, { readonly count: number; readonly first: readonly Difference[] }>>
}

const mostShown = 4

/** Compares the verdicts of the engine's table of guards with those from before, for as long as this process runs. */
export class Shadow {
  readonly #verdicts = new Map<string, number>()
  readonly #differences = new Map<string, { count: number; first: Difference[] }>()
  seed = 0

  constructor() {
    observer.told = (judged) => this.#note(judged)
  }

  #note({ who, verdict, before, record }: Judged): void {
    const row = `${who}: ${verdict?.guard.name ?? 'nothing'}`
    this.#verdicts.set(row, (this.#verdicts.get(row) ?? 0) + 1)
    const now = inWords(verdict)
    if (before === undefined || now === before) return
    const known = this.#differences.get(row) ?? { count: 0, first: [] }
    known.count++
    if (known.first.length < mostShown) known.first.push({ seed: this.seed, before: `${record.name} ${before}`, now })
    this.#differences.set(row, known)
  }

  /** Compares nothing any more, and tells what was compared. */
  end(): Compared {
    delete observer.told
    return { verdicts: Object.fromEntries(this.#verdicts), differences: Object.fromEntries(this.#differences) }
  }
}

/** What several processes have compared, for people. */
export function comparedLines(all: readonly Compared[]): readonly string[] {
  const verdicts = new Map<string, number>()
  for (const { verdicts: some } of all)
    for (const [row, count] of Object.entries(some)) verdicts.set(row, (verdicts.get(row) ?? 0) + count)
  const counted = [...verdicts].toSorted(([, a], [, b]) => b - a).map(([row, count]) => `${count} x ${row}`)
  const differences = all.flatMap((one) => Object.entries(one.differences))
  const different = differences.flatMap(([row, { count, first }]) => {
    const examples = first.map(({ seed, before, now }) => `  seed ${seed}: before: ${before}; now: ${now}`)
    return [`${count} x ${row}:`].concat(examples)
  })
  return ['verdicts:', ...counted, `differences: ${different.length === 0 ? 'none' : ''}`, ...different]
}
