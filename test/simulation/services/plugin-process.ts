import type { PluginFailure } from '@slipway/model'
import type { Random } from '../../soak/random.ts'
import type { SimulatedClock } from '../clock.ts'
import { type About, conflict, failure } from './failures.ts'
import { kindOf } from './kinds.ts'
import type { Failing } from '../moves/trouble.ts'
import { CannotBeMade, type Thing, type Wish, type World } from './world.ts'

/** The part that all plugin processes of a simulation share. */
export interface Surroundings {
  readonly clock: SimulatedClock
  readonly world: World
  /** The number of calls under way, by resource id: nobody may ask for the outcome of one of them. */
  readonly atWork: Map<string, number>
  /** Called for every question about a resource with a call under way. */
  readonly askedTooEarly: (about: About) => void
  readonly cutShort: (about: About) => void
}

/** Decides, within one command, the end of calls for which nothing else decides. */
export interface Chance {
  readonly random: Random
  /** The delay with which calls that are cut short take effect. */
  readonly late: number | 'never' | undefined
  /** The way in which the next call of this kind fails. */
  readonly failing: (about: About) => Failing | undefined
}

/** A call under way: from when it was sent until nobody works on it any more. */
export interface Call {
  readonly about: About
  /** The change to make outside; absent for a call that only reads. */
  readonly wish: (() => Wish | undefined) | undefined
  readonly fail: (why: PluginFailure) => void
  /** The position of the call in the order of calls. */
  readonly asked: number
  /** True if it has taken effect, or its plugin will do nothing any more. */
  isDone: boolean
  /** True if it does not answer. */
  isHanging: boolean
}

/** Milliseconds that a plugin takes to stop when it is asked to. */
const stopMs = 400

/** One process of a plugin, with the calls that it works on. */
export class PluginProcess {
  readonly #around: Surroundings
  readonly #chance: Chance
  readonly #calls = new Set<Call>()
  #over: Promise<void> | undefined

  constructor(around: Surroundings, chance: Chance) {
    this.#around = around
    this.#chance = chance
  }

  begin(about: About, wish: Call['wish'], fail: Call['fail']): Call {
    const call = { about, wish, fail, asked: this.#around.world.ask(), isDone: false, isHanging: false }
    this.#calls.add(call)
    this.#count(call, 1)
    return call
  }

  /** Ends a call that has been answered. */
  end(call: Call): void {
    call.isDone = true
    if (this.#calls.delete(call)) this.#count(call, -1)
  }

  /** Stops waiting for a call, which may go on all the same. */
  giveUp(call: Call): void {
    if (this.#calls.has(call)) this.#around.cutShort(call.about)
  }

  /** Carries out a call. */
  fulfil(call: Call, isHalf = false): Thing | undefined {
    call.isDone = true
    try {
      const wish = call.wish?.()
      if (wish === undefined) return undefined
      return this.#around.world.fulfil(isHalf ? halved(wish) : wish, call.asked)
    } catch (thrown) {
      this.end(call)
      throw thrown instanceof CannotBeMade ? conflict(call.about, thrown.message) : thrown
    }
  }

  /** Stops once all calls that answer have ended. Resolves when nobody works on the others any more. */
  retire(): Promise<void> {
    this.#over ??= this.#stop()
    return this.#over
  }

  /** Dies, and fails the calls that wait for an answer. */
  crash(): void {
    for (const { about, fail } of this.die()) {
      fail(failure(about, 'UNEXPECTED', 'the plugin has died', { inDoubt: true }))
    }
  }

  /** Dies, so that nobody works on its calls any more. The service may still carry out calls that it has received. */
  die(): readonly Call[] {
    const calls = [...this.#calls]
    this.#calls.clear()
    for (const call of calls) {
      this.#count(call, -1)
      this.#around.cutShort(call.about)
      if (!call.isDone) this.#leaveToTheService(call)
    }
    return calls
  }

  async #stop(): Promise<void> {
    const { clock } = this.#around
    while ([...this.#calls].some(({ isHanging }) => !isHanging)) await clock.sleep(stopMs / 4)
    // These calls may still take effect.
    for (const call of this.#calls) if (!call.isDone && this.#chance.random.chance(0.3)) this.#fulfilUnheard(call)
    await clock.sleep(stopMs)
    this.crash()
  }

  #fulfilUnheard(call: Call): void {
    this.#around.cutShort(call.about)
    try {
      this.fulfil(call)
    } catch {
      // No caller is left who could hear the reason.
    }
  }

  #leaveToTheService(call: Call): void {
    call.isDone = true
    // Phases of links are repeatable: if their plugin did not finish one, nobody else does.
    if (call.about.type.includes('::')) return
    const { lateMs } = kindOf(call.about.type)
    const { late, random } = this.#chance
    const ms = late ?? (random.chance(0.5) ? random.between(0, lateMs) : 'never')
    if (lateMs === 0 || ms === 'never') return
    const wish = wishOf(call)
    if (wish !== undefined) this.#around.world.fulfilLate(wish, call.asked, Math.min(ms, lateMs))
  }

  #count({ about: { resourceId }, wish }: Call, more: number): void {
    if (wish === undefined) return
    const { atWork } = this.#around
    const count = (atWork.get(resourceId) ?? 0) + more
    if (count > 0) atWork.set(resourceId, count)
    else atWork.delete(resourceId)
  }
}

/** The change that a call would make now; `undefined` if it could make none. */
export function wishOf({ wish }: Pick<Call, 'wish'>): Wish | undefined {
  try {
    return wish?.()
  } catch {
    return undefined
  }
}

/** Half of a request: a new thing exists, or a change has begun. */
function halved(wish: Wish): Wish {
  if (wish.kind !== 'change') return wish
  const { value } = wish.properties
  return { ...wish, properties: { ...wish.thing.properties, ...(value !== undefined && { value }) } }
}

/** The failure of a call that did nothing. */
export function earlyFailure(about: About, failing: Failing | undefined, { world }: Surroundings) {
  if (failing === 'transient') return failure(about, 'TRANSIENT', 'too many calls')
  if (failing === 'unexpected') return failure(about, 'UNEXPECTED', 'something went wrong')
  if (failing === 'deny') return failure(about, 'BAD_INPUT', 'that is not allowed')
  if (failing !== 'refuse') return undefined
  // A service that has accepted a request does not refuse the same one when it comes again.
  const isAccepted = about.method !== 'wire' && kindOf(about.type).adopts && world.hasAccepted(about.resourceId)
  return isAccepted ? undefined : failure(about, 'BAD_INPUT', 'that is not allowed', { refused: true })
}
