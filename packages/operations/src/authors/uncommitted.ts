import { execFile } from 'node:child_process'
import { codeOf, Failure, messageOf } from '@slipway/model'

/** The time limit in milliseconds. */
const deadline = 30_000
const mostShown = 10

/**
 * Refuses a folder of a git repository with uncommitted changes, because nobody could tell later which files the version was made of. A folder
 * without git is not refused.
 *
 * @throws Failure `publish/uncommitted`
 */
export async function refuseUncommitted(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const said = await statusOf(folder, env)
  const changed = said.split('\n').filter((line) => line !== '')
  if (changed.length === 0) return
  const more = changed.length > mostShown ? [`and ${changed.length - mostShown} more`] : []
  throw new Failure('publish/uncommitted', `${folder} has changes that are not committed`, {
    details: [...changed.slice(0, mostShown), ...more],
    hint: 'commit them first, or publish anyway: --allow-dirty',
  })
}

/** Returns the output of `git status`. It is empty if nothing has changed, or if there is no repository or no git. */
function statusOf(cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', 'status', '--porcelain', '--', '.']
  const options = { cwd, env: { ...env, LC_ALL: 'C' }, timeout: deadline, maxBuffer: 16 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    execFile('git', args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else if (codeOf(error) === 'ENOENT' || /not a git repository/i.test(stderr)) resolve('')
      else reject(unknown(cwd, stderr.trim() === '' ? messageOf(error) : stderr))
    })
  })
}

function unknown(folder: string, why: string): Failure {
  return new Failure('publish/uncommitted', `git cannot tell whether everything in ${folder} is committed`, {
    details: why.trim().split('\n').slice(0, mostShown),
    hint: 'fix the repository, or publish anyway: --allow-dirty',
  })
}
