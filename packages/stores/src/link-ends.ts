import type { LinkEndRecord, LinkRecord } from './records.ts'

/** True for a finished link. */
export function isWholeLink({ status }: Pick<LinkRecord, 'status'>): boolean {
  return status === 'created' || status === 'updated'
}

/** Everything that a link may depend on, and that must not go before the link does. A finished link no longer depends on its former ends. */
export function linkEnds(link: Pick<LinkRecord, 'a' | 'b' | 'former' | 'status'>): readonly LinkEndRecord[] {
  return isWholeLink(link) ? [link.a, link.b] : allLinkEnds(link)
}

/** All resources with changes that a link may have left, including a former end that was not destroyed after all. */
export function allLinkEnds({ a, b, former = [] }: Pick<LinkRecord, 'a' | 'b' | 'former'>): readonly LinkEndRecord[] {
  return [a, b, ...former]
}
