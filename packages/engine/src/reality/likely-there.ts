import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Gathered } from './gathered.ts'
import { existenceOf } from './life-cycle.ts'

type Doubts = Pick<Gathered, 'undecided' | 'mayCome'>

/**
 * Whether something that nobody wants any more must be taken to be there, and to use what it was given. An attempt that its provider
 * looks for and does not find is not: what it was given would stay forever. One at a successor of something wanted is as long as its type says
 * that it may come.
 *
 * @param isNameWanted something of its name is wanted
 */
export function isLikelyThere(
  record: ResourceRecord,
  definition: Pick<ResourceTypeDefinition, 'settlement'> | undefined,
  { undecided, mayCome }: Doubts,
  isNameWanted: boolean,
): boolean {
  if (existenceOf(record) !== 'doubtful' || definition?.settlement === 'ask') return true
  return undecided.has(record.id) || (isNameWanted && mayCome?.has(record.id) === true)
}

/** The same where some things are wanted: these are there, or will be. */
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
