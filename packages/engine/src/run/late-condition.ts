import { Failure } from '@slipway/model'
import type { StateChange } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { truthOf } from '../evaluate/truth.ts'
import { mayExist } from '../reality/life-cycle.ts'
import { failureOf, type Session } from './session.ts'
import type { StepControl } from './step-control.ts'

/**
 * Whether a resource is to be there, now that what decides is known. If not, its step is over: what there is of it goes once nobody
 * reads it any more, as what was replaced does; a run that ends before leaves it to the next.
 */
export async function isToBeThere(
  { name, condition }: CheckedResource,
  control: StepControl,
  session: Session,
): Promise<boolean> {
  if (condition === undefined) return true
  try {
    const truth = await session.resolve((scope) => truthOf(name, condition, scope))
    if (truth === true) return true
    if (truth !== false)
      throw new Failure(
        'engine/still-unknown',
        `whether ${name} is to be there needs ${truth.until}, which is not known`,
      )
  } catch (thrown) {
    control.started(control.step.current?.id ?? '')
    control.failed(failureOf(thrown), false)
    return false
  }
  session.absent.add(name)
  const saved = session.write(endOf(control, session))
  control.dropped('its condition is false')
  await saved
  return false
}

function endOf({ step }: StepControl, session: Session): readonly StateChange[] {
  const record = step.current === undefined ? undefined : session.record(step.current.id)
  if (record === undefined) return []
  const isRetained = record.removalPolicy === 'retain' && !record.replaced
  if (isRetained || !mayExist(record)) return [{ kind: 'forget', resourceId: record.id }]
  return [{ kind: 'resource', resource: { ...record, replaced: true } }]
}
