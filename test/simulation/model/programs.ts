import { wantedOf } from '../moves/draft.ts'
import type { Thing } from '../services/world.ts'
import { hasItsKey, idInPlan, type Asked, goesFirst, type Run, type Violation } from './facts.ts'

/**
 * Things that a program has not asked for go once it has ended well, and not before: a program that fails, hangs or is killed may have
 * wanted them. Before that, only those go that make room for a requested one, or that go before it.
 */
export function goesOnceAllIsSaid(asked: Asked, thing: Thing, run: Run): Violation | undefined {
  const { name, goneFor = [] } = asked
  const { program, plan, command } = run
  if (command.program === undefined || command.do !== 'up' || program?.isOver === true) return undefined
  // Shown to go with what makes room, it makes room itself where it is asked for before that.
  const makesRoom = goesFirst(plan, idInPlan(asked, thing, plan)) && program?.asked.has(name) === true
  if (makesRoom || goneFor.length > 0 || isAskedForTwice(thing, run)) return undefined
  return { rule: 'not over', message: `${name} is destroyed, and the program has not said yet all that it wants` }
}

/** A program that asks for one thing twice gets the answer to its first request: nobody can know what else it will ask for. */
export function isAskedForTwice(thing: Thing, { program, draft }: Run): boolean {
  return program !== undefined && wantedOf(draft).filter((one) => hasItsKey(one, thing)).length > 1
}

/** Nothing is changed while a plan is made. */
export function planDoesNothing({ name, kind }: Asked, { command }: Run): Violation | undefined {
  return command.do === 'plan' ? { rule: 'plan', message: `a plan asks to ${kind} ${name}` } : undefined
}
