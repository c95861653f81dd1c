import type { ResourceOptions } from '@slipway/engine'
import { type Random, randomOf } from '../../soak/random.ts'
import { blueprintOf } from '../command/blueprint.ts'
import type { Command } from '../moves/commands.ts'
import { type Draft, type Reading, type Wanted, wantedOf } from '../moves/draft.ts'
import type { Breaking } from './as-program.ts'

/** A resource that a program asks for. */
export interface Line {
  readonly wanted: Wanted
  readonly type: string
  readonly options: ResourceOptions
  readonly removalPolicy: 'delete' | 'retain'
  /**
   * Slots of the resources after which it is created, and before which it is destroyed, even if it does not read them: for example parts of a
   * component.
   */
  readonly after: readonly number[]
  /** Milliseconds that the program waits before it asks. */
  readonly pause: number
  /** True if the program waits for this resource before it asks for the next one. */
  readonly isAwaited: boolean
}

/** A draft as a program, in an order that its dependencies allow. It follows entirely from the luck of the command. */
export interface Script {
  readonly lines: readonly Line[]
  readonly breaks: Breaking | undefined
  /** The resource from which a value is exported. */
  readonly last: Wanted | undefined
}

export function scriptOf(draft: Draft, { luck, program }: Command): Script {
  const random = randomOf(luck + 4_711)
  const { resources } = blueprintOf(draft)
  const wanted = wantedOf(draft)
  const isPatient = random.chance(0.3)
  const after = new Map(wanted.map((one, at) => [one.slot, afterOf(one, wanted.slice(0, at))]))
  const lines = inSomeOrder(wanted, after, random).map((one) => {
    const { type = '', options = {}, removalPolicy = 'delete' } = resources.get(one.name) ?? {}
    const pause = random.chance(0.4) ? random.between(1, 8) : 0
    const isAwaited = isPatient || random.chance(0.2)
    return { wanted: one, type, options, removalPolicy, after: after.get(one.slot) ?? [], pause, isAwaited }
  })
  return { lines, breaks: program?.breaks, last: wanted.at(-1) }
}

/** The same two resources always give the same result, so that a program says the same when it runs again. */
function afterOf({ slot, reads, within }: Wanted, earlier: readonly Wanted[]): readonly number[] {
  const read = new Set([...reads.map((one) => one.slot), ...(within === undefined ? [] : [within])])
  const more = earlier.filter((other) => randomOf(slot * 31 + other.slot).chance(0.12))
  return [...read.union(new Set(more.map((other) => other.slot)))]
}

/** An order in which each next resource is picked at random. */
function inSomeOrder(
  wanted: readonly Wanted[],
  after: ReadonlyMap<number, readonly number[]>,
  random: Random,
): readonly Wanted[] {
  const left = [...wanted]
  const done = new Set<number>()
  const order: Wanted[] = []
  const canCome = ({ slot }: Wanted): boolean => (after.get(slot) ?? []).every((other) => done.has(other))
  // Usually follows the order of the text.
  const isWritten = random.chance(0.3)
  while (left.length > 0) {
    const able = left.filter(canCome)
    const next = isWritten ? able[0] : random.pick(able)
    if (next === undefined) throw new Error('the draft reads in a circle')
    left.splice(left.indexOf(next), 1)
    order.push(next)
    done.add(next.slot)
  }
  return order
}

export function readInto(into: Reading['into'], { reads }: Wanted): readonly Reading[] {
  return reads.filter((read) => read.into === into)
}
