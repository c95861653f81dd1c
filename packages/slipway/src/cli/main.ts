/** What bin/slipway starts. Everything loads what it needs, and only that. */
import { argv, env } from 'node:process'

const { programModule } = await import('../bundled/program.ts')
const { runProgram } = (await import(await programModule(env))) as typeof import('./program.ts')
await runProgram(argv.slice(2))
