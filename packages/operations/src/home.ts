import { userInfo } from 'node:os'
import { isAbsolute } from 'node:path'
import { Failure } from '@slipway/model'

/**
 * Returns the user's home, from HOME or else from the machine's account data. A relative HOME would be a different folder in each working directory.
 *
 * @throws Failure `cli/no-home` for an account unknown to the machine, as in many containers
 */
export function homeOf(env: NodeJS.ProcessEnv): string {
  const { HOME = '' } = env
  if (isAbsolute(HOME)) return HOME
  const known = HOME === '' ? homeOfAccount() : undefined
  if (known !== undefined) return known
  const why =
    HOME === ''
      ? 'HOME is not set, and this machine does not know the account'
      : `HOME is "${HOME}", which is not an absolute path`
  throw new Failure('cli/no-home', `Slipway cannot tell where your home folder is: ${why}`, {
    hint: 'set HOME to the absolute path of a folder of your own: export HOME=/srv/me',
  })
}

function homeOfAccount(): string | undefined {
  try {
    const { homedir } = userInfo()
    return isAbsolute(homedir) ? homedir : undefined
  } catch {
    return undefined
  }
}
