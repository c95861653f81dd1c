import { descriptorKey, type LockFile, lockFileName, type Outcome, platformOf } from '@slipway/installer'
import { visible } from '@slipway/source/visible'

/**
 * Names the plugins that were just installed and are locked for this platform only, because no source has the hashes for other platforms.
 */
export function lockedHereOnly({ entries }: LockFile, outcomes: readonly Outcome[]): string | undefined {
  const incomplete = new Set(entries.filter(({ isPartial }) => isPartial).map(({ descriptor }) => descriptor))
  const names = outcomes
    .filter(({ action }) => action === 'installed' || action === 'resumed')
    .map(({ descriptor }) => descriptorKey(descriptor))
    .filter((name) => incomplete.has(name))
  if (names.length === 0) return undefined
  const what = [...new Set(names)].map(visible).join(', ')
  return `${lockFileName} has ${what} for ${platformOf()} only, because its source gives no hashes for other systems: colleagues on those systems add them`
}
