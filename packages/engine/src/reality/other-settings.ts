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
  const back =
    settings.placeFor(record) === undefined
      ? 'change the settings back; to make things with other settings, add a configuration (option "provider"), or in a program a provider'
      : 'continue there, or where that folder has been moved to'
  return new Failure(otherSettings, `${name} (${type}) was not found, but ${inWords(record, settings)}`, {
    hint: `${back}; if ${name} is certainly gone: ${forget}`,
  })
}

/** What has the same name in another region is another thing. */
export function foundByNameWithOthers(record: ResourceRecord, settings: SettingsNow): Failure {
  const { name, type } = record
  return new Failure(
    otherSettings,
    `what exists may be something else with the same name as ${name} (${type}): ${inWords(record, settings)}`,
    {
      hint: `${settings.placeFor(record) === undefined ? 'change the settings back' : 'continue there'}; if it is the same thing, run slipway refresh to record that, and then it can be destroyed`,
    },
  )
}

/** Goes on after what came of a question. */
export function inWords(record: ResourceRecord, settings: SettingsNow): string {
  const where = settings.placeFor(record)
  return where === undefined
    ? `its provider has other settings than when it was last seen${settings.differenceFor(record)}`
    : `it was ${where}`
}
