import type { ComputedValues } from '@slipway/model'
import type { CheckedBlueprint, CheckedResource } from '../../check/checked.ts'
import { openPlan } from '../../plan/draft/make-plan.ts'
import { isEnd, type Plan, type PlanStep } from '../../plan/shape/plan.ts'
import { keyOf } from '../../providers/questions/answers.ts'
import type { AskComposed } from '../../providers/questions/composed.ts'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import { asPart, type Compose, compositionOf, isPartOf, removalsOf } from './compose.ts'
import { Goals } from '../program/goals.ts'
import { Preview, previewSession, type PreviewRequest } from '../program/preview-program.ts'

type Asked = Parameters<AskComposed>[0]

interface Foreseen {
  readonly computed: ComputedValues
  readonly steps: readonly PlanStep[]
}

type PlannedCompositionsRequest = Pick<PreviewRequest, 'ports' | 'parallelism' | 'deadlines' | 'stop'> & {
  /** Names of the resources that the user wants replaced. */
  readonly replace?: readonly string[]
}

/** Works out the parts of composed resources for a plan. Their providers ask for the parts while nothing is done. */
export class PlannedCompositions {
  readonly #compose: Compose
  readonly #request: PlannedCompositionsRequest
  /** Results by question. Changes and computed values are asked for separately, but worked out once. */
  readonly #foreseen = new Map<string, Promise<Foreseen>>()
  /** The latest result for each resource, by name. */
  readonly #last = new Map<string, Foreseen>()

  constructor(compose: Compose, request: PlannedCompositionsRequest) {
    this.#compose = compose
    this.#request = request
  }

  /** The questions of one round of gathering. */
  readonly asking = (blueprint: CheckedBlueprint, gathered: Gathered): AskComposed => {
    return async (request) => {
      const { computed, steps } = await this.#once(request, blueprint, gathered)
      return { computed, changed: steps.filter(isNews).map(({ name }) => name) }
    }
  }

  /** The plan with steps for the parts of its composed resources, each after its whole. */
  joined(plan: Plan, blueprint: CheckedBlueprint | undefined): Plan {
    if (this.#last.size === 0) return plan
    const steps = plan.steps.flatMap((step) => {
      const isComposed = blueprint?.resources.get(step.name)?.definition.isComposed === true
      const parts = isComposed && !isEnd(step) ? (this.#last.get(step.name)?.steps ?? []) : []
      return [step, ...parts.map((part) => partOf(step, part))]
    })
    return { ...plan, steps }
  }

  /** True if the user wants the part or its whole replaced. A provider that only serves the whole is not replaced together with the whole. */
  #isAnew({ name, definition }: Pick<CheckedResource, 'name' | 'definition'>, whole: string): boolean {
    const { replace = [] } = this.#request
    return replace.includes(name) || (replace.includes(whole) && definition.settlement !== 'repeatable')
  }

  async #once(request: Asked, blueprint: CheckedBlueprint, gathered: Gathered): Promise<Foreseen> {
    const { resourceName, current, spec } = request
    const key = keyOf(resourceName, [current?.spec ?? null, spec])
    const known = this.#foreseen.get(key) ?? this.#foresee(request, blueprint, gathered)
    this.#foreseen.set(key, known)
    const foreseen = await known
    this.#last.set(resourceName, foreseen)
    return foreseen
  }

  async #foresee(request: Asked, blueprint: CheckedBlueprint, gathered: Gathered): Promise<Foreseen> {
    const { resourceName: name, type, spec } = request
    const resource = blueprint.resources.get(name)
    if (resource === undefined) throw new TypeError(`${name} is not in the blueprint`)
    const { stop } = this.#request
    const session = previewSession({ ...this.#request, blueprint, gathered }, openPlan(blueprint, gathered))
    const isAnother = 'changes' in request && request.changes.mustRecreate
    const known = isAnother ? undefined : session.records.named(name)?.id
    const id = request.resourceId === '' ? (known ?? session.journal.newId()) : request.resourceId
    const pluginId = session.provider(type)?.pluginId ?? ''
    const goals = new Goals(session, { isMine: isPartOf(id), isPreview: true })
    const preview = new Preview(session, goals)
    const composition = compositionOf({ resource, id }, session, { spec, isPlan: true, signal: stop })
    const computed = await this.#compose(
      composition,
      (part, how) => {
        const goal = asPart(part, { ...composition, id }, pluginId)
        return preview.want(goal, this.#isAnew(goal, name) ? 'anew' : how)
      },
      () => Promise.resolve(),
    ).catch((thrown: unknown) => {
      throw preview.refusal ?? thrown
    })
    if (preview.refusal !== undefined) throw preview.refusal
    return { computed, steps: [...(await preview.asked()), ...removalsOf(goals, name)] }
  }
}

/** True for a part that is changed, is blocked, or is recorded differently. */
function isNews({ action, wish = {}, blocked }: PlanStep): boolean {
  return action !== 'none' || (wish.renamedFrom ?? wish.recorded ?? blocked) !== undefined
}

function partOf({ name: within }: PlanStep, part: PlanStep): PlanStep {
  return { ...part, within }
}
