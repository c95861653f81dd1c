/** The command line from its sources: `npm run dev`. The users' command is built from startup/main.ts. */
import { argv } from 'node:process'
import { endOnSignals } from './signals/end-on-signals.ts'
import { runCommandLine } from './run-command-line.ts'

endOnSignals()
await runCommandLine(argv.slice(2))
