import { killLeftovers, killPluginsOf } from '@slipway/host'
import type { Owner } from '@slipway/processes/path-trust'
import type { LockHolder } from '@slipway/stores'
import type { Folders } from '../project/folders.ts'
import type { Slipway } from '../slipway.ts'
import { ownerOfProject } from '../trust/owner-of-project.ts'

/** Where engines record what they have started, and whose records are believed. */
export interface EngineRecords {
  readonly folder: string
  readonly owner: Owner
}

export function engineRecords(
  slipway: Slipway,
  { runtime, project }: Pick<Folders, 'runtime' | 'project'>,
): EngineRecords {
  return { folder: runtime, owner: ownerOfProject(slipway, project) }
}

/**
 * Makes sure that no plugin of an earlier engine works any more: not of one that is gone, and not of `loser`, which lost
 * the lock and may still run; other runs of its process are left alone. Comes before anything is settled, on every way
 * there: what such a plugin has been told to do could still take effect.
 *
 * @throws Failure `host/leftover-survives` when one does not die
 */
export async function endLeftovers(records: EngineRecords, loser?: LockHolder): Promise<void> {
  await killLeftovers(records.folder, records.owner)
  if (loser !== undefined) await endPluginsOf(records, loser)
}

/** Ends the plugins of one run, which may be one of this process. */
export async function endPluginsOf({ folder, owner }: EngineRecords, holder: LockHolder): Promise<void> {
  await killPluginsOf(folder, { ...holder, run: holder.runId }, owner)
}
