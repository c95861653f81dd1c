import type { Random } from '../../soak/random.ts'
import type { Command, Move } from '../moves/commands.ts'
import type { Draft } from '../moves/draft.ts'
import { kinds, sharesIds } from '../services/kinds.ts'
import type { View } from '../playing/play.ts'
import type { Trouble } from '../moves/trouble.ts'

const names = ['a', 'b', 'c', 'net/a'] as const
const values = ['v1', 'v2'] as const

/**
 * Has things whose ids reveal little: one id for all, one id for all with the same content, and services that take over a thing by its name. Each
 * resource has a name of its own outside: two with one name would be one thing, and no provider says so.
 */
export class IdsUser {
  readonly #random: Random
  readonly #most: number
  readonly #kinds: readonly string[]
  #moves = 0
  #slots = 0
  #pins = 0

  constructor(random: Random, most: number) {
    this.#random = random
    this.#most = most
    const all = [...kinds].flatMap(([name, kind]) => (sharesIds(kind) ? [name] : []))
    this.#kinds = Array.from({ length: random.between(1, 2) }, () => random.pick(all))
  }

  move({ draft, last, deployed }: View): Move | undefined {
    const random = this.#random
    if (this.#moves++ >= this.#most) return undefined
    if (draft.resources.length < 2 && this.#slots < 8) return this.#written(draft)
    if (last === 'badly' && random.chance(0.3) && deployed > 0) return { do: 'revert', back: 0 }
    if (last === undefined || random.chance(0.2)) return this.#command(draft)
    return this.#edit(draft)
  }

  #written({ resources }: Draft): Move {
    const free = names.filter((name) => resources.every((one) => one.name !== name))
    const slot = this.#slots++
    const resource = {
      slot,
      name: this.#random.pick(free),
      kind: this.#random.pick(this.#kinds),
      value: this.#random.pick(values),
      key: `k-${slot}`,
      reads: [],
      ...(this.#random.chance(0.5) && { pinned: `p${++this.#pins}` }),
    }
    return { do: 'write', resource }
  }

  #edit(draft: Draft): Move {
    const random = this.#random
    const { name } = random.pick(draft.resources)
    if (draft.resources.length < names.length && random.chance(0.3)) return this.#written(draft)
    if (random.chance(0.25)) return { do: 'remove', name }
    if (random.chance(0.1)) return { do: 'order', name, goesFirst: random.chance(0.5) }
    return random.chance(0.5)
      ? { do: 'set', name, property: 'pinned', to: `p${++this.#pins}` }
      : { do: 'set', name, property: 'value', to: random.pick(values) }
  }

  #command({ resources }: Draft): Command {
    const random = this.#random
    const luck = random.between(1, 1_000_000)
    if (random.chance(0.05)) return { do: 'destroy', luck }
    if (random.chance(0.05)) return { do: 'refresh', luck }
    const { name: of } = random.pick(resources)
    const trouble: Trouble = {
      what: 'call',
      method: random.pick(['destroy', 'deploy', 'read'] as const),
      of,
      fails: random.pick(['refuse', 'unexpected'] as const),
      times: 1,
    }
    return {
      do: 'up',
      luck,
      ...(random.chance(0.15) && { replace: [of] }),
      ...(random.chance(0.1) && { refresh: true as const }),
      ...(random.chance(0.2) && { trouble: [trouble] }),
    }
  }
}
