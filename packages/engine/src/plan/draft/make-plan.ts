import { valueMap } from '@slipway/model'
import type { LinkRecord, ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import { decideUnwanted } from '../guard/decide-unwanted.ts'
import { compareExports, goneChildren, type PlannedChild, plannedChildren } from '../shape/planned-children.ts'
import type { DraftOptions } from './draft-result.ts'
import { finalDraft, type GatheredForPlan } from './draft-rounds.ts'
import { notingRetainedButLost } from '../guard/retained-but-lost.ts'
import { failureReasons } from '../../providers/failures/failure-reasons.ts'
import { asObstacle } from '../../reality/obstacles/obstacles.ts'
import { optional } from '../../language/parse/optional.ts'
import { existenceOf, hasSurvived, leftoverReason, unfinished } from '../../reality/recorded/life-cycle.ts'
import { missingOutside, couldNotBeRead, sayingUnread } from '../shape/missing-and-unread.ts'
import { scheduleOrder } from '../order/schedule-order.ts'
import type { Plan, PlanStep } from '../shape/plan.ts'
import { refuseProtected, withoutProtected } from '../guard/protection.ts'
import { literallySaid, protectInPlan, refuseAllProtected } from '../guard/whole-instance.ts'
import { Refusal } from '../decide/refusal.ts'
import { isPart, type Part, selectPart, type Selection } from '../match/targets.ts'
import { goneSteps } from './draft-links.ts'
import type { LinkStep } from '../shape/link-step.ts'
import { SituationOfPlan } from '../guard/situation-of-plan.ts'
import { removalStep, stepFor } from '../guard/unwanted.ts'

export interface PlanOptions extends DraftOptions {
  readonly operation: Plan['operation']
}

/**
 * Makes a plan. It reads nothing but its arguments, so that the same arguments give the same plan.
 *
 * @param blueprint only needed for `up`
 * @throws Refusal when an expression has no value; Failure `engine/unknown-target`, `engine/protected`
 */
export function makePlan(
  blueprint: CheckedBlueprint | undefined,
  gathered: GatheredForPlan,
  options: PlanOptions,
): Plan {
  switch (options.operation) {
    case 'up':
      if (blueprint === undefined) throw new TypeError('an up needs a blueprint')
      return options.isWayBack === true
        ? planWayBack(blueprint, gathered, options)
        : unlessProtected(planUp(blueprint, gathered, options), gathered, blueprint)
    case 'destroy':
      return unlessProtected(planDestroy(gathered, options), gathered)
    case 'refresh':
      return planRefresh(gathered, options)
    case 'tasks':
      return { ...frame(gathered, options), steps: [], exports: {}, exportsChanged: false }
  }
}

function planWayBack(blueprint: CheckedBlueprint, gathered: GatheredForPlan, options: PlanOptions): Plan {
  const plan = planUp(blueprint, gathered, options)
  return { ...withoutProtected(plan, blueprint.resources, gathered.state?.resources ?? []), isWayBack: true }
}

function unlessProtected(plan: Plan, { state }: Gathered, blueprint?: CheckedBlueprint): Plan {
  refuseAllProtected(plan, state?.instance)
  refuseProtected(plan, blueprint?.resources, state && { records: state.resources })
  return plan
}

function planUp(blueprint: CheckedBlueprint, gathered: GatheredForPlan, options: PlanOptions): Plan {
  const { steps, links, regrouped, exports, childExports, absent, checks, drawn, protect, diagnostics } = finalDraft(
    blueprint,
    gathered,
    options,
  )
  if (diagnostics.length > 0) throw new Refusal(diagnostics)
  // A plan for a part evaluates only that part, so the rest of the instance keeps its drawn values.
  const kept = isPart(options) ? gathered.state?.instance.drawn : {}
  const recorded = { ...kept, ...drawn }
  return {
    ...frame(gathered, options),
    /** Computed on demand, because a plan with nothing to do never needs it. */
    get blueprintHash() {
      return blueprint.hash()
    },
    regrouped,
    steps: sayingUnread(notingRetainedButLost(steps), gathered),
    ...withLinks(links),
    ...(absent.length > 0 && { absent }),
    exports,
    ...compareExports(gathered.state?.instance.exports, exports),
    ...withChildren(plannedChildren(childExports, gathered.state?.children ?? [])),
    ...(checks.length > 0 && { checks }),
    ...(Object.keys(recorded).length > 0 && { drawn: recorded }),
    ...protectInPlan(protect, gathered.state?.instance),
  }
}

function planDestroy(gathered: Gathered, options: PlanOptions): Plan {
  const records = gathered.state?.resources ?? []
  const selection = selectPart(options, new Map(), records)
  const isSelected = (name: string): boolean => selection?.has(name) ?? true
  const { providers } = gathered
  const others = records.filter(({ name }) => !isSelected(name))
  const situation = new SituationOfPlan({ operation: 'destroy', gathered, kept: () => others })
  const steps = records.toReversed().flatMap((record): PlanStep[] => {
    if (!isSelected(record.name)) return []
    const isWhole = !record.replaced && existenceOf(record) !== 'doubtful'
    return [removalStep(record, decideUnwanted({ record }, isWhole ? 'destroy' : leftoverReason(record), situation))]
  })
  const links = (gathered.state?.links ?? [])
    .toReversed()
    .flatMap((link) => goneSteps(link, { isSelected, providers }, 'destroy'))
  const ordered = scheduleOrder({ steps, links }, gathered)
  const { instance, damaged = [] } = gathered.state ?? {}
  const recorded = instance?.exports ?? {}
  return {
    ...frame(gathered, options),
    ...(damaged.length > 0 && { leavesRecords: true }),
    steps: sayingUnread(notingRetainedButLost(ordered.steps), gathered),
    ...withLinks(ordered.links),
    exports: {},
    ...(selection === undefined ? compareExports(recorded, valueMap()) : { exportsChanged: false }),
    ...withChildren(selection === undefined ? goneChildren(gathered.state?.children ?? []) : []),
  }
}

function planRefresh(gathered: Gathered, options: PlanOptions): Plan {
  const records = gathered.state?.resources ?? []
  const selection = selectPart(options, new Map(), records)
  // If a resource that a plugin has made changed outside, its maker gets a step as well, because only the maker can make it again.
  const isMaker = ({ id }: ResourceRecord): boolean => {
    const found = gathered.drift.get(id)
    return found?.kind === 'changed' && found.made !== undefined
  }
  const steps = records.flatMap((record) =>
    selection === undefined || selection.has(record.name) || isMaker(record) ? [refreshStep(record, gathered)] : [],
  )
  const exports = gathered.state?.instance.exports ?? {}
  const links = refreshLinks(gathered, selection)
  return { ...frame(gathered, options), steps, ...withLinks(links), exports, exportsChanged: false }
}

function withLinks(links: readonly LinkStep[]): Pick<Plan, 'links'> {
  return links.length === 0 ? {} : { links }
}

/** Records that a link was changed outside. The next `up` corrects it. */
function refreshLinks({ state, linkDrift }: Gathered, selection: Selection): readonly LinkStep[] {
  return (state?.links ?? []).flatMap((link): LinkStep[] => {
    const { id, name, type, a, b } = link
    const drift = linkDrift?.get(id)
    if (drift === undefined || (selection !== undefined && !selection.has(a.name) && !selection.has(b.name))) return []
    const { reason, intermediaries, failure } = drift
    const record: LinkRecord = { ...link, status: 'update-failed', intermediaries, failureReasons: [reason] }
    const step = { key: name, name, type, action: 'update', a: a.name, b: b.name } as const
    const beside = failure === undefined ? { record } : { blocked: asObstacle(failure) }
    return [{ ...step, current: link, changes: [], reason, after: [], ...beside }]
  })
}

function refreshStep(recorded: ResourceRecord, { drift, unread, seenWith }: Gathered): PlanStep {
  const settings = seenWith?.get(recorded.id)
  const record = settings === undefined ? recorded : { ...recorded, seenWith: settings }
  const found = drift.get(record.id)
  const failure = unread?.get(record.id)
  const step = { ...stepFor(record), action: 'none' } as const
  if (failure !== undefined) {
    const reason = couldNotBeRead
    const kept = { ...record, failureReasons: failureReasons(failure) }
    return { ...step, action: 'update', reason, record: kept, blocked: asObstacle(failure) }
  }
  if (found === undefined) return settings === undefined ? step : { ...step, record }
  if (found.kind === 'missing') return { ...step, action: 'forget', reason: missingOutside }
  const { changes, made } = found
  if (made !== undefined && changes.length === 0 && unfinished(record) !== undefined) return { ...step, record }
  if (made !== undefined && unfinished(record) === undefined) {
    const again: ResourceRecord = { ...record, status: 'update-failed', failureReasons: [made] }
    return { ...step, action: 'update', changes, reason: made, record: again }
  }
  if (!hasSurvived(record))
    return changes.length === 0
      ? { ...step, record }
      : { ...step, action: 'update', changes, reason: 'changed outside', record }
  const kept: ResourceRecord = { ...record, status: 'updated', failureReasons: [] }
  return { ...step, action: 'update', changes, ...optional('reason', unfinished(record)), record: kept }
}

/** The plan for a program before it runs, when its wishes are not known yet. */
export function openPlan(blueprint: CheckedBlueprint, gathered: Gathered, part: Part = {}): Plan {
  return {
    ...frame(gathered, { operation: 'up', ...part }),
    blueprintHash: blueprint.hash(),
    isOfProgram: true,
    steps: [],
    exports: {},
    exportsChanged: false,
    ...protectInPlan(literallySaid(blueprint), gathered.state?.instance),
  }
}

function withChildren(children: readonly PlannedChild[]): Pick<Plan, 'children'> {
  return children.length === 0 ? {} : { children }
}

function frame(
  gathered: Gathered,
  options: PlanOptions,
): Pick<Plan, 'format' | 'operation' | 'part' | 'regrouped' | 'instance' | 'stateVersion' | 'blueprintHash'> {
  const { operation } = options
  return {
    format: 3,
    operation,
    ...(isPart(options) && { part: partOf(options) }),
    regrouped: [],
    instance: gathered.instance,
    stateVersion: gathered.state?.instance.version ?? -1,
    blueprintHash: '',
  }
}

function partOf({ targets = [], exclude = [] }: Part): NonNullable<Plan['part']> {
  return exclude.length > 0 ? { exclude } : { targets }
}
