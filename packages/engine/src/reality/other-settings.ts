import { Failure, shellWord } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { SettingsNow } from '../providers/settings-now.ts'
import { mayExist } from './life-cycle.ts'

/** Code of a failure: a thing was not found, but its provider has other settings than when it was last seen. */
export const otherSettings = 'engine/other-settings'

/** Ids of the records whose providers have other settings now: nobody knows whether their things can be found with these. */
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

/** Another region contains other things: that something is not found there says nothing about what is recorded. */
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

/** Something with the same name in another region is another thing. */
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

/** The end of a sentence that begins with what was found: its settings, or its folder, are different now. */
export function inWords(record: ResourceRecord, settings: SettingsNow): string {
  const where = settings.placeFor(record)
  return where === undefined
    ? `its provider has other settings than when it was last seen${settings.differenceFor(record)}`
    : `it was ${where}`
}
