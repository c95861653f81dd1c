import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Gathered } from './gathered.ts'
import { existenceOf } from './life-cycle.ts'

/**
 * Whether something that nobody wants any more must be taken to be there, and to use what it was given. An attempt that its provider
 * looks for and does not find is not.
 *
 * @param undecided ids of the records of which nobody can say whether they were made
 */
export function isLikelyThere(
  record: ResourceRecord,
  definition: Pick<ResourceTypeDefinition, 'settlement'> | undefined,
  undecided: ReadonlySet<string>,
): boolean {
  return existenceOf(record) !== 'doubtful' || definition?.settlement === 'ask' || undecided.has(record.id)
}

/** The same where some things are wanted: these are there, or will be. */
export function likelyThere(
  { providers, undecided }: Pick<Gathered, 'providers' | 'undecided'>,
  wanted: { has(name: string): boolean },
): (record: ResourceRecord) => boolean {
  return (record) =>
    (!record.replaced && wanted.has(record.name)) || isLikelyThere(record, providers.type(record.type), undecided)
}
