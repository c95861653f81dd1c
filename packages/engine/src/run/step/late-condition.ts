import { Failure } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { truthOf } from '../../evaluate/truth.ts'
import { isProtected } from '../../plan/guard/what-holds.ts'
import { allProtected } from '../../plan/guard/whole-instance.ts'
import { protectedFailure } from '../../reality/obstacles/obstacles.ts'
import { isRetained, mayExist } from '../../reality/recorded/life-cycle.ts'
import { policyForOld } from '../../reality/recorded/policy-for-old.ts'
import { leaveOutside } from './left-outside.ts'
import { failureOf, type Session } from '../session/session.ts'
import type { StepControl } from '../session/step-control.ts'

/**
 * True if a resource is wanted, now that its condition is known. If it is not, its step is over. An existing resource goes once nobody reads it any
 * more, like a replaced one. If the run ends before that, the next run removes the resource.
 */
export async function isToBeThere(
  resource: CheckedResource,
  control: StepControl,
  session: Pick<Session, 'journal' | 'outcome' | 'records' | 'values' | 'wants'>,
): Promise<boolean> {
  const { name } = resource
  try {
    if (await isCalledFor(resource, session)) return true
    const record = recordOf(resource, control, session)
    if (record !== undefined && !isRetained(record)) {
      const { protectedInstance } = session.wants
      if (protectedInstance !== undefined) throw allProtected(protectedInstance, [name])
      if (isProtected(record)) throw protectedFailure(record)
    }
  } catch (thrown) {
    control.started(control.step.current?.id ?? '')
    control.failed(failureOf(thrown), false)
    return false
  }
  session.wants.absent.add(name)
  const saved = session.journal.write(endOf(resource, control, session))
  control.dropped('its condition is false')
  await saved
  return false
}

/**
 * True if the condition of a resource is true.
 *
 * @throws Failure when the condition is still unknown
 */
export async function isCalledFor(
  { name, condition }: CheckedResource,
  session: Pick<Session, 'values'>,
): Promise<boolean> {
  if (condition === undefined) return true
  const truth = await session.values.resolve((scope) => truthOf(name, condition, scope))
  if (typeof truth === 'boolean') return truth
  throw new Failure(
    'engine/still-unknown',
    `whether ${name} should exist depends on ${truth.until}, which is not known`,
  )
}

/** The record, with the removal policy that the blueprint has now. */
function recordOf(
  resource: CheckedResource,
  { step }: StepControl,
  session: Pick<Session, 'records'>,
): ResourceRecord | undefined {
  const record = session.records.ofStep(step)
  return record && policyForOld(resource, record)
}

function endOf(
  resource: CheckedResource,
  control: StepControl,
  session: Pick<Session, 'outcome' | 'records'>,
): readonly StateChange[] {
  const record = recordOf(resource, control, session)
  if (record === undefined) return roomGivenUp(control, session)
  if (isRetained(record)) leaveOutside(record, session)
  if (isRetained(record) || !mayExist(record)) return [{ kind: 'forget', resourceId: record.id }]
  return [{ kind: 'resource', resource: { ...record, replaced: true } }]
}

/** Changes that forget the row of a successor that is not wanted after all. */
function roomGivenUp({ step }: StepControl, session: Pick<Session, 'records'>): readonly StateChange[] {
  const row = session.records.named(step.name)
  return row?.status === 'absent' ? [{ kind: 'forget', resourceId: row.id }] : []
}
