import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Gathered } from './gathered.ts'
import { existenceOf, isAnswered } from '../recorded/life-cycle.ts'

type Doubts = Pick<Gathered, 'undecided' | 'mayCome'>

/**
 * Whether to assume that an unwanted resource exists and uses its inputs. The answer is no for an attempt that its provider looks for and does not
 * find, or that has failed according to its plugin's answer: its inputs would otherwise stay forever. An attempt at a successor of a wanted resource
 * counts while it may still come according to its type.
 *
 * @param isNameWanted a resource with its name is wanted
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

/** The test for resources that likely exist, given some wanted resources, which exist or will exist. */
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
