import { Failure } from '@slipway/model'
import { endGroupsOf, endLeftGroups, type Leftovers, type ProcessName } from '@slipway/processes'
import { ownOwner, type Owner } from '@slipway/processes/path-trust'
import { removeLeftFolder } from '../private-folders.ts'

const leftovers: Omit<Leftovers, 'owner'> = {
  removeFolder: removeLeftFolder,
  survivor: (group) =>
    new Failure('host/leftover-survives', `process group ${group}, a plugin of an earlier engine, does not end`, {
      hint: `end it by hand (kill -KILL -- -${group}), then run the command again`,
    }),
}

/**
 * Kills the plugins that dead engines have left behind, and waits for their death: before a call in doubt is settled, nothing that could
 * still carry it out may live. Returns the process groups that it killed.
 * @param owner the owner whose records count (default: ours and root's)
 */
export function killLeftovers(runtimeDir: string, owner: Owner = ownOwner()): Promise<readonly number[]> {
  return endLeftGroups(runtimeDir, { ...leftovers, owner })
}

/**
 * Like `killLeftovers`, for one engine that has lost its lock but may still run, stopped or asleep; only for one `run` of it, if that is
 * given.
 */
export function killPluginsOf(
  runtimeDir: string,
  engine: Pick<ProcessName, 'pid' | 'processStart'> & { readonly run?: string | undefined },
  owner: Owner = ownOwner(),
): Promise<readonly number[]> {
  return endGroupsOf(engine, runtimeDir, { ...leftovers, owner })
}
