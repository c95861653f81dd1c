import { namespaceOf, PluginFailure } from '@slipway/model'
import type { CheckedResource } from '../../check/checked.ts'
import { declaredIdentity } from '../../spec/identity.ts'
import { isCalledFor } from './late-condition.ts'
import { isToBeMadeAgain, repeatCreate } from './repeat-create.ts'
import { deploymentOf } from './make-step.ts'
import { isSettledByPlan } from './resolve-deployment.ts'
import { identityTaken } from '../same-thing/identity-taken.ts'
import { failureOf, type Deploying, type Resolving, type Session } from '../session/session.ts'
import type { StepControl } from '../session/step-control.ts'
import type { Deployment } from '../session/deployment.ts'

/**
 * Checks, before something is destroyed to make room for a resource, that the resource could be made at once: its dependencies exist, its
 * inputs are known, and its provider accepts them.
 *
 * @param open keys of its dependencies that wait for the same destruction. Unless all of them stay as they are, no more can be checked than
 *   in the plan
 */
export async function readyStep(
  resource: CheckedResource,
  open: readonly string[],
  control: StepControl,
  session: Deploying & Resolving,
): Promise<void> {
  const { step } = control
  try {
    if (open.some((key) => session.fates.readied.get(key)?.action !== 'none')) {
      await settleOld(resource, control, session)
      control.readied()
      return
    }
    if (step.wish?.conditionUntil !== undefined && !(await isCalledFor(resource, session))) {
      // The old resource goes, and has no successor.
      session.wants.absent.add(step.name)
      control.readied()
      return
    }
    const deployment = await deploymentOf(resource, control, session)
    // A spec that the plan could work out was validated before the user agreed.
    if (!isSettledByPlan(step, resource, session)) await validate(deployment, session)
    checkIdentity(deployment, session)
    session.fates.readied.set(step.key, deployment)
    control.readied()
  } catch (thrown) {
    const failure = failureOf(thrown)
    // Several removals may wait for one step, but its failure is only reported once.
    if (session.fates.unready.has(step.key)) return control.abandon()
    session.fates.unready.add(step.key)
    await session.journal.written()
    control.started(step.current?.id ?? '')
    control.failed(failure, false)
  }
}

/** Settles whether the old resource exists before it is destroyed. */
async function settleOld(resource: CheckedResource, { step, number }: StepControl, session: Deploying): Promise<void> {
  const current = session.records.ofStep(step)
  if (current !== undefined && isToBeMadeAgain(current, session)) await repeatCreate(current, resource, number, session)
}

async function validate({ resource, spec }: Deployment, session: Pick<Session, 'calls'>): Promise<void> {
  const { type, name } = resource
  const problems = await session.calls.validate({ type, resourceName: name, spec, options: resource.options })
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  const [first] = errors
  if (first === undefined) return
  throw new PluginFailure('engine/refused-input', `the provider of ${name} (${type}) refuses its inputs: ${first}`, {
    pluginId: session.calls.pluginId(namespaceOf(type)),
    method: 'provider.Resource.CustomValidate',
    pluginErrorCode: 'BAD_INPUT',
    refused: true,
    unsent: true,
    reasons: errors,
    details: errors.slice(1),
    hint: 'nothing was destroyed; change the blueprint, then run slipway up again',
  })
}

function checkIdentity(
  { definition, spec, current, missing, resource, action }: Deployment,
  session: Pick<Session, 'records'>,
): void {
  if (action !== 'create' && action !== 'replace') return
  const identity = declaredIdentity(definition, { spec, options: resource.options })
  const other = identity === undefined ? undefined : session.records.things.with(identity, current?.id, missing?.id)
  if (other !== undefined) throw identityTaken({ name: resource.name, id: current?.id }, definition, other)
}
