import { Failure, PluginFailure } from '@slipway/model'
import type { Intent, ResourceRecord, StateChange } from '@slipway/stores'
import { failureReasons } from './failure-reasons.ts'
import { endDoubt } from './in-doubt.ts'
import { currentResource } from './make-request.ts'
import { failureOf, type Session } from './session.ts'
import type { StepControl } from './step-control.ts'

/** Destroys a resource: intent, call, result. */
export async function removeStep(record: ResourceRecord, control: StepControl, session: Session): Promise<void> {
  const intent = session.begin('delete', record)
  session.reach('before-intent', control.number)
  await session.write([{ kind: 'begin', intent }])
  control.started(record.id)
  session.reach('after-intent', control.number)
  try {
    await session.parts.calls.destroy({
      type: record.type,
      resourceId: record.id,
      resourceName: record.name,
      instanceId: session.parts.instanceId,
      instanceName: session.parts.plan.instance,
      current: currentResource(record),
    })
  } catch (thrown) {
    await notDestroyed(intent, failureOf(thrown), control, session)
    return
  }
  session.reach('after-call', control.number)
  await forget(record, [{ kind: 'end', intentId: intent.id }], control, session)
}

/** Gives a resource up without touching it. */
export async function forgetStep(record: ResourceRecord, control: StepControl, session: Session): Promise<void> {
  control.started(record.id)
  await forget(record, [], control, session)
}

async function forget(
  record: ResourceRecord,
  end: readonly StateChange[],
  control: StepControl,
  session: Session,
): Promise<void> {
  session.reach('before-result', control.number)
  const saved = session.write([{ kind: 'forget', resourceId: record.id }, ...end])
  control.done()
  await saved
  session.reach('after-result', control.number)
  control.recorded()
}

async function notDestroyed(intent: Intent, failure: Failure, control: StepControl, session: Session): Promise<void> {
  const end: StateChange = { kind: 'end', intentId: intent.id }
  if (failure instanceof PluginFailure && failure.inDoubt) {
    const doubt = await endDoubt(intent, intent.resource, failure, session)
    await session.write([...doubt.changes, end])
    control.failed(doubt.failure, doubt.inDoubt)
    return
  }
  const resource: ResourceRecord = {
    ...intent.resource,
    status: 'destroy-failed',
    failureReasons: failureReasons(failure),
    updatedAt: session.now(),
  }
  session.reach('before-result', control.number)
  await session.write([{ kind: 'resource', resource }, end])
  control.failed(failure, false)
}
