import type { Random } from '../../soak/random.ts'
import { type Command, isCommand, type Move } from '../moves/commands.ts'
import { childOf } from '../command/blueprint.ts'
import type { IgnoredProperty, Wanted } from '../moves/draft.ts'
import type { View } from '../playing/play.ts'
import { User } from '../users/user.ts'
import { type AsProgram, waysToBreak } from './as-program.ts'

/** Kinds whose things have an id of their own, and are found by their keys. */
const importable: ReadonlySet<string> = new Set(['topic', 'role'])

/** A user who thinks like the others, but writes a program, which may contain its own mistakes. */
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

  /** Writes a resource. A thing that can be found by its key may exist already; then it is imported. */
  #write(resource: Wanted): Move {
    const { kind, key } = resource
    const write: Move = { do: 'write', resource }
    if (key === undefined || !importable.has(kind) || this.#random.chance(0.6)) return write
    this.#next = { do: 'write', resource: { ...resource, imports: true } }
    return { do: 'make by hand', kind, key }
  }

  /** The same edit in a program; `undefined`: a program cannot express it. */
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

/** The resource without its condition: programs decide themselves which resources they ask for. */
function sayable(resource: Wanted): Wanted {
  const { when: _, ignores, ...wanted } = resource
  return { ...wanted, ...(ignores !== undefined && { ignores: withoutSecret(ignores) }) }
}

/** Leaves out the secret: a program that ignores a password that was never given passes nothing on, unlike a blueprint. */
function withoutSecret(ignores: readonly IgnoredProperty[]): readonly IgnoredProperty[] {
  return ignores.filter((one) => one !== 'secret')
}
