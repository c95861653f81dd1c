import { containsUnknown, Failure } from '@slipway/model'
import type { CheckedResource } from '../blueprint/checked.ts'
import { declaredIdentity } from '../plan/identity.ts'
import { knownPart } from '../plan/known-part.ts'
import { isToBeMadeAgain, makeAgain } from './make-again.ts'
import { withoutDoubt } from './make-step.ts'
import { isSettledByPlan, type Making, plannedMaking, resolvedMaking } from './make-request.ts'
import { identityTaken } from './make.ts'
import { failureOf, type Session } from './session.ts'
import type { StepControl } from './step-control.ts'

/**
 * Makes sure that a resource could be made at once, before something is destroyed to make room for it: its inputs are known,
 * but for what depends on the destruction itself, and its provider has nothing against them.
 *
 * @param later names of resources that come after the destruction
 */
export async function readyStep(
  resource: CheckedResource,
  later: ReadonlySet<string>,
  control: StepControl,
  session: Session,
): Promise<void> {
  const { step, number } = control
  const current = step.current && session.record(step.current.id)
  try {
    if (step.action === 'replace' && current !== undefined && isToBeMadeAgain(current, session))
      await makeAgain(current, resource, number, session)
    if (isSettledByPlan(step, resource)) {
      // The plan was shown to the provider already.
      const making = await withoutDoubt(plannedMaking(step, resource, session), number, session)
      checkIdentity(making, session)
      session.readied.set(step.key, making)
    } else await readyLate(resource, later, control, session)
    control.readied()
  } catch (thrown) {
    control.started(step.current?.id ?? '')
    control.failed(failureOf(thrown), false)
  }
}

async function readyLate(
  resource: CheckedResource,
  later: ReadonlySet<string>,
  control: StepControl,
  session: Session,
): Promise<void> {
  const { step, number } = control
  const making = await resolvedMaking(step, resource, session, later)
  await validate(making, session)
  if (containsUnknown(making.spec)) return
  const certain = await withoutDoubt(making, number, session)
  checkIdentity(certain, session)
  session.readied.set(step.key, certain)
}

async function validate({ resource, spec }: Making, session: Session): Promise<void> {
  const { type, name } = resource
  const problems = await session.parts.calls.validate({ type, resourceName: name, spec: knownPart(spec) })
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  const [first] = errors
  if (first === undefined) return
  throw new Failure('engine/refused-input', `the provider of ${name} (${type}) refuses its inputs: ${first}`, {
    details: errors.slice(1),
    hint: 'nothing was destroyed; change the blueprint, then run slipway up again',
  })
}

function checkIdentity({ definition, spec, current, resource, action }: Making, session: Session): void {
  if (action !== 'create' && action !== 'replace') return
  const identity = declaredIdentity(definition, spec)
  const other = identity === undefined ? undefined : session.things.with(identity, current?.id ?? '')
  if (other !== undefined) throw identityTaken(resource.name, definition, other)
}
