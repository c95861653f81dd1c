import type { ResourceRecord } from '@slipway/stores'
import type { Situation } from '../../reality/gathered/situation.ts'
import { isReplacedFirst, isReplacement, type PlanStep } from '../shape/plan.ts'
import type { SituationOfPlan } from './situation-of-plan.ts'
import { guardOf, verdictOn } from './verdict.ts'

/** The rows after `same thing` ask whether other resources need a thing. */
const lastOfWhatItIs = guardOf('same thing')
const perhapsContainer = guardOf('perhaps a container')

/** The steps, with notes on old resources that stay and blocks on removals, because of records that stay as they are. */
export function notingWhatStays(steps: readonly PlanStep[], situation: SituationOfPlan): readonly PlanStep[] {
  return situation.isFree ? steps : withPerhapsInside(notingOldKept(steps, situation), situation)
}

/** Notes on replacements the reason why the old resource stays for now. */
export function notingOldKept(steps: readonly PlanStep[], situation: Situation): readonly PlanStep[] {
  return steps.map((step) => {
    if (!isReplacement(step)) return step
    const isGone = step.destroyFirst === true || step.retainsOld === true || step.goesWith !== undefined
    const oldStays = isGone ? undefined : heldBy({ ...step.current, replaced: true }, situation)
    return oldStays === undefined ? step : { ...step, oldStays }
  })
}

/** The reason why a resource that is to go stays for now: another one needs it. */
function heldBy(record: ResourceRecord, situation: Situation): string | undefined {
  const verdict = verdictOn({ record }, situation, 'plan', lastOfWhatItIs)
  return verdict?.outcome === 'stays' ? verdict.because : undefined
}

/** Blocks a step that would destroy a resource before its successor is made, although the resource may have members. */
function withPerhapsInside(steps: readonly PlanStep[], situation: Situation): readonly PlanStep[] {
  return steps.map((step) => {
    if (!isReplacedFirst(step)) return step
    const verdict = verdictOn({ record: step.current, isAwaited: true }, situation, 'plan', lastOfWhatItIs)
    const isPerhapsInside = verdict?.outcome === 'refused' && verdict.guard === perhapsContainer
    return isPerhapsInside ? { ...step, blocked: { ...verdict.obstacle, isReplacement: true } } : step
  })
}
