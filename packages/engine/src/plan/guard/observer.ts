import type { Verdict } from './verdict.ts'

/** The verdict of the table of guards on one end, and whether the plan or the run asked. `undefined` if there is no obstacle. */
interface Judged {
  readonly who: 'plan' | 'run'
  readonly verdict: Verdict | undefined
}

/** Set by the simulator only (`npm run simulate -- --verdicts`). */
export const observer: { told?: (judged: Judged) => void } = {}
