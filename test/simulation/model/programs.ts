import { type Asked, destroyingStep, type Run, type Violation } from './facts.ts'

/**
 * What a program has not asked for goes once it has said all that it has to say, and not before: one that fails, hangs or is killed
 * may have wanted it. Before, only what makes room for something that it has asked for, or goes before that.
 */
export function goesOnceAllIsSaid(asked: Asked, run: Run): Violation | undefined {
  const { name, resourceId, goneFor = [] } = asked
  const { program, plan, command } = run
  if (command.program === undefined || command.do !== 'up' || program?.isOver === true) return undefined
  const makesRoom = destroyingStep(plan, resourceId)?.destroyFirst === true && program?.asked.has(name) === true
  if (makesRoom || goneFor.length > 0) return undefined
  return { rule: 'not over', message: `${name} is destroyed, and the program has not said yet all that it wants` }
}

/** While a plan is made nothing is done. */
export function planDoesNothing({ name, kind }: Asked, { command }: Run): Violation | undefined {
  return command.do === 'plan' ? { rule: 'plan', message: `a plan asks to ${kind} ${name}` } : undefined
}
