import { dirname } from 'node:path'
import { Failure } from '@slipway/model'
import { type Finding, type Owner, PathTrust } from '@slipway/processes/path-trust'

/**
 * Refuses a place that other users may write, because files, records and known keys there would not be the user's own.
 *
 * @throws Failure `install/unsafe-place`
 */
export function assertOwnPlace(place: string, owner: Owner): void {
  const trust = new PathTrust(owner)
  const finding = findingAt(place, trust)
  if (finding === undefined) return
  throw new Failure('install/unsafe-place', `Slipway keeps no plugins in ${place}: ${finding.text}`, {
    hint:
      finding.kind === 'owner'
        ? 'set SLIPWAY_HOME to a folder of your own, or set plugins.allowUnsafePaths in your own settings if you accept the risk'
        : 'remove the write permission (chmod go-w), or set plugins.allowUnsafePaths in your own settings if you accept the risk',
  })
}

/** Checks a place, or its nearest existing parent if it does not exist yet. */
function findingAt(place: string, trust: PathTrust): Finding | undefined {
  for (let path = place; ; path = dirname(path)) {
    const finding = trust.finding(path)
    if (finding?.kind !== 'absent' || path === dirname(path)) return finding
  }
}
