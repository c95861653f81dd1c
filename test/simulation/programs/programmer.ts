import type { Random } from '../../soak/random.ts'
import { type Command, isCommand, type Move } from '../commands.ts'
import { childOf } from '../blueprint.ts'
import type { IgnoredProperty, Wanted } from '../draft.ts'
import type { View } from '../play.ts'
import { User } from '../user.ts'
import { type AsProgram, waysToBreak } from './as-program.ts'

/** Kinds with things that have an id of their own, and are found by their keys. */
const importable: ReadonlySet<string> = new Set(['topic', 'role'])

/** Thinks as other users do, and says it with a program, which has mistakes of its own. */
export class Programmer {
  readonly #user: User
  readonly #random: Random
  readonly #speaks: AsProgram['speaks']
  #next: Move | undefined

  constructor(random: Random, most: number) {
    this.#random = random
    this.#user = new User(random, most)
    this.#speaks = random.pick(['goals', 'inline'])
  }

  move(view: View): Move | undefined {
    const next = this.#next
    this.#next = undefined
    if (next !== undefined) return next
    for (;;) {
      const move = this.#user.move(view)
      if (move === undefined) return undefined
      const said = isCommand(move) ? this.#command(move) : this.#edit(move)
      if (said !== undefined) return said
    }
  }

  #command(given: Command): Command {
    const { saved: _, ...command } = given
    return command.do === 'up' || command.do === 'plan' ? { ...command, program: this.#program() } : command
  }

  #program(): AsProgram {
    const random = this.#random
    const breaks = { after: random.between(0, 5), how: random.pick(waysToBreak) }
    return {
      speaks: random.chance(0.9) ? this.#speaks : random.pick(['goals', 'inline']),
      ...(random.chance(0.2) && { breaks }),
      ...(random.chance(0.3) && { isShown: true as const }),
    }
  }

  /** A thing that can be found under its key may exist already: then it is imported. */
  #write(resource: Wanted): Move {
    const { kind, key } = resource
    const write: Move = { do: 'write', resource }
    if (key === undefined || !importable.has(kind) || this.#random.chance(0.6)) return write
    this.#next = { do: 'write', resource: { ...resource, imports: true } }
    return { do: 'make by hand', kind, key }
  }

  /** `undefined`: a program cannot say that. */
  #edit(move: Exclude<Move, Command>): Move | undefined {
    switch (move.do) {
      case 'write':
        return this.#write(sayable(move.resource))
      case 'rename': {
        const { says: _, ...plain } = move
        // An alias is a name in the same child.
        const isSaid = this.#random.chance(0.7) && childOf(move.name) === childOf(move.to)
        return { ...plain, ...(isSaid && { says: 'alias' as const }) }
      }
      case 'ignore':
        return { ...move, ignores: withoutSecret(move.ignores) }
      default:
        return move
    }
  }
}

/** Programs decide by themselves which resources they ask for, so conditions go. */
function sayable(resource: Wanted): Wanted {
  const { when: _, ignores, ...wanted } = resource
  return { ...wanted, ...(ignores !== undefined && { ignores: withoutSecret(ignores) }) }
}

/** A program that reads a password which was never given, as it is ignored, passes nothing on: another text than in a blueprint. */
function withoutSecret(ignores: readonly IgnoredProperty[]): readonly IgnoredProperty[] {
  return ignores.filter((one) => one !== 'secret')
}
