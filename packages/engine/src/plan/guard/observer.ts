import type { ResourceRecord } from '@slipway/stores'
import type { Verdict } from './verdict.ts'

/** What the table says about one end. */
export interface Judged {
  readonly who: 'plan' | 'run'
  readonly record: ResourceRecord
  readonly verdict: Verdict | undefined
  /** What was decided before there was a table, in the words of {@link inWords}; absent once that is gone. */
  readonly before?: string
}

/** Set by the simulator only (`npm run simulate -- --shadow`). Nobody else is told, so nothing is compared. */
export const observer: { told?: (judged: Judged) => void } = {}

export function inWords(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'ends'
  switch (verdict.outcome) {
    case 'asked about':
      return verdict.question === 'what a create has made' ? 'asked about its create' : 'ends'
    case 'refused':
      return `refused: ${verdict.obstacle.message}`
    case 'stays':
    case 'forgotten':
      return `${verdict.outcome}: ${verdict.because}`
  }
}
