import type { ListedResource } from '@slipway/operations'
import { run, type Ended } from '../ledger/command.ts'
import { makeWorld, processesLeft } from '../ledger/world.ts'
import { type Fault, randomFault, runWithFault } from './fault.ts'
import { LateService } from './late-service.ts'
import { randomOf, type Random } from './random.ts'
import { compare, isInDoubt, listed, lostSince, type Trial, reality } from './reality.ts'
import { blueprintOf, brokenShape, changedShape, randomShape, renamedShape, type Shape } from './shape.ts'

/** The mistakes that a run found; usually none. */
export interface Verdict {
  readonly seed: number
  readonly faults: readonly string[]
  readonly wrong: readonly string[]
}

/** The surroundings of a run that has no folder of its own. */
export interface Surroundings {
  readonly env?: NodeJS.ProcessEnv
  readonly faultOf?: (random: Random) => Fault
}

/** A user's actions between the first deployment and the last: `refuse` and `half` are changes that fail, and the return to the earlier blueprint. */
const deeds = ['change', 'rename', 'refuse', 'half'] as const
export type Deed = (typeof deeds)[number]

/**
 * Deploys a random blueprint, changes it, breaks it and goes back, renames something, and destroys it, with a random fault each time;
 * compares state with reality.
 * @param planned the deeds in between; by default random ones
 */
export async function oneRun(
  seed: number,
  planned?: readonly Deed[],
  { env = {}, faultOf = randomFault }: Surroundings = {},
): Promise<Verdict> {
  const service = new LateService()
  const made = makeWorld(await service.start())
  const trial: Trial = { world: { ...made, env: { ...made.env, ...env } }, service }
  const soak = new Soak(trial, randomOf(seed), faultOf)
  try {
    await soak.live(planned)
  } catch (error) {
    soak.wrong.push(`the run itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  } finally {
    await service.stop()
    if (soak.wrong.length === 0) trial.world.remove()
  }
  const { faults, wrong } = soak
  return { seed, faults, wrong: wrong.length === 0 ? [] : [...wrong, `the world is kept in ${trial.world.folder}`] }
}

const up = ['up', '--yes']
const destroy = ['destroy', '--yes']

class Soak {
  readonly faults: string[] = []
  readonly wrong: string[] = []
  readonly #trial: Trial
  readonly #random: Random
  readonly #faultOf: (random: Random) => Fault

  constructor(trial: Trial, random: Random, faultOf: (random: Random) => Fault) {
    this.#trial = trial
    this.#faultOf = faultOf
    this.#random = random
  }

  async live(planned?: readonly Deed[]): Promise<void> {
    const random = this.#random
    let shape = randomShape(random)
    await this.#reach(up, shape)
    for (const deed of planned ?? Array.from({ length: random.between(1, 3) }, () => random.pick(deeds))) {
      if (this.wrong.length > 0) return
      shape = await this.#round(shape, deed)
    }
    if (this.wrong.length === 0) await this.#reach(destroy, { entries: [] })
  }

  /** Plays one action of a user; returns the shape that is wanted at the end. */
  async #round(shape: Shape, deed: Deed): Promise<Shape> {
    const random = this.#random
    const isEmpty = shape.entries.length === 0
    if (!isEmpty && (deed === 'refuse' || deed === 'half')) {
      await this.#breakAndGoBack(shape, deed)
      return shape
    }
    const next = !isEmpty && deed === 'rename' ? renamedShape(shape, random) : changedShape(shape, random)
    await this.#reach(up, next)
    return next
  }

  /** Reaches the goal after any trouble on the way. */
  async #reach(args: readonly string[], shape: Shape): Promise<void> {
    if (args === up) this.#trial.world.writeBlueprint(blueprintOf(shape))
    const fault = this.#faultOf(this.#random)
    const hurt = await this.#hurt(args, fault)
    const rows = await this.#heal(args, `${args[0]}: ${JSON.stringify(fault)} (exit ${hurt.code ?? hurt.signal})`)
    if (this.wrong.length === 0) this.wrong.push(...(await compare(this.#trial, shape, rows)))
  }

  /** Makes a change that fails, and restores the blueprint: nothing has changed. */
  async #breakAndGoBack(shape: Shape, mark: 'refuse' | 'half'): Promise<void> {
    const { world } = this.#trial
    const before = reality(this.#trial)
    world.writeBlueprint(blueprintOf(brokenShape(shape, this.#random, mark)))
    const hurt = this.#random.chance(0.5) ? await this.#hurt(up, this.#faultOf(this.#random)) : await run(world, up)
    world.writeBlueprint(blueprintOf(shape))
    const rows = await this.#heal(up, `${mark} (exit ${hurt.code ?? hurt.signal}), and back`)
    if (this.wrong.length > 0) return
    this.wrong.push(...(await compare(this.#trial, shape, rows)), ...lostSince(before, this.#trial))
  }

  async #hurt(args: readonly string[], fault: Fault): Promise<Ended> {
    const { world } = this.#trial
    this.faults.push(`${args[0]}: ${JSON.stringify(fault)}`)
    const hurt = await runWithFault(world, args, fault)
    world.cancelAccident()
    const orphans = await processesLeft(world, 30_000)
    if (orphans.length > 0) this.wrong.push(`after ${JSON.stringify(fault)}: processes left: ${orphans.join('; ')}`)
    return hurt
  }

  /**
   * Runs the command without a fault, and again when something has come late or a doubt needs the user's verdict.
   * @returns the records afterwards
   */
  async #heal(args: readonly string[], after: string): Promise<readonly ListedResource[]> {
    const { world, service } = this.#trial
    if (this.#random.chance(0.5)) await service.settled()
    const healed = await run(world, args)
    await service.settled()
    const rows = await listed(world)
    const doubts = rows.filter(isInDoubt)
    if (doubts.length === 0) {
      if (healed.code !== 0) this.#failed(args, after, healed)
      return rows
    }
    const tags = new Set(reality(this.#trial).map(({ tag }) => tag))
    const missing = doubts.filter(({ id }) => !tags.has(id)).map(({ name }) => `--settle=${name}=missing`)
    const settled = await run(world, [...args, ...new Set(missing)])
    if (settled.code !== 0) this.#failed([...args, ...missing], after, settled)
    return await listed(world)
  }

  #failed(args: readonly string[], after: string, { code, signal, stdout, stderr }: Ended): void {
    this.wrong.push(`after ${after} slipway ${args.join(' ')} exits with ${code ?? signal}:`)
    this.wrong.push(stdout.slice(-500), stderr.slice(-2_000))
  }
}
