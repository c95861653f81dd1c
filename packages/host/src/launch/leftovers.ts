import { Failure } from '@slipway/model'
import { endGroupsOf, endLeftGroups, type Leftovers, type ProcessName } from '@slipway/processes'
import { removeLeftFolder } from '../private-folders.ts'

const leftovers: Leftovers = {
  removeFolder: removeLeftFolder,
  survivor: (group) =>
    new Failure('host/leftover-survives', `process group ${group}, a plugin of an engine that is gone, does not die`, {
      hint: `end it by hand (kill -KILL -- -${group}), then run the command again`,
    }),
}

/**
 * Kills the plugins that engines which are gone have left behind, and waits until they are dead: before a call in
 * doubt is settled, nothing that could still carry it out may live. Answers with the process groups it killed.
 */
export function killLeftovers(runtimeDir: string): Promise<readonly number[]> {
  return endLeftGroups(runtimeDir, leftovers)
}

/** The same for one engine that has lost its lock but may still run, stopped or asleep; for one `run` of it, where it says which. */
export function killPluginsOf(
  runtimeDir: string,
  engine: Pick<ProcessName, 'pid' | 'processStart'> & { readonly run?: string | undefined },
): Promise<readonly number[]> {
  return endGroupsOf(engine, runtimeDir, leftovers)
}
