import { Failure } from '@slipway/model'
import type { Slipway } from '../slipway.ts'
import { groupId, groupName } from './account-names.ts'
import { trustedGroupsOf } from './owner-of-project.ts'

export interface TrustedGroup {
  /** The name of the group, or its number if it has no name here. */
  readonly group: string
  readonly gid: number
}

/**
 * Makes files of a group count as the user's own: those that belong to the group, and places that its members may write.
 *
 * @param named the name or number of the group
 * @throws Failure `cli/no-such-group`, `cli/unwritable-file`
 */
export function trustGroup({ env }: Pick<Slipway, 'env'>, named: string): TrustedGroup {
  const group = groupNamed(named)
  trustedGroupsOf(env).add(group.gid)
  return group
}

/** Returns the groups that the user trusts, sorted by number. */
export function listTrustedGroups({ env }: Pick<Slipway, 'env'>): readonly TrustedGroup[] {
  return trustedGroupsOf(env)
    .list()
    .map((gid) => ({ group: groupName(gid), gid }))
}

/** Stops trusting a group. Fails like `trustGroup`. */
export function forgetGroup(
  { env }: Pick<Slipway, 'env'>,
  named: string,
): TrustedGroup & { readonly wasTrusted: boolean } {
  const group = groupNamed(named)
  return { ...group, wasTrusted: trustedGroupsOf(env).remove(group.gid) }
}

/**
 * Finds a group of this machine.
 *
 * @throws Failure `cli/no-such-group`
 */
export function groupNamed(named: string): TrustedGroup {
  const gid = groupId(named)
  if (gid !== undefined) return { group: groupName(gid), gid }
  throw new Failure('cli/no-such-group', `this machine has no group ${JSON.stringify(named.slice(0, 100))}`, {
    hint: 'getent group lists all groups; you can also give a number',
  })
}
