import { wantedOf } from '../draft.ts'
import type { Thing } from '../world.ts'
import { hasItsKey, type Asked, goesFirst, type Run, type Violation } from './facts.ts'

/**
 * Things that a program has not asked for go once it has ended well, and not before: a program that fails, hangs or is killed may have
 * wanted them. Before that, only those go that make room for a requested one, or that go before it.
 */
export function goesOnceAllIsSaid(asked: Asked, thing: Thing, run: Run): Violation | undefined {
  const { name, resourceId, goneFor = [] } = asked
  const { program, plan, command } = run
  if (command.program === undefined || command.do !== 'up' || program?.isOver === true) return undefined
  // Shown to go with what makes room, it makes room itself where it is asked for before that.
  const makesRoom = goesFirst(plan, resourceId) && program?.asked.has(name) === true
  if (makesRoom || goneFor.length > 0 || isAskedForTwice(thing, run)) return undefined
  return { rule: 'not over', message: `${name} is destroyed, and the program has not said yet all that it wants` }
}

/** A program that asks for one thing twice gets what it has asked for first: nobody can know what else it will say. */
export function isAskedForTwice(thing: Thing, { program, draft }: Run): boolean {
  return program !== undefined && wantedOf(draft).filter((one) => hasItsKey(one, thing)).length > 1
}

/** While a plan is made nothing is done. */
export function planDoesNothing({ name, kind }: Asked, { command }: Run): Violation | undefined {
  return command.do === 'plan' ? { rule: 'plan', message: `a plan asks to ${kind} ${name}` } : undefined
}
