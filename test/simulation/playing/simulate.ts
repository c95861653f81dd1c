import { type Random, randomOf } from '../../soak/random.ts'
import { IdsUser } from '../users/ids-user.ts'
import { play, type Played, replay } from './play.ts'
import { Programmer } from '../programs/programmer.ts'
import type { Found } from './report.ts'
import { shrunk } from './shrink.ts'
import { User } from '../users/user.ts'

/** The kinds of texts that users write; `ids`: blueprints with things whose ids reveal little. */
export type Writes = 'blueprints' | 'programs' | 'ids'

/** Plays one sequence, which follows entirely from its seed. */
export function simulate(seed: number, moves: number, writes: Writes = 'blueprints'): Promise<Played> {
  const random = randomOf(seed)
  const user = userOf(writes, random, moves)
  return play((view) => user.move(view))
}

function userOf(writes: Writes, random: Random, moves: number): Pick<User, 'move'> {
  if (writes === 'programs') return new Programmer(random, moves)
  return writes === 'ids' ? new IdsUser(random, moves) : new User(random, moves)
}

/** The shortest sequence of a seed that breaks the same rule; `undefined` if the seed breaks no rule. */
export async function found(seed: number, { moves, violation }: Played): Promise<Found | undefined> {
  if (violation === undefined) return undefined
  const short = await shrunk(moves, violation.rule)
  const log: string[] = []
  const again = await replay(short, (line) => log.push(line))
  return { seed, violation: again.violation ?? violation, moves: short, log }
}
