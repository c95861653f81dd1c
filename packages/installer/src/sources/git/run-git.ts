import { execFile } from 'node:child_process'
import { Failure, messageOf } from '@slipway/model'
import type { Access } from '../source.ts'

const mostOutput = 64 * 1024 * 1024
/** The deadline for one call, in milliseconds. */
const deadlineMs = 15 * 60_000

/**
 * Settings that switch off everything that a repository could make git do: git asks the user nothing, runs no hook, and contacts only the
 * repository's own server.
 */
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
  /** The arguments; those that an untrusted author chose follow a `--`. */
  readonly args: readonly string[]
  readonly cwd: string
  /** The repository without credentials, for messages. */
  readonly shown: string
}

/**
 * Runs git and returns its output. The user's own settings apply, such as the settings for stored passwords.
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

/** Returns the environment without variables such as GIT_DIR, which would lead git to another repository. */
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
  return new Failure('install/unreachable', `git cannot fetch ${shown}: ${reason ?? messageOf(error)}`, {
    details: said.filter((line) => line !== reason).slice(-5),
    hint: 'Slipway lets git ask no questions: try "git ls-remote" with this address yourself, and answer its questions',
    cause: error,
  })
}
