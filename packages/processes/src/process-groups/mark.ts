import type { ProcessIdentity } from '../identity/identity.ts'

export type OwnerName = Pick<ProcessIdentity, 'pid' | 'processStart'>

/** The environment variable with which every process of a group carries the mark of its owner. */
export const markVariable = 'SLIPWAY_PLUGIN_HOST'

export function markOf(owner: OwnerName): string {
  return `${owner.pid}-${owner.processStart}`
}
