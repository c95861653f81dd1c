import type { ResourceRecord } from '@slipway/stores'
import type { Wanted } from '../../plan/decide/decide.ts'
import { chooseGeneration, regrouped, withReaders } from '../../plan/match/generations.ts'
import type { ActingStep } from '../session/step-control.ts'
import { requested } from '../../plan/decide/replace-because.ts'
import { policyForOld } from '../../reality/recorded/policy-for-old.ts'
import { existenceOf, isAbsent } from '../../reality/recorded/life-cycle.ts'
import type { Session } from '../session/session.ts'

/**
 * Lets an older generation become the resource again. The plan replaces the newest generation, because it did not know all wanted values.
 * Now an older generation, which was to go later, may turn out to be the wanted one. Then the newest is given up, and the run does less
 * than the plan has shown.
 *
 * @returns the record of the generation that becomes the resource again; `undefined` if none is better than that of the step
 */
export async function takeBack(
  wanted: Wanted,
  step: ActingStep,
  current: ResourceRecord | undefined,
  session: Pick<Session, 'fates' | 'journal' | 'news' | 'plan' | 'providers' | 'records' | 'values'>,
): Promise<ResourceRecord | undefined> {
  if (step.action !== 'replace' || step.replaceBecause.includes(requested)) return undefined
  const older = olderGenerations(step, session)
  if (older.length === 0) return undefined
  const generations = [...(current === undefined ? [] : [current]), ...older]
  const news = { ...session.news, providers: session.providers }
  const { record, decision } = await session.values.resolve(() => chooseGeneration(wanted, generations, news, false))
  const isKept = decision.action === 'none' || decision.action === 'update'
  if (record === undefined || record.id === current?.id || !isKept) return undefined
  const row = session.records.named(step.name)
  const room = row !== undefined && isAbsent(row) ? [row] : []
  const asOld = (old: ResourceRecord): ResourceRecord => policyForOld(wanted.resource, old)
  const changes = regrouped(step.name, record, [...generations, ...room], asOld)
  await session.journal.write(withReaders(changes, [...session.records.all()]))
  session.fates.takenBack.set(step.name, record.id)
  return session.records.get(record.id)
}

/** Older generations that go after the step, and so are whole when it begins. A generation that makes room may be half gone. */
function olderGenerations({ name }: ActingStep, session: Pick<Session, 'plan' | 'records'>): readonly ResourceRecord[] {
  return session.plan.steps.flatMap((step) => {
    const isLater = step.action === 'delete' && step.destroyFirst !== true && step.blocked === undefined
    if (step.name !== name || !isLater || !step.current.replaced) return []
    const record = session.records.get(step.current.id)
    return record !== undefined && existenceOf(record) === 'there' ? [record] : []
  })
}
