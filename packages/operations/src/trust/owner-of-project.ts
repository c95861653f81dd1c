import { ownOwner, type Allowances, type Owner, type User } from '@slipway/processes/path-trust'
import type { Slipway } from '../slipway.ts'
import { ownFolderFor } from './folder-trust.ts'
import { TrustedGroups } from './trusted-groups.ts'

/** Returns the owner whose files count as the user's among a project's brought files. `folder`: the project's folder. */
export function ownerOfProject(slipway: World, folder: string): Owner {
  return { ...ownOwner(), allows: () => allowances(slipway, folder) }
}

type World = Pick<Slipway, 'env' | 'trust' | 'agreeToTrust'>

function allowances(slipway: World, project: string): Allowances {
  const { env } = slipway
  const folder = ownFolderFor(slipway, project)
  const groups = new Set(trustedGroupsOf(env).list())
  return { users: callersThroughSudo(env), groups, ...(folder !== undefined && { folder }) }
}

/** Returns the groups that the user trusts. A user who became root through sudo has trusted them under the original name. */
export function trustedGroupsOf(env: NodeJS.ProcessEnv): TrustedGroups {
  return new TrustedGroups(env, { ...ownOwner(), allows: () => ({ users: callersThroughSudo(env) }) })
}

/** Returns the user behind sudo, who works on their own files. Only root believes these variables, because anyone can set them. */
function callersThroughSudo(env: NodeJS.ProcessEnv): readonly User[] {
  const [uid, gid] = [idIn(env['SUDO_UID']), idIn(env['SUDO_GID'])]
  return ownOwner().uid === 0 && uid !== undefined && gid !== undefined ? [{ uid, gid }] : []
}

function idIn(text = ''): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined
}
