import type { Verdict } from './verdict.ts'

/** A verdict of the table of guards about one end, and whether the plan or the run asked. The verdict is `undefined` if there is no obstacle. */
interface Judged {
  readonly who: 'plan' | 'run'
  readonly verdict: Verdict | undefined
}

/** The observer of verdicts. Only the simulator sets it (`npm run simulate -- --verdicts`). */
export const observer: { told?: (judged: Judged) => void } = {}
