import type { LinkEndRecord, LinkRecord } from './records.ts'

/** All that a link may stand on: none of them may go before it has let go. */
export function linkEnds({ a, b, former = [] }: Pick<LinkRecord, 'a' | 'b' | 'former'>): readonly LinkEndRecord[] {
  return [a, b, ...former]
}
