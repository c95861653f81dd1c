import type { ResourceOptions } from '@slipway/engine'
import { type Random, randomOf } from '../../soak/random.ts'
import { blueprintOf } from '../blueprint.ts'
import type { Command } from '../commands.ts'
import { type Draft, type Reading, type Wanted, wantedOf } from '../draft.ts'
import type { Breaking } from './as-program.ts'

/** A resource that a program asks for. */
export interface Line {
  readonly wanted: Wanted
  readonly type: string
  readonly options: ResourceOptions
  /** Milliseconds that the program thinks before it asks. */
  readonly pause: number
  /** It waits for this one before it asks for the next. */
  readonly isAwaited: boolean
}

/** A draft as a program: in an order that its dependencies allow. All of it follows from the luck of the command. */
export interface Script {
  readonly lines: readonly Line[]
  readonly breaks: Breaking | undefined
  /** The resource of which something is exported. */
  readonly last: Wanted | undefined
}

export function scriptOf(draft: Draft, { luck, program }: Command): Script {
  const random = randomOf(luck + 4_711)
  const { resources } = blueprintOf(draft)
  const wanted = wantedOf(draft)
  const isPatient = random.chance(0.3)
  const lines = inSomeOrder(wanted, random).map((one) => {
    const { type = '', options = {} } = resources.get(one.name) ?? {}
    const pause = random.chance(0.4) ? random.between(1, 8) : 0
    return { wanted: one, type, options, pause, isAwaited: isPatient || random.chance(0.2) }
  })
  return { lines, breaks: program?.breaks, last: wanted.at(-1) }
}

/** Of those that can come next any. */
function inSomeOrder(wanted: readonly Wanted[], random: Random): readonly Wanted[] {
  const left = [...wanted]
  const done = new Set<number>()
  const order: Wanted[] = []
  const canCome = ({ reads }: Wanted): boolean => reads.every(({ slot }) => done.has(slot))
  // Mostly as it is written.
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
