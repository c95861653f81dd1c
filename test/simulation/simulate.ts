import { randomOf } from '../soak/random.ts'
import { play, type Played, replay } from './play.ts'
import { Programmer } from './programs/programmer.ts'
import type { Found } from './report.ts'
import { shrunk } from './shrink.ts'
import { User } from './user.ts'

/** What users write. */
export type Writes = 'blueprints' | 'programs'

/** One sequence: all of it follows from its seed. */
export function simulate(seed: number, moves: number, writes: Writes = 'blueprints'): Promise<Played> {
  const random = randomOf(seed)
  const user = writes === 'programs' ? new Programmer(random, moves) : new User(random, moves)
  return play((view) => user.move(view))
}

/** The sequence of a seed that breaks a rule, as short as it gets; `undefined` when it breaks none. */
export async function found(seed: number, { moves, violation }: Played): Promise<Found | undefined> {
  if (violation === undefined) return undefined
  const short = await shrunk(moves, violation.rule)
  const log: string[] = []
  const again = await replay(short, (line) => log.push(line))
  return { seed, violation: again.violation ?? violation, moves: short, log }
}
