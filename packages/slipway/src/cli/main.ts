/** The command line from its sources: `npm run dev`. What users start is built from startup/main.ts. */
import { argv } from 'node:process'
import { endOnSignals } from './end-on-signals.ts'
import { runProgram } from './program.ts'

endOnSignals()
await runProgram(argv.slice(2))
