import { killLeftovers, killPluginsOf } from '@slipway/host'
import type { Owner } from '@slipway/processes/path-trust'
import type { LockHolder } from '@slipway/stores'
import type { Folders } from '../project/folders.ts'
import type { Slipway } from '../slipway.ts'
import { ownerOfProject } from '../trust/owner-of-project.ts'

/** The folder with the engines' process records, and the owner whose records count. */
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
 * Ends all plugins of earlier engines: of dead engines, and of `loser`, which lost the lock and may still run. Leaves other runs of that process
 * alone. Always call it before settling calls in doubt, because a call of such a plugin could still take effect.
 *
 * @throws Failure `host/leftover-survives` if a process does not die
 */
export async function endLeftovers(records: EngineRecords, loser?: LockHolder): Promise<void> {
  await killLeftovers(records.folder, records.owner)
  if (loser !== undefined) await endPluginsOf(records, loser)
}

/** Ends the plugins of one run, even of a run in this process. */
export async function endPluginsOf({ folder, owner }: EngineRecords, holder: LockHolder): Promise<void> {
  await killPluginsOf(folder, { ...holder, run: holder.runId }, owner)
}
