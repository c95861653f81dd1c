/**
 * `npm run simulate -- [--runs 100000] [--seed N] [--commands 15] [--jobs 2] [--blueprints] [--programs] [--ids] [--verdicts]`: users who
 * do everything that users do, in a simulated world, for a number of Slipway commands. Prints its progress; ends with 1 and a short
 * sequence when a rule is broken. The same seed with `--runs 1` plays that sequence alone.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BatchRequest, BatchResult } from './playing/batch.ts'
import { known } from './found/known.ts'
import { reportOf } from './playing/report.ts'
import { verdictLines } from './command/verdict-counts.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    commands: { type: 'string', default: '15' },
    blueprints: { type: 'boolean' },
    programs: { type: 'boolean' },
    ids: { type: 'boolean' },
    verdicts: { type: 'boolean' },
    jobs: { type: 'string', default: String(Math.min(2, availableParallelism())) },
  },
})
const runs = Number(values.runs)
const seed = Number(values.seed)
const jobs = Math.min(Number(values.jobs), runs)
const done = Array.from({ length: jobs }, () => 0)
const startedAt = performance.now()

/** All kinds, unless the command names some. */
const all = ['blueprints', 'programs', 'ids'] as const
const isAll = all.every((what) => values[what] !== true)
const writes = all.filter((what) => isAll || values[what] === true)

const total = (): number => done.reduce((sum, commands) => sum + commands, 0)
const rate = (): string => `${Math.round((total() / (performance.now() - startedAt)) * 1000)} commands/s`

/** A worker's report. */
interface Told {
  readonly commands: number
  /** Present at the end. */
  readonly result?: BatchResult
}

function job(index: number): Promise<BatchResult> {
  const request: BatchRequest = {
    seed: seed + index,
    step: jobs,
    commands: Math.ceil(runs / jobs),
    moves: Number(values.commands),
    writes,
    ...(values.verdicts === true && { countsVerdicts: true }),
  }
  const worker = fork(join(import.meta.dirname, 'worker.ts'), [JSON.stringify(request)])
  return new Promise((resolve, reject) => {
    worker.on('message', ({ commands, result }: Told) => {
      done[index] = commands
      if (result !== undefined) resolve(result)
    })
    worker.on('exit', (code) => reject(new Error(`a worker has ended with ${code}, and has not said what it found`)))
  })
}

console.log(`${runs} commands from seed ${seed}, ${values.commands} moves each, ${jobs} at a time`)
for (const what of Object.keys(known)) console.log(`known, and left: ${what}`)
const progress = setInterval(() => console.log(`${total()} commands, ${rate()}`), 10_000)
const results = await Promise.all(done.map((_, index) => job(index)))
clearInterval(progress)
const sequences = results.reduce((sum, result) => sum + result.sequences, 0)
console.log(`${total()} commands in ${sequences} sequences, ${rate()}`)
if (values.verdicts === true) {
  const counts = results.map(({ verdicts = {} }) => verdicts)
  for (const line of verdictLines(counts)) console.log(line)
}
for (const { found } of results) {
  if (found === undefined) continue
  console.log(reportOf(found))
  process.exitCode = 1
}
