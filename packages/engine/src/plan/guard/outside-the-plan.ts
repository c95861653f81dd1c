import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Obstacle } from '../../reality/obstacles.ts'
import type { Situation } from '../../reality/situation.ts'
import { isIn, isPresent, mayBeIn, onlyContainer } from '../../reality/stands-in.ts'
import type { PlanStep } from '../shape/plan.ts'
import type { SituationOfPlan } from './situation-of-plan.ts'
import { guardOf, verdictOn } from './verdict.ts'

/** The steps, with what stays or must not begin because of what stays as it is. */
export function notingWhatStays(steps: readonly PlanStep[], situation: SituationOfPlan): readonly PlanStep[] {
  return situation.isFree ? steps : withPerhapsInside(notingOldKept(steps, situation), situation)
}

/** Notes on replacements why the old one stays for now. */
export function notingOldKept(steps: readonly PlanStep[], situation: Situation): readonly PlanStep[] {
  return steps.map((step) => {
    const { action, current, destroyFirst, retainsOld, goesWith } = step
    const isGone = destroyFirst === true || retainsOld === true || goesWith !== undefined
    if (action !== 'replace' || current === undefined || isGone) return step
    const oldStays = heldBy({ ...current, replaced: true }, situation)
    return oldStays === undefined ? step : { ...step, oldStays }
  })
}

/** Why something that is to go stays for now: what else needs it. */
function heldBy(record: ResourceRecord, situation: Situation): string | undefined {
  const verdict = verdictOn({ record }, situation, 'plan', guardOf('same thing'))
  return verdict?.outcome === 'stays' ? verdict.because : undefined
}

/** Blocks what would be destroyed before its successor is made, although something may be in it. */
function withPerhapsInside(steps: readonly PlanStep[], situation: Situation): readonly PlanStep[] {
  return steps.map((step) => {
    const { name, action, current, blocked, destroyFirst } = step
    const goesFirst = action === 'replace' && destroyFirst === true && blocked === undefined
    if (!goesFirst || current === undefined) return step
    for (const member of situation.membersOf(current))
      if (isPerhapsInside(member, current)) return { ...step, blocked: perhapsInside(name, member) }
    return step
  })
}

function perhapsInside(name: string, member: ResourceRecord): Obstacle {
  const { code, message, hint = '' } = leftInside(name, `${member.name} may be inside it`, member)
  return { code, message, hint, isReplacement: true }
}

/**
 * Why a container cannot make room: `app would be destroyed with it`.
 *
 * @param left what the plan or run leaves out
 */
export function leftInside(name: string, what: string, left: Pick<ResourceRecord, 'name'>): Failure {
  return new Failure('engine/left-inside', `${name} must be destroyed before its successor is made, and ${what}`, {
    hint: `this run leaves ${left.name} out: name both as targets, or run it for everything`,
  })
}

/**
 * Whether nobody knows if something stands in a container: it could neither be shown as gone with that nor be found afterwards. If the
 * user says that it stands elsewhere, that is believed.
 */
export function isPerhapsInside(member: ResourceRecord, container: ResourceRecord): boolean {
  const isSaid = member.options?.deletedWith === container.name && isPresent(member)
  return isSaid && onlyContainer(member) === undefined && !isIn(member, container) && mayBeIn(member, container)
}
