import { Failure, shellWord } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { SettingsNow } from '../providers/settings-now.ts'
import { mayExist } from './life-cycle.ts'

/** Code of a failure: a thing was not found, and its provider has other settings than when it was seen last. */
export const otherSettings = 'engine/other-settings'

/** Ids of the records whose providers have other settings by now: nobody knows whether things are found with these. */
export function seenWithOthers(
  { resources }: InstanceState,
  settings: SettingsNow,
  about: ReadonlySet<string> | undefined,
): ReadonlySet<string> {
  const seen = resources.filter(
    (record) => about?.has(record.name) !== false && mayExist(record) && settings.areOther(record),
  )
  return new Set(seen.map(({ id }) => id))
}

/** Another region has other things in it: that a thing is not found there says nothing of the one that is recorded. */
export function notFoundWithOthers(record: ResourceRecord, settings: SettingsNow): Failure {
  const { id, name, type, replaced } = record
  const forget = `slipway state rm ${shellWord(replaced ? id : name)}`
  return new Failure(otherSettings, `${name} (${type}) was not found, but ${inWords(record, settings)}`, {
    hint: `set it as it was; what is to be made with other settings gets a configuration (option "provider"), or in a program a provider, of its own; if ${name} is surely gone: ${forget}`,
  })
}

/** What has the same name in another region is another thing. */
export function foundByNameWithOthers(record: ResourceRecord, settings: SettingsNow): Failure {
  const { name, type } = record
  return new Failure(
    otherSettings,
    `what is there may be something else that is called as ${name} (${type}): ${inWords(record, settings)}`,
    { hint: `set it as it was; if it is the same, slipway refresh records that, and then it can be destroyed` },
  )
}

/** Goes on after what came of a question. */
export function inWords(record: ResourceRecord, settings: SettingsNow): string {
  return `its provider has other settings than when it was seen last${settings.differenceFor(record)}`
}
