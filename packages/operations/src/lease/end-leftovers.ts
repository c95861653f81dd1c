import { killLeftovers, killPluginsOf } from '@slipway/host'
import type { LockHolder } from '@slipway/stores'

/**
 * Makes sure that no plugin of an earlier engine works any more: not of one that is gone, and not of `loser`, which lost
 * the lock and may still run; other runs of its process are left alone. Comes before anything is settled, on every way
 * there: what such a plugin has been told to do could still take effect.
 *
 * @throws Failure `host/leftover-survives` when one does not die
 */
export async function endLeftovers(runtimeDir: string, loser?: LockHolder): Promise<void> {
  await killLeftovers(runtimeDir)
  if (loser !== undefined) await killPluginsOf(runtimeDir, { ...loser, run: loser.runId })
}
