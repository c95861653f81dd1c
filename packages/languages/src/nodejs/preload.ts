/** Node loads this before a program or a plugin that the SDK runs: `node --require`. */
import { markEarlyExit } from './early-exit.ts'
import { loadLate } from './late-modules.ts'

markEarlyExit()
loadLate()
