/**
 * `npm run soak:nodes [-- --runs 300 --seed 1 --jobs 1]`: kills preparers, hooks, supervisors, pods and stores at random moments, in worlds
 * that take turns. Prints the seed of every failure; `--seed S --runs 1` plays it again. Exits 1 when a node did not reach its intent,
 * something ran twice, was left behind, or was forgotten in the audit.
 */
import { parseArgs } from 'node:util'
import { messageOf } from '@slipway/model'
import { missingFor, oneRun, worlds } from './one-run.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    jobs: { type: 'string', default: '1' },
  },
})
const runs = Number(values.runs)
const firstSeed = Number(values.seed)
const played = worlds.filter((world) => missingFor(world) === false)
let next = 0
let failed = 0
let done = 0

async function job(): Promise<void> {
  while (next < runs) {
    const seed = firstSeed + next++
    const world = played[seed % played.length] ?? 'one node'
    try {
      await oneRun(world, seed)
    } catch (error) {
      failed++
      console.log(`seed ${seed} FAILED, ${world}\n  ${messageOf(error).replaceAll('\n', '\n  ')}`)
    }
    done++
    if (done % 10 === 0) console.log(`${done} of ${runs} runs, ${failed} failed`)
  }
}

console.log(`${runs} runs from seed ${firstSeed}, ${values.jobs} at a time`)
await Promise.all(Array.from({ length: Number(values.jobs) }, job))
console.log(`${done - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
