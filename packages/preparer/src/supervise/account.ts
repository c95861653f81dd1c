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
      hint: 'create the user, or let a before_install hook do it',
      cause: error,
    })
  }
}

/** Everything made this way belongs to the preparer's user. */
export function ownAccount(): Pick<Account, 'uid' | 'gid'> | undefined {
  const [uid, gid] = [process.geteuid?.(), process.getegid?.()]
  // Only root can take over another user's files.
  return uid !== 0 || gid === undefined ? undefined : { uid, gid }
}

function isOwn(name: string): boolean {
  try {
    return userInfo().username === name
  } catch {
    return false
  }
}

export interface Start {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The folders in which systems keep setpriv. */
export const systemPath = '/run/current-system/sw/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Stands among the words of a process that is yet to become the program that it is for. */
export const onTheWay = 'slipway-launch'

/**
 * Puts the variables in their places, where they have been kept under names that mean nothing to anybody. A shell may have some
 * that cannot be changed; it goes on without those.
 */
const withVariables = `for slipway_name in $SLIPWAY_VARIABLES; do
  eval "command export $slipway_name=\\"\\$SLIPWAY_VARIABLE_$slipway_name\\""
  unset "SLIPWAY_VARIABLE_$slipway_name"
done
unset SLIPWAY_VARIABLES slipway_name
exec "$@"`

/**
 * The program as it is started for the user. Until the process is the user's, it heeds none of the program's variables: they are
 * somebody else's words, and the loader, shells and `PATH` would have the preparer's user do as they say.
 */
export function asAccount(account: Account | undefined, { command, env }: Start): Start {
  if (account === undefined) return { command, env }
  const { uid, gid } = account
  const became = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--']
  const kept = Object.entries(env).map(([name, value]) => [`SLIPWAY_VARIABLE_${name}`, value] as const)
  return {
    command: [...became, '/bin/sh', '-c', withVariables, onTheWay, ...command],
    env: {
      PATH: systemPath,
      SLIPWAY_VARIABLES: Object.keys(env).join(' '),
      ...Object.fromEntries(kept),
    },
  }
}
