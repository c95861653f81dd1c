import type { LinkRecord } from '@slipway/stores'
import type { CheckedLink } from '../../check/checked.ts'

/** The id of a resource's record, by the name of the resource. */
type IdOf = (name: string) => string | undefined

/**
 * Finds the record of each wanted link: the link between the same two resources, whatever their present names; otherwise the link of the
 * same name, whose ends have been replaced. No record belongs to two links.
 *
 * @returns records by the name of the link
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

/** The recorded link between the two resources that are now its ends. */
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
