/**
 * `npm run soak:programs [-- --runs 300 --seed 1 --jobs 1]`: real programs with the SDK of Pulumi, of which the engine, the language
 * plugin, the program or the provider is killed with -9 at random moments. Prints the seed of every failure; `--seed S --runs 1` plays it
 * again. Exits 1 when something was lost, made twice, left running, or does not come to its end.
 */
import { parseArgs } from 'node:util'
import '../../../trusting.ts'
import { skip } from '../machine.ts'
import { oneRun } from './one-run.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    jobs: { type: 'string', default: '1' },
  },
})
if (skip !== false) throw new Error(skip)
const runs = Number(values.runs)
const firstSeed = Number(values.seed)
let [next, failed, done, kills] = [0, 0, 0, 0]

async function job(): Promise<void> {
  while (next < runs) {
    const verdict = await oneRun(firstSeed + next++)
    done++
    kills += verdict.kills.length
    if (verdict.wrong.length > 0) {
      failed++
      console.log(`seed ${verdict.seed} FAILED\n  ${verdict.kills.join('\n  ')}\n  ${verdict.wrong.join('\n  ')}`)
    }
    if (done % 10 === 0) console.log(`${done} of ${runs} runs, ${kills} kills, ${failed} failed`)
  }
}

console.log(`${runs} runs from seed ${firstSeed}, ${values.jobs} at a time`)
await Promise.all(Array.from({ length: Number(values.jobs) }, job))
console.log(`${done - failed} passed, ${failed} failed, ${kills} kills`)
process.exitCode = failed > 0 ? 1 : 0
