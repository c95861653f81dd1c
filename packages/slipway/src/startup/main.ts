/** Started by `bin/slipway`, built to dist/main.cjs: runs the program that is built beside it. */
import { join } from 'node:path'
import { argv, env } from 'node:process'
import { endOnSignals } from '../cli/signals/end-on-signals.ts'
import { codeDirectory, runBundle, useSafeDirectory } from './compiled-code.ts'
import { earlyStack } from './early-stack.ts'
import { takeBackNodeSwitches } from './node-switches.ts'

type Program = typeof import('../cli/run-command-line.ts')

endOnSignals()
takeBackNodeSwitches(env)
useSafeDirectory(env)
const args = argv.slice(2)
// A command runs other functions for a stack than for a blueprint.
const ofStack = args.some((arg) => /\.[cm]?[jt]s$/.test(arg)) ? '-stack' : ''
const work = (/^[a-z]{1,20}$/.exec(args[0] ?? '')?.[0] ?? 'program') + ofStack
void earlyStack(args, env).then((stack) => {
  const { runCommandLine } = runBundle(join(import.meta.dirname, 'program.cjs'), codeDirectory(env), work) as Program
  return runCommandLine(args, stack)
})
