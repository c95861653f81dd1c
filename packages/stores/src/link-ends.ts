import type { LinkEndRecord, LinkRecord } from './records.ts'

/** True for a link of which nothing is left to be done. */
export function isWholeLink({ status }: Pick<LinkRecord, 'status'>): boolean {
  return status === 'created' || status === 'updated'
}

/** All that a link may stand on: none of them may go before it has let go. A whole one has been moved away from its former ends. */
export function linkEnds(link: Pick<LinkRecord, 'a' | 'b' | 'former' | 'status'>): readonly LinkEndRecord[] {
  return isWholeLink(link) ? [link.a, link.b] : allLinkEnds(link)
}

/** All to which a link has done something that may be there still: a former end, too, that has not been destroyed after all. */
export function allLinkEnds({ a, b, former = [] }: Pick<LinkRecord, 'a' | 'b' | 'former'>): readonly LinkEndRecord[] {
  return [a, b, ...former]
}
