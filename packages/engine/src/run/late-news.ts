import type { Failure } from '@slipway/model'
import type { News } from '../plan/decide/decide.ts'
import type { Drift, Gathered } from '../reality/gathered.ts'

/** News that grows during a run: what a program asks for late is looked for late. */
export interface LateNews extends News {
  readonly drift: Map<string, Drift>
  readonly unread: Map<string, Failure>
  readonly seenWith: Map<string, string>
}

export function lateNews(gathered: Gathered, askDiff: News['askDiff']): LateNews {
  const { drift, unread, seenWith } = gathered
  return { ...gathered, drift: new Map(drift), unread: new Map(unread), seenWith: new Map(seenWith), askDiff }
}
