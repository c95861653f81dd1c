import type { ResourceRecord } from '@slipway/stores'
import { findDrift } from '../../reality/drift/drift.ts'
import { mayExist } from '../../reality/recorded/life-cycle.ts'
import { otherSettings } from '../../reality/obstacles/other-settings.ts'
import type { Following } from '../session/session.ts'

/**
 * Looks for resources in the middle of a program's run, when everything else has already been looked for: those that were seen with other
 * settings of their provider, because the program only now gives the settings, and those that may be gone with resources that this run has
 * destroyed.
 */
export async function lookAgain(
  records: readonly ResourceRecord[],
  session: Pick<Following, 'before' | 'calls' | 'fates' | 'limits' | 'news' | 'providers' | 'settler'>,
): Promise<void> {
  const { calls, before: state, settler, providers } = session
  const { parallelism } = session.limits
  const { perhapsGone } = session.fates
  const { drift, unread, seenWith } = session.news
  const there = records.filter((record) => mayExist(record))
  const known = there.filter((record) => record.seenWith !== undefined)
  for (const { id } of known) {
    // These results came from the settings that the provider had before.
    seenWith.delete(id)
    if (unread.get(id)?.code === otherSettings) unread.delete(id)
  }
  const seen = known.filter((record) => calls.settings.areOther(record) && !unread.has(record.id))
  const asked = new Set([...seen, ...there.filter(({ id }) => perhapsGone.has(id))])
  if (asked.size === 0 || state === undefined) return
  const others = new Set(Array.from(asked, ({ id }) => id))
  const nothing: ReadonlySet<string> = new Set()
  const question = { parallelism, except: nothing, about: nothing, going: nothing, survivors: nothing, others }
  const found = await findDrift({ ...state, resources: [...asked], links: [] }, providers, settler, question)
  for (const [id, failure] of found.unread) unread.set(id, failure)
  for (const [id, settings] of found.seenWith) seenWith.set(id, settings)
  for (const [id, one] of found.drift) if (one.kind === 'missing' && perhapsGone.has(id)) drift.set(id, one)
}
