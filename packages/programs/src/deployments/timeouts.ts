import type { RecordedOptions, Timeouts } from '@slipway/stores'
import type { PulumiResource } from './deployment.ts'

/** The same call: its name in a blueprint, and in Pulumi. */
const names = [
  ['create', 'create'],
  ['update', 'update'],
  ['destroy', 'delete'],
  ['read', 'read'],
] as const

/** Seconds, of which 0 is none, as a record has them: in milliseconds. */
export function readTimeouts({ customTimeouts }: PulumiResource): Pick<RecordedOptions, 'timeouts'> {
  const timeouts: Timeouts = Object.fromEntries(
    names.flatMap(([name, theirs]) => {
      const seconds = customTimeouts?.[theirs] ?? 0
      return seconds > 0 ? [[name, Math.round(seconds * 1000)] as const] : []
    }),
  )
  return Object.keys(timeouts).length === 0 ? {} : { timeouts }
}

/** The way back. */
export function writeTimeouts({ timeouts = {} }: RecordedOptions = {}): Pick<PulumiResource, 'customTimeouts'> {
  const customTimeouts = Object.fromEntries(
    names.flatMap(([name, theirs]) => {
      const ms = timeouts[name]
      return ms === undefined ? [] : [[theirs, ms / 1000] as const]
    }),
  )
  return Object.keys(customTimeouts).length === 0 ? {} : { customTimeouts }
}
