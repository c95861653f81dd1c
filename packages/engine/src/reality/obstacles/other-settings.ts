import { Failure, shellWord } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { SettingsNow } from '../../providers/settings/settings-now.ts'
import { mayExist } from '../recorded/life-cycle.ts'

/** The code of the failure for a thing that was not found, but whose provider has other settings than when it was last seen. */
export const otherSettings = 'engine/other-settings'

/** Ids of the records whose providers now have other settings, with which their things may not be found. */
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

/**
 * The failure for a thing that was not found with other settings. Another region contains other things, so this proves nothing about the
 * record.
 */
export function notFoundWithOthers(record: ResourceRecord, settings: SettingsNow): Failure {
  const { id, name, type, replaced } = record
  const forget = `slipway state rm ${shellWord(replaced ? id : name)}`
  const back =
    settings.placeFor(record) === undefined
      ? 'change the settings back; for other settings, add a configuration (option "provider"), or in a program a provider'
      : 'continue there, or where that folder has been moved to'
  return new Failure(otherSettings, `${name} (${type}) was not found, but ${inWords(record, settings)}`, {
    hint: `${back}; if ${name} is certainly gone: ${forget}`,
  })
}

/** The failure for a thing that was found by name with other settings. In another region, the same name means another thing. */
export function foundByNameWithOthers(record: ResourceRecord, settings: SettingsNow): Failure {
  const { name, type } = record
  return new Failure(
    otherSettings,
    `the existing resource may be another one with the same name as ${name} (${type}): ${inWords(record, settings)}`,
    {
      hint: `${settings.placeFor(record) === undefined ? 'change the settings back' : 'continue there'}; if it is the same thing, run slipway refresh to record that, and then it can be destroyed`,
    },
  )
}

/** The end of a sentence: the settings or the folder are different now. */
export function inWords(record: ResourceRecord, settings: SettingsNow): string {
  const where = settings.placeFor(record)
  return where === undefined
    ? `its provider has other settings than when it was last seen${settings.differenceFor(record)}`
    : `it was ${where}`
}
