import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Gathered } from './gathered.ts'
import { existenceOf, isAnswered } from './life-cycle.ts'

type Doubts = Pick<Gathered, 'undecided' | 'mayCome'>

/**
 * Whether to assume that something nobody wants any more exists and uses what it was given. Not for an attempt that its provider looks for
 * and does not find, or of which a plugin has answered that it failed: what it was given would stay forever. An attempt at a successor of something wanted counts as long as its type says
 * that it may still come.
 *
 * @param isNameWanted something with its name is wanted
 */
export function isLikelyThere(
  record: ResourceRecord,
  definition: Pick<ResourceTypeDefinition, 'settlement'> | undefined,
  { undecided, mayCome }: Doubts,
  isNameWanted: boolean,
): boolean {
  if (isAnswered(record) && !isNameWanted) return false
  if (existenceOf(record) !== 'doubtful' || definition?.settlement === 'ask') return true
  return undecided.has(record.id) || (isNameWanted && mayCome?.has(record.id) === true)
}

/** The same when some resources are wanted: these exist, or will. */
export function likelyThere(
  { providers, ...doubts }: Pick<Gathered, 'providers'> & Doubts,
  wanted: { has(name: string): boolean },
): (record: ResourceRecord) => boolean {
  return (record) => {
    const isNameWanted = wanted.has(record.name)
    return (
      (!record.replaced && isNameWanted) || isLikelyThere(record, providers.type(record.type), doubts, isNameWanted)
    )
  }
}
