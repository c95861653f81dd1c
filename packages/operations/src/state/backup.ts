import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure } from '@slipway/model'
import type { SharedPlace } from '@slipway/stores/postgres'
import {
  backupContent,
  backupState,
  contentOfBackup,
  lookIntoBackup,
  restoreState as putBack,
  type ContentRequest,
  type Inventory,
} from '@slipway/stores/upkeep'
import { statePlaceText } from '../store/state-driver.ts'
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

/** Copies the present state into a file, even while it is changing. */
export async function backUpState(slipway: Slipway, target: string, request: ProjectRequest = {}): Promise<Backup> {
  const { folders, files } = await findProject(slipway, request, 'looks')
  refuseForeignState(files, folders.state)
  const path = resolve(slipway.cwd, target)
  const { shared } = folders
  if (shared === undefined) return { path, inventory: await backupState(folders.state, path) }
  const { contentInDatabase } = await import('@slipway/stores/postgres')
  return { path, inventory: await backupContent(await contentInDatabase(shared), path) }
}

/** A question whether to replace the state with a backup. */
export interface RestoreQuestion extends Backup {
  /** The folder of the state. */
  readonly state: string
}

export interface RestoreRequest extends ProjectRequest {
  readonly agree?: Agree<RestoreQuestion> | undefined
  /** Whether to accept secrets in the first format, which are not bound to a place. Absent: they fail with `state/old-form`. */
  readonly oldForm?: Agree<OldFormQuestion> | undefined
}

export interface Restored extends RestoreQuestion {
  readonly outcome: 'restored' | 'declined'
  /** The paths of copies of the previous state. */
  readonly aside: readonly string[]
}

/** Replaces the state with a backup. Keeps a copy of the previous state beside it. */
export async function restoreState(
  slipway: Slipway,
  backup: string,
  { oldForm, ...request }: RestoreRequest = {},
): Promise<Restored> {
  const project = await findProject(slipway, request, 'looks')
  const { folders } = project
  checkStatePlace(project, 'write')
  const path = resolve(slipway.cwd, backup)
  const found = { path, inventory: await lookIntoBackup(path), state: statePlaceText(folders) }
  const isTaken = await takesOldForm(oldForm, { path }, found.inventory.unbound > 0)
  if (!isTaken || !(await agreed(request.agree, found))) return { ...found, outcome: 'declined', aside: [] }
  const how = { source: path, sealer: sealerOf(slipway.env), oldForm: isTaken }
  if (folders.shared !== undefined)
    return { ...found, outcome: 'restored', aside: await restoreInDatabase(folders.shared, how) }
  const { aside } = await putBack({ ...keeperFor('slipway state restore'), directory: folders.state, ...how })
  return { ...found, outcome: 'restored', aside }
}

/** Replaces a state in a database. Keeps the previous state as a backup in this machine's folder. */
async function restoreInDatabase(
  shared: SharedPlace,
  how: Omit<ContentRequest, 'present'>,
): Promise<readonly string[]> {
  const { contentInDatabase, replaceInDatabase } = await import('@slipway/stores/postgres')
  const aside: string[] = []
  await replaceInDatabase(shared, async (present) => {
    const content = await contentOfBackup({ ...how, present })
    const former = await contentInDatabase(shared).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'state/no-state') return undefined
      throw error
    })
    if (former !== undefined) {
      mkdirSync(shared.machine.path, { recursive: true, mode: 0o700 })
      const kept = join(shared.machine.path, `replaced-${Date.now()}.db`)
      await backupContent(former, kept)
      aside.push(kept)
    }
    return content
  })
  return aside
}
