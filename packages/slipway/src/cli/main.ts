/** What bin/slipway starts. Everything loads what it needs, and only that. */
import { argv, env } from 'node:process'
import { loadProgram } from '../bundled/program.ts'
import { exitCodes } from './exit-codes.ts'

// Until a command watches signals itself they end it, with an exit code: who started it may look at nothing else.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (process.listenerCount(signal) > 1) return
    process.exit(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated)
  })
}

const args = argv.slice(2)
const { runProgram } = await loadProgram(args, env)
await runProgram(args)
