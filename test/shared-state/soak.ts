/**
 * `npm run soak:postgres [-- --runs 60 --seed 1 --jobs 2]`: the lives of `npm run soak` with their states in one PostgreSQL database, which
 * is killed, cut off and robbed of its answers. Prints the seed of every failure, and how often each thing was done. Exits 1 when anything
 * was lost, made twice, left running or unreadable.
 */
import { parseArgs } from 'node:util'
import { startServer } from '../../packages/infra/src/testing/servers.ts'
import { lifeOnPostgres } from './soak-life.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    jobs: { type: 'string', default: '2' },
  },
})
const runs = Number(values.runs)
const firstSeed = Number(values.seed)
const server = await startServer('postgres')
const done = new Map<string, number>()
let next = 0
let failed = 0

async function job(): Promise<void> {
  while (next < runs) {
    const { seed, faults, wrong } = await lifeOnPostgres(server, firstSeed + next++)
    for (const fault of faults) count(fault)
    if (wrong.length === 0) continue
    failed++
    console.log(`seed ${seed} FAILED\n  ${faults.join('\n  ')}\n  ${wrong.join('\n  ')}`)
  }
}

function count(fault: string): void {
  const { what, kind } = JSON.parse(fault.slice(fault.indexOf('{'))) as {
    readonly what?: string
    readonly kind: string
  }
  const name = what?.replace(/ after.*/, '') ?? kind
  done.set(name, (done.get(name) ?? 0) + 1)
}

console.log(`${runs} runs from seed ${firstSeed}, ${values.jobs} at a time`)
await Promise.all(Array.from({ length: Number(values.jobs) }, job))
await server.remove()
console.log([...done].map(([name, times]) => `${name} ${times}`).join(', '))
console.log(`${runs - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
