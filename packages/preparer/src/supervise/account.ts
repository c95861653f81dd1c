import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { Failure } from '@slipway/model'

/** A user of this machine that is not the preparer's own. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
  readonly home: string
}

/**
 * The user that a pod runs as; `undefined` when it is the preparer's own. Looked up anew each time: a hook may just have made it.
 *
 * @throws Failure `node/no-such-user`
 */
export async function accountOf(name: string | undefined): Promise<Account | undefined> {
  if (name === undefined || isOwn(name)) return undefined
  try {
    const { stdout } = await promisify(execFile)('getent', ['passwd', '--', name])
    const [found = '', , uid, gid, , home = '/'] = stdout.trim().split(':')
    return { name: found, uid: Number(uid), gid: Number(gid), home }
  } catch (error) {
    throw new Failure('node/no-such-user', `there is no user ${name} on this machine`, {
      hint: 'make the user, or let a before_install hook do it',
      cause: error,
    })
  }
}

function isOwn(name: string): boolean {
  try {
    return userInfo().username === name
  } catch {
    return false
  }
}

/** The command that becomes a program run by the user. */
export function asAccount(account: Account | undefined, command: readonly string[]): readonly string[] {
  if (account === undefined) return command
  return ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--init-groups', '--', ...command]
}
