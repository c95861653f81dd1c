import { fstatSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'
import { PathTrust, type Owner } from '@slipway/processes/path-trust'
import { readText } from '../reading/read-text.ts'
import { userConfigDirectory } from './user-folder.ts'

/** Beside the user's settings: a group a line, by its number. */
export function trustedGroupsFile(env: NodeJS.ProcessEnv): string {
  return join(userConfigDirectory(env), 'trusted-groups')
}

const mostBytes = 64 * 1024

/**
 * The groups whose files count as the user's own, as `slipway trust --group` has noted them. A list that somebody else
 * could have written trusts nobody.
 */
export function trustedGroups(env: NodeJS.ProcessEnv, owner: Owner): ReadonlySet<number> {
  const file = trustedGroupsFile(env)
  const opened = (descriptor: number): void => {
    const finding = new PathTrust(owner).findingOfOpened(file, fstatSync(descriptor))
    if (finding !== undefined) throw new Failure('cli/unsafe-file', finding.text)
  }
  try {
    const lines = readText(file, { most: mostBytes, isOnDisk: true, opened }).split('\n')
    return new Set(lines.flatMap((line) => (/^[1-9]\d{0,9}$/.test(line) ? [Number(line)] : [])))
  } catch {
    return new Set()
  }
}
