import type { InstanceState, ResourceRecord } from '@slipway/stores'

/** Of those records that a plugin has made through the gateway no blueprint says anything. */
export function isOfBlueprint({ madeFor }: ResourceRecord): boolean {
  return madeFor === undefined
}

/** What was made for something that goes, a resource or a link, or is not recorded any more; and what was made for that in turn. */
export function madeForGone(
  gone: readonly { readonly id: string }[],
  state: Pick<InstanceState, 'resources' | 'links'> | undefined,
): ResourceRecord[] {
  const made = (state?.resources ?? []).filter((record) => !isOfBlueprint(record))
  if (made.length === 0) return []
  const going = new Set(gone.map(({ id }) => id))
  const known = new Set([...(state?.resources ?? []), ...(state?.links ?? [])].map(({ id }) => id))
  const found = new Set<ResourceRecord>()
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const record of made) {
      const maker = record.madeFor?.id ?? ''
      if (!going.has(maker) && known.has(maker)) continue
      found.add(record)
      going.add(record.id)
    }
  }
  return [...found]
}
