import type { RecordedOptions, Timeouts } from '@slipway/stores'
import type { PulumiResource } from './deployment.ts'

/** Names of calls in a blueprint and in Pulumi. */
const names = [
  ['create', 'create'],
  ['update', 'update'],
  ['destroy', 'delete'],
  ['read', 'read'],
] as const

/** Converts timeouts from seconds, where 0 means none, to recorded milliseconds. */
export function readTimeouts({ customTimeouts }: PulumiResource): Pick<RecordedOptions, 'timeouts'> {
  const timeouts: Timeouts = Object.fromEntries(
    names.flatMap(([name, theirs]) => {
      const seconds = customTimeouts?.[theirs] ?? 0
      return seconds > 0 ? [[name, Math.round(seconds * 1000)] as const] : []
    }),
  )
  return Object.keys(timeouts).length === 0 ? {} : { timeouts }
}

/** Converts timeouts from milliseconds to seconds. */
export function writeTimeouts({ timeouts = {} }: RecordedOptions = {}): Pick<PulumiResource, 'customTimeouts'> {
  const customTimeouts = Object.fromEntries(
    names.flatMap(([name, theirs]) => {
      const ms = timeouts[name]
      return ms === undefined ? [] : [[theirs, ms / 1000] as const]
    }),
  )
  return Object.keys(customTimeouts).length === 0 ? {} : { customTimeouts }
}
