/** What Node loads before a program or a plugin that the SDK runs: `node --require`. */
import { loadLate } from './late-modules.ts'

loadLate()
