import { addTo } from '@slipway/graph'
import type { InstanceRecord, ResourceRecord } from '@slipway/stores'
import { dataSourceExpressions, resourceExpressions } from '../../check/every-expression.ts'
import type { CheckedBlueprint, CheckedLink, CheckedResource } from '../../check/checked.ts'
import { referencesIn } from '../../language/references.ts'
import type { Expression, PathStep } from '../../language/expression.ts'
import { pathSteps } from '../../spec/computed-paths.ts'
import { ShownEnds } from '../../plan/guard/shown-ends.ts'
import { holdAll, isAllProtected, refuseEnds } from '../../plan/guard/whole-instance.ts'
import type { Plan, PlannedCheck, PlanStep } from '../../plan/shape/plan.ts'

interface WantsOf {
  readonly plan: Plan
  /** The plan of a program that was shown before the run. */
  readonly shown?: Plan | undefined
  readonly blueprint: CheckedBlueprint | undefined
  readonly recorded: InstanceRecord | undefined
}

/** The wishes of a blueprint, or of a program so far. */
export class Wants {
  /** The resources that a program has asked for, by name. */
  readonly goals = new Map<string, CheckedResource>()
  /** Names of the resources that a program has asked for and that have not been made yet. */
  readonly open = new Set<string>()
  /** The links between the resources of a program; absent until the program has given them. */
  links: readonly CheckedLink[] | undefined
  /** The outcomes of a program's checks; see `Saying`. */
  checks: ((deadlineMs?: number) => Promise<readonly PlannedCheck[]>) | undefined
  /** Names of resources whose condition is false. References to them are null. */
  readonly absent: Set<string>
  /** True for a record that this run is not about. */
  isLeftAlone: (record: ResourceRecord) => boolean
  /** The name of the instance if no part of it may be destroyed or replaced. */
  readonly protectedInstance: string | undefined
  /** The ends in the plan of a program, if it was shown before this run. */
  readonly #shown: ShownEnds | undefined
  readonly #blueprint: CheckedBlueprint | undefined
  #awaited: Awaited | undefined

  constructor({ plan, shown, blueprint, recorded }: WantsOf) {
    this.#shown = shown && new ShownEnds(shown.steps)
    this.protectedInstance = isAllProtected(plan, recorded) ? plan.instance : undefined
    this.absent = new Set(plan.absent)
    this.isLeftAlone = leftAloneBy(plan)
    this.#blueprint = blueprint
  }

  /** The wanted resource with a name. */
  resource(name: string): CheckedResource | undefined {
    return this.goals.get(name) ?? this.#blueprint?.resources.get(name)
  }

  /**
   * Fails if a program’s goal would destroy or replace something in an instance that is protected as a whole.
   *
   * @throws Failure `engine/protected`
   */
  refuseEnds(steps: readonly PlanStep[]): void {
    if (this.protectedInstance !== undefined) refuseEnds(this.protectedInstance, steps)
  }

  /**
   * Fails if a program’s goal would end something that the shown plan does not end.
   *
   * @throws Failure `engine/plan-overtaken`
   */
  refuseUnshown(steps: readonly PlanStep[]): void {
    this.#shown?.refuse(steps)
  }

  /** Blocks the steps at the end of a program that would end something that this run may not end. */
  hold(steps: readonly PlanStep[]): readonly PlanStep[] {
    const held = holdAll(steps, this.protectedInstance)
    return this.#shown?.hold(held) ?? held
  }

  /** True when something reads, or may read, a field of a resource during the run, such as `spec.id`. */
  isAwaited(name: string, path: string): boolean {
    // Once a program has asked for something, nobody knows what it will read later.
    if (this.goals.size > 0) return true
    if (this.#blueprint === undefined) return false
    this.#awaited ??= new Awaited(this.#blueprint)
    return this.#awaited.has(name, path)
  }
}

/** A test for the records that a plan is not about. A program sets its own test. */
function leftAloneBy({ part, isOfProgram, steps }: Plan): (record: ResourceRecord) => boolean {
  if (part === undefined || isOfProgram === true) return () => false
  const planned = new Set(steps.map(({ current }) => current?.id))
  return ({ id }) => !planned.has(id)
}

/** The fields of resources that a blueprint reads during a run. Exports do not count, because they are read at the end. */
class Awaited {
  /** Paths of references to resources, such as `['spec', 'id']`, by name of the resource. */
  readonly #paths = new Map<string, (readonly PathStep[])[]>()

  constructor(blueprint: CheckedBlueprint) {
    for (const expression of readWhileDeploying(blueprint)) {
      for (const { to, name, path } of referencesIn(expression)) {
        if (to !== 'resource') continue
        addTo(this.#paths, name, path)
      }
    }
  }

  /** True if something reads the field at a path such as `spec.id`, a part of that field, or a field that contains it. */
  has(name: string, path: string): boolean {
    const field: readonly PathStep[] = ['spec', ...pathSteps(path)]
    return (
      this.#paths.get(name)?.some((read) => field.every((step, at) => at >= read.length || read[at] === step)) === true
    )
  }
}

function* readWhileDeploying({ values, dataSources, resources }: CheckedBlueprint): Iterable<Expression> {
  for (const { expression } of values.values()) yield expression
  for (const source of dataSources.values()) yield* dataSourceExpressions(source)
  for (const resource of resources.values()) yield* resourceExpressions(resource)
}
