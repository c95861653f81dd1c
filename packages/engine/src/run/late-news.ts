import type { Failure } from '@slipway/model'
import type { News } from '../plan/decide.ts'
import type { Gathered } from '../reality/gathered.ts'

/** News that grows during a run: what a program asks for late is looked for late. */
export interface LateNews extends News {
  readonly unread: Map<string, Failure>
  readonly seenWith: Map<string, string>
}

export function lateNews(gathered: Gathered, askDiff: News['askDiff']): LateNews {
  return { ...gathered, unread: new Map(gathered.unread), seenWith: new Map(gathered.seenWith), askDiff }
}
