import type { LinkRecord } from '@slipway/stores'
import type { CheckedLink } from '../check/checked.ts'

/** The id of the record that a resource is, by its name. */
type IdOf = (name: string) => string | undefined

/**
 * Finds the record that each wanted link is: of the same two resources it is the same link, whatever they are called by now;
 * otherwise one of its name goes on, when its ends have been replaced. No record is two links.
 *
 * @returns by the name of the link
 */
export function matchLinks(
  links: readonly CheckedLink[],
  recorded: readonly LinkRecord[],
  idOf: IdOf,
): ReadonlyMap<string, LinkRecord> {
  const found = new Map<string, LinkRecord>()
  for (const link of links) {
    const record = linkBetween(link, recorded, idOf)
    if (record !== undefined) found.set(link.name, record)
  }
  const taken = new Set(found.values())
  const byName = new Map(recorded.filter((record) => !taken.has(record)).map((record) => [record.name, record]))
  for (const { name } of links) {
    const record = found.has(name) ? undefined : byName.get(name)
    if (record !== undefined) found.set(name, record)
  }
  return found
}

/** The recorded link between the two resources that are its ends now. */
export function linkBetween(
  { a, b }: Pick<CheckedLink, 'a' | 'b'>,
  recorded: readonly LinkRecord[],
  idOf: IdOf,
): LinkRecord | undefined {
  let byEnds = indexes.get(recorded)
  if (byEnds === undefined) {
    byEnds = new Map(recorded.map((link) => [`${link.a.resourceId} ${link.b.resourceId}`, link]))
    indexes.set(recorded, byEnds)
  }
  return byEnds.get(`${idOf(a)} ${idOf(b)}`)
}

const indexes = new WeakMap<readonly LinkRecord[], ReadonlyMap<string, LinkRecord>>()
