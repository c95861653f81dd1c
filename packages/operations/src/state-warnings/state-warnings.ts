import type { Gathered } from '@slipway/engine'
import type { Diagnostic } from '@slipway/model'
import type { SeenSettings } from '../provider-settings/seen-settings.ts'
import { otherFolder } from './other-folder.ts'
import { otherSettings } from './other-settings.ts'
import { otherVersions } from './other-versions.ts'

/** Returns warnings about differences since the last deployment. @param folder the project's folder */
export function saidOfState(gathered: Gathered, seen: SeenSettings, folder: string): readonly Diagnostic[] {
  const differences = {
    areOther: seen.areOther.bind(seen),
    settingsBetween: seen.known.between.bind(seen.known),
    placesBetween: seen.placesBetween.bind(seen),
  }
  return [
    ...otherVersions(gathered),
    ...otherSettings(gathered, differences),
    ...otherFolder(gathered, folder, (record) => seen.folderOf(record)),
  ]
}
