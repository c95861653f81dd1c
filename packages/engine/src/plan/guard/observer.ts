import type { Verdict } from './verdict.ts'

/** What the table of guards says about one end, and who asked it. `undefined`: nothing speaks against it. */
interface Judged {
  readonly who: 'plan' | 'run'
  readonly verdict: Verdict | undefined
}

/** Set by the simulator only (`npm run simulate -- --verdicts`). */
export const observer: { told?: (judged: Judged) => void } = {}
