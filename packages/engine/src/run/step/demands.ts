import { Failure } from '@slipway/model'
import type { CheckedResource } from '../../check/checked.ts'
import { outcomeOf } from '../../evaluate/condition.ts'
import type { ConditionDeclaration } from '../../language/declarations.ts'
import { failureOf, type Session } from '../session/session.ts'

/**
 * Checks the preconditions of a resource before it is made or changed.
 *
 * @throws Failure `engine/not-met`, or the reason why a precondition cannot be evaluated
 */
export async function checkPreconditions(
  { name, demands }: CheckedResource,
  session: Pick<Session, 'values'>,
): Promise<void> {
  const { preconditions = [] } = demands ?? {}
  await checkAll(
    name,
    preconditions,
    session,
    'nothing was done with it; change the values in the condition, then run slipway up again',
  )
}

/** The failure if a resource does not meet its postconditions after it was made or changed; `undefined` if it meets them. */
export async function unmetPostcondition(
  { name, demands }: CheckedResource,
  session: Pick<Session, 'values'>,
): Promise<Failure | undefined> {
  const { postconditions = [] } = demands ?? {}
  try {
    await checkAll(name, postconditions, session, 'it exists, and is recorded; its dependents were skipped')
    return undefined
  } catch (thrown) {
    return failureOf(thrown)
  }
}

async function checkAll(
  name: string,
  conditions: readonly ConditionDeclaration[],
  session: Pick<Session, 'values'>,
  hint: string,
): Promise<void> {
  for (const condition of conditions) {
    const outcome = await session.values.resolve((scope) => outcomeOf(condition, scope))
    if (outcome.kind === 'unmet') throw new Failure('engine/not-met', outcome.message, { hint })
    if (outcome.kind === 'open')
      throw new Failure('engine/still-unknown', `a condition of ${name} needs ${outcome.until}, which is not known`)
  }
}
