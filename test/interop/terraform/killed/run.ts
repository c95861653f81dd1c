/**
 * `npm run soak:terraform [-- --runs 100 --seed 1]`: `up`, `refresh` and `destroy` with unmodified providers, of which the engine or the provider is
 * killed with -9 at each call. Prints the doubts that a user had to settle, and exits 1 when something was lost, made twice, or left running.
 */
import { parseArgs } from 'node:util'
import '../../../trusting.ts'
import { randomOf } from '../../../soak/random.ts'
import { skipWithoutGo } from '../build.ts'
import { moments, victims } from './moments.ts'
import { kinds, oneRun } from './one-run.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})
if (skipWithoutGo !== false) throw new Error(skipWithoutGo)
const all = moments.flatMap((moment) => victims.flatMap((victim) => kinds.map((kind) => ({ moment, victim, kind }))))
const runs = Number(values.runs)
const random = randomOf(Number(values.seed))
let [failed, doubts] = [0, 0]
for (let done = 0; done < runs; done++) {
  // First each combination once, then random ones.
  const { moment, victim, kind } = all[done] ?? random.pick(all)
  const verdict = await oneRun(kind, moment, victim)
  doubts += verdict.doubts.length
  if (verdict.doubts.length > 0) console.log(`${verdict.what}: ${verdict.doubts.join(' ')}`)
  if (verdict.wrong.length === 0) continue
  failed++
  console.log(`${verdict.what} FAILED\n  ${verdict.wrong.join('\n  ')}`)
}
console.log(`${runs - failed} passed, ${failed} failed, ${doubts} doubts`)
process.exitCode = failed > 0 ? 1 : 0
