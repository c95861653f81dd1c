import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPath } from '@slipway/graph'
import fc from 'fast-check'
import { Agent } from './agent.ts'
import { AgentFailure } from './failure.ts'
import { allPlugins, concurrent, startTimeout, stopTimeout } from './options.ts'
import type { Plugin, PluginContext } from './plugin.ts'
import type { Phase } from './life.ts'

/** How a hook behaves. Times are a few milliseconds, on both sides of the timeouts below. */
type Behaviour = 'return' | 'wait' | 'throw' | 'reject' | 'obey' | 'late' | 'hang'

const startLimit = 15
const stopLimit = 15

interface Scenario {
  readonly dependencies: readonly (readonly number[])[]
  readonly hooks: readonly Readonly<Record<Phase, Behaviour>>[]
  readonly concurrency: number
  /** Stop the agent when this many hooks have been called. */
  readonly stopAfter: number
}

const kind = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<Behaviour>('return', 'wait') },
  { weight: 1, arbitrary: fc.constantFrom<Behaviour>('throw', 'reject', 'obey', 'late', 'hang') },
)

const scenarios: fc.Arbitrary<Scenario> = fc.integer({ min: 1, max: 7 }).chain((size) =>
  fc.record({
    dependencies: fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
    hooks: fc.array(fc.record({ init: kind, afterInit: kind, close: kind }), { minLength: size, maxLength: size }),
    concurrency: fc.constantFrom(1, 1, 3),
    stopAfter: fc.integer({ min: 0, max: 3 * size }),
  }),
)

/** Records the real events, as seen from within the plugins. */
class Witness {
  readonly begun: string[] = []
  readonly events: string[] = []
  readonly pending = new Set<Promise<unknown>>()
  onBegin: () => void = () => {}

  async hook(name: string, phase: Phase, behaviour: Behaviour, { signal }: PluginContext): Promise<void> {
    this.events.push(`${phase} ${name}`)
    this.begun.push(`${phase} ${name}`)
    this.onBegin()
    if (behaviour === 'reject') throw new Error(`${phase} of ${name}`)
    if (behaviour === 'hang') return new Promise(() => {})
    if (behaviour === 'obey')
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    if (behaviour !== 'return') {
      const time = sleep(behaviour === 'wait' ? 1 : 2 * startLimit)
      this.pending.add(time)
      await time
    }
    this.events.push(`${phase} ${name} done`)
  }
}

function pluginsOf({ dependencies, hooks }: Scenario, witness: Witness): Plugin[] {
  const plugins = hooks.map((behaviours, index): Plugin & { deps: Plugin[] } => {
    const name = `p${index}`
    const call = (phase: Phase) => (context: PluginContext) => {
      const behaviour = behaviours[phase]
      const result = witness.hook(name, phase, behaviour === 'throw' ? 'reject' : behaviour, context)
      if (behaviour === 'return') return undefined
      if (behaviour !== 'throw') return result
      result.catch(() => {})
      throw new Error(`${phase} of ${name}`)
    }
    return { name, deps: [], init: call('init'), afterInit: call('afterInit'), close: call('close') }
  })
  for (const [index, needed] of dependencies.entries()) {
    const own = needed.filter((other) => other !== index)
    ;(plugins[index] as { deps: Plugin[] }).deps = own.map((other) => plugins[other] as Plugin)
  }
  return plugins
}

/** Starts, stops at the given moment or when all is up, and lets abandoned hooks come to their end. */
async function live(agent: Agent, witness: Witness, { stopAfter }: Scenario): Promise<unknown[]> {
  const errors: unknown[] = []
  const note = (error: unknown): void => {
    errors.push(error)
  }
  let stopping: Promise<void> | undefined
  witness.onBegin = () => {
    if (witness.begun.length === stopAfter) stopping = agent.stop().catch(note)
  }
  await agent.start().catch(note)
  await (stopping ?? agent.stop().catch(note))
  await agent.after()
  await Promise.all(witness.pending)
  await sleep(1)
  return errors
}

function checkOrder(agent: Agent, { events }: Witness): void {
  const plan = agent.plan()
  const graph = agent.graph()
  const when = (event: string): number => events.indexOf(event)
  for (const name of plan) {
    const index = graph.nodes.indexOf(name)
    for (const dependency of graph.dependencies[index] ?? []) {
      const needed = graph.nodes[dependency] as string
      const isCross = findPath(graph, dependency, index) !== undefined
      if (!isCross) assert.ok(plan.indexOf(needed) < plan.indexOf(name))
      if (isCross || when(`init ${name}`) === -1) continue
      assert.ok(
        when(`init ${needed} done`) !== -1 && when(`init ${needed} done`) < when(`init ${name}`),
        `${needed} before ${name}`,
      )
    }
    if (when(`afterInit ${name}`) === -1) continue
    for (const other of plan)
      assert.ok(when(`init ${other} done`) < when(`afterInit ${name}`), 'init of all comes first')
  }
}

/** At every moment, the running hooks of a phase are within the limit. */
function checkLimit({ events }: Witness, limit: number): void {
  for (const phase of ['init', 'afterInit'] as const) {
    const begun = events.filter((event) => event.startsWith(`${phase} `))
    let running = 0
    for (const event of begun) {
      running += event.endsWith(' done') ? -1 : 1
      assert.ok(running <= limit, `${running} at a time: ${begun.join(', ')}`)
    }
  }
}

function checkClosing(agent: Agent, { events }: Witness): void {
  const plan = agent.plan()
  const count = (event: string): number => events.filter((seen) => seen === event).length
  for (const name of plan)
    assert.equal(count(`close ${name}`), count(`init ${name} done`), `${name} is closed once if it came up`)
  const firstClose = events.findIndex((event) => event.startsWith('close '))
  // A plugin that came up after the agent had begun to close was closed on the spot; the others go in reverse.
  const cameUpInTime = new Set(plan.filter((name) => events.slice(0, firstClose).includes(`init ${name} done`)))
  const closed = events.filter((event) => /^close \S+$/.test(event)).map((event) => event.slice('close '.length))
  assert.deepEqual(
    closed.filter((name) => cameUpInTime.has(name)),
    plan.filter((name) => cameUpInTime.has(name)).toReversed(),
  )
}

test('any graph survives failing and hanging hooks, and a stop at any moment', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const witness = new Witness()
      const { concurrency } = scenario
      const plugins = pluginsOf(scenario, witness)
      const agent = new Agent(
        allPlugins(plugins),
        startTimeout(startLimit),
        stopTimeout(stopLimit),
        concurrent(concurrency),
      )
      const errors = await live(agent, witness, scenario)
      checkOrder(agent, witness)
      checkClosing(agent, witness)
      checkLimit(witness, concurrency)
      for (const error of errors) assert.ok(error instanceof AgentFailure, String(error))
    }),
    { numRuns: 60 },
  )
})
