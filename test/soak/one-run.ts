import { run } from '../ledger/command.ts'
import { makeWorld, processesLeft, type World } from '../ledger/world.ts'
import { randomFault, runWithFault, type Fault } from './fault.ts'
import { randomOf, type Random } from './random.ts'
import { blueprintOf, changedShape, randomShape, type Shape } from './shape.ts'

/** What a run found wrong; empty when nothing was. */
export interface Verdict {
  readonly seed: number
  readonly faults: readonly string[]
  readonly wrong: readonly string[]
}

/** Deploys, changes and destroys a random blueprint, with a random fault each time, and compares state with reality. */
export async function oneRun(seed: number): Promise<Verdict> {
  const random = randomOf(seed)
  const world = makeWorld()
  const faults: string[] = []
  const wrong: string[] = []
  try {
    const first = randomShape(random)
    const second = changedShape(first, random)
    for (const [args, shape] of [
      [['up', '--yes'], first],
      [['up', '--yes'], second],
      [['destroy', '--yes'], { entries: [] }],
    ] as const) {
      if (args[0] === 'up') world.writeBlueprint(blueprintOf(shape))
      faults.push(await faultThenHeal(world, args, random, wrong))
      wrong.push(...(await compare(world, shape)))
      if (wrong.length > 0) break
    }
  } catch (error) {
    wrong.push(`the run itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  } finally {
    if (wrong.length === 0) world.remove()
  }
  return { seed, faults, wrong: wrong.length === 0 ? [] : [...wrong, `the world is kept in ${world.folder}`] }
}

async function faultThenHeal(world: World, args: readonly string[], random: Random, wrong: string[]): Promise<string> {
  const fault: Fault = randomFault(random)
  const described = `${args[0]}: ${JSON.stringify(fault)}`
  const hurt = await runWithFault(world, args, fault)
  world.cancelAccident()
  const orphans = await processesLeft(world, 10_000)
  if (orphans.length > 0) wrong.push(`after ${described}: processes left: ${orphans.join('; ')}`)
  const healed = await run(world, args)
  if (healed.code !== 0) {
    wrong.push(
      `after ${described} (exit ${hurt.code ?? hurt.signal}) the next ${args[0]} exits with ${healed.code ?? healed.signal}:`,
    )
    wrong.push(hurt.stderr.slice(-1500), '--- then', healed.stdout.slice(-500), healed.stderr.slice(-2000))
  }
  return described
}

/** State against reality: nothing lost, nothing twice, everything as wanted. */
async function compare(world: World, shape: Shape): Promise<readonly string[]> {
  const listed = await run(world, ['state', 'list', '--json'])
  if (listed.code !== 0) return [`state is unreadable: ${listed.stderr}`]
  const recorded = (JSON.parse(listed.stdout) as { name: string; status: string }[]).map((one) => one.name).sort()
  const real = world.entries().map((entry) => entry.name)
  const wanted = shape.entries.map((entry) => entry.name).sort()
  const wrong: string[] = []
  if (recorded.join() !== wanted.join()) wrong.push(`state has ${recorded.join()}; wanted ${wanted.join()}`)
  if (real.join() !== wanted.join()) wrong.push(`there exist ${real.join()}; wanted ${wanted.join()}`)
  const ids = new Map(world.entries().map((entry) => [entry.name, entry.id]))
  for (const entry of world.entries()) {
    const spec = shape.entries.find((one) => one.name === entry.name)
    const label = spec === undefined ? undefined : [spec.label, ...spec.needs.map((need) => ids.get(need))].join(' ')
    if (label !== undefined && label !== entry.label) wrong.push(`${entry.name} is "${entry.label}", wanted "${label}"`)
  }
  const left = await processesLeft(world, 10_000)
  if (left.length > 0) wrong.push(`processes left at the end: ${left.join('; ')}`)
  return wrong
}
