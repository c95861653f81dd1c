import { resolve } from 'node:path'
import { backupState, lookIntoBackup, restoreState as putBack, type Inventory } from '@slipway/stores/upkeep'
import { folderOfState } from '../store/state-driver.ts'
import { checkStatePlace, refuseForeignState } from '../store/state-place.ts'
import { findProject, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { sealerOf } from '../settings/sealer.ts'
import { agreed, type Agree } from './change-state.ts'
import { keeperFor } from './keeper.ts'
import { type OldFormQuestion, takesOldForm } from './old-form.ts'

export interface Backup {
  /** Absolute. */
  readonly path: string
  readonly inventory: Inventory
}

/** Copies the whole state as it is now into a file, also while it is being changed. */
export async function backUpState(slipway: Slipway, target: string, request: ProjectRequest = {}): Promise<Backup> {
  const { folders, files } = await findProject(slipway, request, 'looks')
  refuseForeignState(files, folders.state)
  const path = resolve(slipway.cwd, target)
  return { path, inventory: await backupState(folderOfState(folders, 'slipway state backup'), path) }
}

/** Whether a backup may take the place of the state. */
export interface RestoreQuestion extends Backup {
  /** The folder of the state. */
  readonly state: string
}

export interface RestoreRequest extends ProjectRequest {
  readonly agree?: Agree<RestoreQuestion> | undefined
  /** Whether secrets of the first form are taken, which say nowhere where they belong. Absent: fails with `state/old-form`. */
  readonly oldForm?: Agree<OldFormQuestion> | undefined
}

export interface Restored extends RestoreQuestion {
  readonly outcome: 'restored' | 'declined'
  /** Copies of what was there before. */
  readonly aside: readonly string[]
}

/** A backup takes the place of the state, which is kept beside it. */
export async function restoreState(
  slipway: Slipway,
  backup: string,
  { oldForm, ...request }: RestoreRequest = {},
): Promise<Restored> {
  const project = await findProject(slipway, request, 'looks')
  const { folders } = project
  const directory = folderOfState(folders, 'slipway state restore')
  checkStatePlace(project, 'write')
  const path = resolve(slipway.cwd, backup)
  const found = { path, inventory: await lookIntoBackup(path), state: directory }
  const isTaken = await takesOldForm(oldForm, { path }, found.inventory.unbound > 0)
  if (!isTaken || !(await agreed(request.agree, found))) return { ...found, outcome: 'declined', aside: [] }
  const { aside } = await putBack({
    ...keeperFor('slipway state restore'),
    directory,
    source: path,
    sealer: sealerOf(slipway.env),
    oldForm: isTaken,
  })
  return { ...found, outcome: 'restored', aside }
}
