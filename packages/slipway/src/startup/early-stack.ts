import { readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { builtFile } from '@slipway/operations/built-file'
import type { StartedStack } from '@slipway/operations/stack-files/start-stack'
import { isStackName } from '@slipway/operations/project/stack-name'

/** The commands that run the function of a stack, or read its declarations. */
const running: ReadonlySet<string> = new Set(['graph', 'plan', 'up', 'validate'])

/**
 * Starts the process of the stack that a command line seems to name, so that Node starts in it while this process loads the program. It runs
 * nothing of the stack before the program says so. A process that turns out not to be wanted ends with this one.
 */
export async function earlyStack(args: readonly string[], env: NodeJS.ProcessEnv): Promise<StartedStack | undefined> {
  const [command = '', ...rest] = args
  if (!running.has(command) || rest.includes('--help') || rest.includes('-h')) return undefined
  // The program would choose another folder for compiled code.
  if ((env['NODE_COMPILE_CACHE'] ?? '') === '') return undefined
  try {
    const file = stackIn(rest)
    if (file === undefined) return undefined
    const program = builtFile('stack.cjs')
    if (program === undefined) return undefined
    const { StartedStack } = await import('@slipway/operations/stack-files/start-stack')
    return new StartedStack({ file, program, env })
  } catch {
    // The command itself reports the problem.
    return undefined
  }
}

function stackIn(args: readonly string[]): string | undefined {
  if (args.some((arg) => !arg.startsWith('-'))) {
    const file = args.find(isStackName)
    return file !== undefined && statSync(file).isFile() ? resolve(file) : undefined
  }
  const [only, ...others] = readdirSync('.').filter((name) => isStackName(name) || name.includes('.blueprint.'))
  return only !== undefined && others.length === 0 && isStackName(only) ? resolve(only) : undefined
}
