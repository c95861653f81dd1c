/**
 * `npm run fuzz [-- --seconds 60] [--only codec] [--seed 1] [--inputs 1000]`: broken inputs for every place that reads foreign bytes, until
 * the time is over. Each must be accepted or refused properly, within 5 s and 500 MB. Any other input is printed, shrunk, with the way to
 * see it again: `--only NAME --input BASE64`. Exits 1 when there was any.
 */
import { parseArgs } from 'node:util'
import { campaign, findingText } from './campaign.ts'
import { Judge } from './judge.ts'
import type { Target } from './target.ts'
import { targets } from './targets/index.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    inputs: { type: 'string', default: 'Infinity' },
    input: { type: 'string' },
  },
})
const chosen = targets.filter(({ name }) => values.only === undefined || name === values.only)
if (chosen.length === 0) {
  console.error(`there is no "${values.only}": ${targets.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const judge = new Judge({ timeMs: 5000, heapMegabytes: 500 })

async function again(target: Target, input: Buffer): Promise<void> {
  const fault = await judge.judge(target, input)
  console.log(fault === undefined ? `${target.name}: in order` : `${target.name}: ${fault.kind}: ${fault.what}`)
  if (fault !== undefined) process.exitCode = 1
}

async function run(target: Target, seconds: number): Promise<void> {
  const ends = performance.now() + seconds * 1000
  const extent = { seed: Number(values.seed), inputs: Number(values.inputs), isOver: () => performance.now() > ends }
  const { inputs, finding } = await campaign(target, judge, extent)
  console.log(`${target.name}: ${inputs} inputs from seed ${values.seed}: ${finding ? 'AT FAULT' : 'in order'}`)
  if (finding === undefined) return
  console.log(findingText(finding))
  process.exitCode = 1
}

for (const target of chosen) {
  if (values.input === undefined) await run(target, Number(values.seconds) / chosen.length)
  else await again(target, Buffer.from(values.input, 'base64'))
}
await judge.close()
