import type { Random } from '../../soak/random.ts'
import { type Command, isCommand, type Move } from '../commands.ts'
import type { IgnoredProperty, Wanted } from '../draft.ts'
import type { View } from '../play.ts'
import type { Moment, Trouble } from '../trouble.ts'
import { User } from '../user.ts'
import { type AsProgram, waysToBreak } from './as-program.ts'

/** Thinks as other users do, and says it with a program, which has mistakes of its own. */
export class Programmer {
  readonly #user: User
  readonly #random: Random
  readonly #speaks: AsProgram['speaks']

  constructor(random: Random, most: number) {
    this.#random = random
    this.#user = new User(random, most)
    this.#speaks = random.pick(['goals', 'inline'])
  }

  move(view: View): Move | undefined {
    for (;;) {
      const move = this.#user.move(view)
      if (move === undefined) return undefined
      const said = isCommand(move) ? this.#command(move) : this.#edit(move)
      if (said !== undefined) return said
    }
  }

  #command(given: Command): Command {
    const { saved: _, ...command } = given
    const plain: Command = {
      ...command,
      ...(command.targets !== undefined && { targets: command.targets.map(flat) }),
      ...(command.exclude !== undefined && { exclude: command.exclude.map(flat) }),
      ...(command.replace !== undefined && { replace: command.replace.map(flat) }),
      ...(command.trouble !== undefined && { trouble: command.trouble.map(flatTrouble) }),
    }
    return command.do === 'up' || command.do === 'plan' ? { ...plain, program: this.#program() } : plain
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

  /** `undefined`: a program cannot say that. */
  #edit(move: Exclude<Move, Command>): Move | undefined {
    switch (move.do) {
      case 'link':
        return undefined
      case 'write':
        return { ...move, resource: flatResource(move.resource) }
      case 'rename': {
        const { says: _, ...plain } = move
        const isSaid = this.#random.chance(0.7)
        return { ...plain, name: flat(move.name), to: flat(move.to), ...(isSaid && { says: 'alias' as const }) }
      }
      case 'move':
        return { ...move, name: flat(move.name), to: flat(move.to) }
      case 'swap':
        return { ...move, name: flat(move.name), with: flat(move.with) }
      case 'ignore':
        return { ...move, name: flat(move.name), ignores: withoutSecret(move.ignores) }
      case 'revert':
      case 'make by hand':
        return move
      default:
        return { ...move, name: flat(move.name) }
    }
  }
}

/** Nothing is in a child. */
function flat(name: string): string {
  return name.replaceAll('/', '_')
}

/** Programs have no links, and decide themselves what they ask for. */
function flatResource(resource: Wanted): Wanted {
  const { linksTo: _, when: __, ignores, ...wanted } = resource
  return { ...wanted, name: flat(wanted.name), ...(ignores !== undefined && { ignores: withoutSecret(ignores) }) }
}

/** A program that reads a password which was never given, as it is ignored, passes nothing on: another text than in a blueprint. */
function withoutSecret(ignores: readonly IgnoredProperty[]): readonly IgnoredProperty[] {
  return ignores.filter((one) => one !== 'secret')
}

function flatTrouble(trouble: Trouble): Trouble {
  if (trouble.what === 'call') return { ...trouble, of: flat(trouble.of) }
  return 'at' in trouble ? { ...trouble, at: flatMoment(trouble.at) } : trouble
}

function flatMoment(at: Moment): Moment {
  return typeof at === 'string' ? flat(at) : at
}
