import type { ResourceRecord } from '@slipway/stores'
import { findDrift } from '../reality/drift.ts'
import { mayExist } from '../reality/life-cycle.ts'
import { otherSettings } from '../reality/other-settings.ts'
import type { RunSession } from './run-session.ts'

/**
 * Looks for resources that were seen with other settings of their provider. A program only says in the middle of its run what its settings
 * are, when everything else has already been looked for.
 */
export async function lookWithOthers(records: readonly ResourceRecord[], session: RunSession): Promise<void> {
  const { calls, stateBefore: state, settler, parallelism, providers } = session
  const { unread, seenWith } = session.news
  const known = records.filter((record) => record.seenWith !== undefined && mayExist(record))
  for (const { id } of known) {
    // These results came from the settings that the provider had until now.
    seenWith.delete(id)
    if (unread.get(id)?.code === otherSettings) unread.delete(id)
  }
  const seen = known.filter((record) => calls.settings.areOther(record) && !unread.has(record.id))
  if (seen.length === 0 || state === undefined) return
  const others = new Set(seen.map(({ id }) => id))
  const nothing: ReadonlySet<string> = new Set()
  const question = { parallelism, except: nothing, about: nothing, going: nothing, survivors: nothing, others }
  const found = await findDrift({ ...state, resources: seen, links: [] }, providers, settler, question)
  for (const [id, failure] of found.unread) unread.set(id, failure)
  for (const [id, settings] of found.seenWith) seenWith.set(id, settings)
}
