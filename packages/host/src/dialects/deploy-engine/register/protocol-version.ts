import { quoted } from '../../../quoted.ts'

/** Spoken by this host with plugins of either kind. */
const hostProtocolVersion = '1.0'

/**
 * The version that both speak: the plugin's first version with the host's major number, if its minor number is not newer than ours. A
 * refusal names both sides, and the one to upgrade.
 */
export function agreeOnProtocol(
  offered: readonly string[],
  host = hostProtocolVersion,
): { version: string } | { refusal: string } {
  const [major, minor] = host.split('.').map(Number) as [number, number]
  const versions = offered.map(parse).filter((version) => version !== undefined)
  const same = versions.find((version) => version.major === major)
  if (same !== undefined && same.minor <= minor) return { version: `${same.major}.${same.minor}` }
  const list = offered.length === 0 ? 'no version' : offered.slice(0, 10).map(named).join(', ')
  const newer = versions.some((version) => version.major > major || (version.major === major && version.minor > minor))
  const advice = newer ? 'upgrade Slipway, or install an older version of the plugin' : 'upgrade the plugin'
  return { refusal: `the plugin speaks protocol ${list}, Slipway speaks ${host}: ${advice}` }
}

/** A single short word needs no quotes. */
function named(version: string): string {
  return /^[\w.-]{1,20}$/.test(version) ? version : quoted(version.slice(0, 20))
}

function parse(version: string): { major: number; minor: number } | undefined {
  const match = /^(\d{1,6})\.(\d{1,6})$/.exec(version)
  return match === null ? undefined : { major: Number(match[1]), minor: Number(match[2]) }
}
