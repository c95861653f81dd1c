/**
 * `npm run soak [-- --runs 300 --seed 1 --jobs 2]`: seeded runs of the real command line with random faults at random
 * steps. Prints the seed of every failure; `--seed S --runs 1` runs it again. Exits 1 when anything was lost, made
 * twice, left running or unreadable.
 */
import { parseArgs } from 'node:util'
import { oneRun } from './one-run.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    jobs: { type: 'string', default: '2' },
  },
})
const runs = Number(values.runs)
const firstSeed = Number(values.seed)
let next = 0
let failed = 0
let done = 0

async function job(): Promise<void> {
  while (next < runs) {
    const verdict = await oneRun(firstSeed + next++)
    done++
    if (verdict.wrong.length > 0) {
      failed++
      console.log(`seed ${verdict.seed} FAILED\n  ${verdict.faults.join('\n  ')}\n  ${verdict.wrong.join('\n  ')}`)
    }
    if (done % 25 === 0) console.log(`${done} of ${runs} runs, ${failed} failed`)
  }
}

console.log(`${runs} runs from seed ${firstSeed}, ${values.jobs} at a time`)
await Promise.all(Array.from({ length: Number(values.jobs) }, job))
console.log(`${done - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
