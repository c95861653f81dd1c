import { execFile } from 'node:child_process'
import { Failure, messageOf } from '@slipway/model'
import type { Access } from '../source.ts'

const mostOutput = 64 * 1024 * 1024
/** Milliseconds for one call. */
const deadlineMs = 15 * 60_000

/** Switches off everything that a repository could make git do: git asks nobody, runs no hook, and contacts only its own server. */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.symlinks=true',
  'core.autocrlf=false',
  'core.protectNTFS=true',
  'core.protectHFS=true',
  'fetch.fsckObjects=true',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'gc.auto=0',
  'init.templateDir=',
  'protocol.allow=never',
  'protocol.https.allow=always',
  'protocol.http.allow=always',
  'protocol.ssh.allow=always',
].flatMap((setting) => ['-c', setting])

export interface GitCall {
  /** Arguments that a stranger chose stand behind a `--`. */
  readonly args: readonly string[]
  readonly cwd: string
  /** The repository without credentials, for messages. */
  readonly shown: string
}

/**
 * Runs git and returns its output. The user's own settings count, such as those for stored passwords.
 * @throws Failure `install/no-git`, `install/unreachable` with the last lines of git's output
 */
export async function runGit(
  { args, cwd, shown }: GitCall,
  { env, signal }: Pick<Access, 'env' | 'signal'>,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const options = {
    cwd,
    signal,
    timeout: deadlineMs,
    maxBuffer: mostOutput,
    env: {
      ...withoutGit(env),
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '/bin/false',
      SSH_ASKPASS: '/bin/false',
      GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
      GIT_ALLOW_PROTOCOL: 'https:http:ssh',
      GIT_LFS_SKIP_SMUDGE: '1',
      LC_ALL: 'C',
    },
  }
  execFile('git', [...settings, ...args], options, (error, stdout, stderr) => {
    if (error === null) resolve(stdout)
    else reject(failureOf(error, stderr, shown, signal))
  })
  return await promise
}

/** Variables such as GIT_DIR would lead it to another repository. */
function withoutGit(env: Access['env']): Access['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')))
}

function failureOf(error: unknown, stderr: string, shown: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return new Failure('install/no-git', `${shown} needs git, which is not on this machine`, {
      hint: 'install git with the package manager of this machine: apt install git',
      cause: error,
    })
  const said = stderr
    .split('\n')
    .map((line) => line.replaceAll(/\/\/[^/@\s]*@/g, '//').trim())
    .filter((line) => line !== '')
  // Git continues with advice after the reason.
  const reason = said.find((line) => /^(fatal|error):/.test(line)) ?? said.at(-1)
  return new Failure('install/unreachable', `git cannot get ${shown}: ${reason ?? messageOf(error)}`, {
    details: said.filter((line) => line !== reason).slice(-5),
    hint: 'Slipway lets git ask no questions: try "git ls-remote" with this address yourself, and give git what it asks for',
    cause: error,
  })
}
