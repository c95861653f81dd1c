/**
 * The cost of an agent: lookup, init, afterInit and close of plugins that do nothing, beside a plain-loop reference in the
 * same run. Prints a line per shape and size: milliseconds of both (median of several rounds, in turns, fresh plugins each) and their ratio.
 *
 *     node bench/agent.ts [--json]
 */
import { Agent, allPlugins } from '@slipway/agent'
import { runReference } from './agent/reference.ts'
import { type BenchPlugin, makePlugins, type Shape, shapes } from './agent/shapes.ts'

interface Measured {
  readonly shape: Shape
  readonly plugins: number
  /** Milliseconds. */
  readonly agent: number
  /** Milliseconds. */
  readonly reference: number
  readonly ratio: number
}

async function measure(shape: Shape, size: number, rounds: number): Promise<Measured> {
  const agents: number[] = []
  const references: number[] = []
  for (let round = 0; round < rounds; round++) {
    const byHand = makePlugins(shape, size)
    references.push(await timed(() => runReference(byHand.all)))
    const byAgent = makePlugins(shape, size)
    agents.push(await timed(() => runAgent(byAgent.top)))
  }
  const agent = median(agents)
  const reference = median(references)
  return { shape, plugins: size, agent, reference, ratio: agent / reference }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number
}

async function runAgent(top: readonly BenchPlugin[]): Promise<void> {
  const agent = new Agent(allPlugins(top))
  await agent.start()
  await agent.stop()
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function ms(time: number): string {
  return `${time.toFixed(0).padStart(5)} ms`
}

const json = process.argv.includes('--json')
for (const [size, rounds] of [
  [10_000, 20],
  [100_000, 5],
] as const) {
  for (const shape of shapes) {
    const measured = await measure(shape, size, rounds)
    const { plugins, agent, reference, ratio } = measured
    if (json) console.log(JSON.stringify({ bench: 'agent', ...measured }))
    else {
      console.log(
        `${shape.padEnd(8)} ${String(plugins).padStart(7)} plugins  agent ${ms(agent)}  plain loop ${ms(reference)}  ratio ${ratio.toFixed(2)}`,
      )
    }
  }
}
