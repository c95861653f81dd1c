import type { Gathered } from '@slipway/engine'
import type { Diagnostic } from '@slipway/model'
import type { CatalogPart } from '../catalog/catalog-part.ts'
import { otherFolder } from './other-folder.ts'
import { otherSettings } from './other-settings.ts'
import { otherVersions } from './other-versions.ts'

/** What is otherwise now than when what there is was deployed. */
export function saidOfState(gathered: Gathered, catalog: CatalogPart): readonly Diagnostic[] {
  return [
    ...otherVersions(gathered),
    ...otherSettings(gathered, catalog),
    ...otherFolder(gathered, catalog.folders.project, (record) => catalog.seen.folderOf(record)),
  ]
}
