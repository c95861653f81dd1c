import { spawn } from 'node:child_process'
import { dirname, delimiter } from 'node:path'
import { Failure, shellWord } from '@slipway/model'
import { exitOf, exitText, LastBytes } from '@slipway/processes'
import { environmentOfCode } from '../settings/own-secrets.ts'

export interface ToolRun {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly onOutput?: (text: string, stream: 'stdout' | 'stderr') => void
  /** Ends it. */
  readonly signal?: AbortSignal
}

/** The size in bytes of the kept output: enough for the end of a compiler's output. */
const tailBytes = 4096

/**
 * Runs a tool of the author's machine to its end.
 *
 * @throws Failure `cli/tool-failed` with the end of its output
 */
export async function runTool({ command, args, cwd, env, onOutput, signal }: ToolRun): Promise<void> {
  const said = [command, ...args].join(' ')
  const output = new LastBytes(tailBytes)
  signal?.throwIfAborted()
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(command, args, { cwd, env: toolEnvironment(env), stdio: [...stdio], ...(signal && { signal }) })
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      output.add(chunk)
      onOutput?.(String(chunk), name)
    })
  }
  const closed = new Promise((resolve) => child.once('close', resolve))
  const exit = await exitOf(child)
  signal?.throwIfAborted()
  if (exit.error !== undefined) {
    throw new Failure('cli/tool-failed', `${said} cannot be run: ${exit.error.message}`, {
      hint: `install ${command}, or put it on the PATH`,
      cause: exit.error,
    })
  }
  await closed
  if (exit.code === 0) return
  throw new Failure('cli/tool-failed', `${said} failed in ${cwd} (${exitText(exit)})`, {
    // A caller with `onOutput` has already shown the output.
    details: onOutput === undefined ? String(output).trim().split('\n') : [],
    hint: `fix the cause, then run: cd ${shellWord(cwd)} && ${said}`,
  })
}

/**
 * Installs the dependencies in a folder's package.json.
 *
 * @throws Failure `cli/tool-failed`
 */
export async function npmInstall(cwd: string, env: NodeJS.ProcessEnv, onOutput?: ToolRun['onOutput']): Promise<void> {
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error']
  await runTool({ command: 'npm', args, cwd, env, ...(onOutput && { onOutput }) })
}

/** Without Slipway's secrets. npm needs Node: if the machine has none, ours is last in the PATH. */
function toolEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environmentOfCode(env), PATH: [env['PATH'], dirname(process.execPath)].filter(Boolean).join(delimiter) }
}
