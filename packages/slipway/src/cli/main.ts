/** What bin/slipway starts. Everything loads what it needs, and only that. */
import { argv, env } from 'node:process'
import { loadProgram } from '../bundled/program.ts'

const args = argv.slice(2)
const { runProgram } = await loadProgram(args, env)
await runProgram(args)
