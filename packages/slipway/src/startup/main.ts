/** Started by `bin/slipway`, built to dist/main.cjs: runs the program that is built beside it. */
import { join } from 'node:path'
import { argv, env } from 'node:process'
import { endOnSignals } from '../cli/end-on-signals.ts'
import { codeDirectory, runBundle, useSafeDirectory } from './compiled-code.ts'
import { takeBackNodeSwitches } from './node-switches.ts'

type Program = typeof import('../cli/run-command-line.ts')

endOnSignals()
takeBackNodeSwitches(env)
useSafeDirectory(env)
const args = argv.slice(2)
const work = /^[a-z]{1,20}$/.exec(args[0] ?? '')?.[0] ?? 'program'
const { runCommandLine } = runBundle(join(import.meta.dirname, 'program.cjs'), codeDirectory(env), work) as Program
void runCommandLine(args)
