import type { ProcessIdentity } from '../identity/identity.ts'

export type OwnerName = Pick<ProcessIdentity, 'pid' | 'processStart'>

/** Under this name every process of a group carries the mark of its owner in its environment. */
export const markVariable = 'SLIPWAY_PLUGIN_HOST'

export function markOf(owner: OwnerName): string {
  return `${owner.pid}-${owner.processStart}`
}
