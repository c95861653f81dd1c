import { equalValues, type ValueMap } from '@slipway/model'
import type { ChildRecord, InstanceStatus, StateChange } from '@slipway/stores'
import { childrenAround } from '../language/child-name.ts'
import { deploysNothing, type PlanStep } from '../plan/shape/plan.ts'
import type { RunRequest, RunResult } from './run-request.ts'

export interface ChildrenEnd {
  /** The known exports, by child. A child that is not in the blueprint has no exports. */
  readonly exports: ReadonlyMap<string, ValueMap>
  /** Names of all resources that are still recorded. */
  readonly left: Iterable<string>
  /** Names of steps that were not done. */
  readonly undone: Iterable<string>
}

/** Records the children of an instance during a run. */
export class ChildRecords {
  readonly #request: RunRequest
  readonly #now: number
  readonly #recorded: ReadonlyMap<string, ChildRecord>
  /** The children with any record, even if it is only a resource that was renamed into the child. */
  readonly #known: ReadonlySet<string>
  /** The children that have steps, or into which a resource is renamed. */
  readonly touched: ReadonlySet<string>

  constructor(request: RunRequest, now: number) {
    this.#request = request
    this.#now = now
    const { state } = request.gathered
    this.#recorded = new Map(state?.children?.map((child) => [child.name, child]))
    this.#known = above(state?.resources.map(({ name }) => name) ?? []).union(this.#recorded)
    // A resource that is renamed into a child is recorded with the first commit, so the child must be recorded with it.
    const steps = request.plan.steps.filter(({ action, wish }) => action !== 'none' || wish?.renamedFrom !== undefined)
    const withSteps = above(steps.map(({ name }: PlanStep) => name))
    this.touched = new Set(this.#names().filter((name) => withSteps.has(name)))
  }

  /** The changes to record when the run begins. A child without steps stays as it was. */
  start(): StateChange[] {
    if (deploysNothing(this.#request.plan.operation)) return []
    return Array.from(this.touched, (name) => ({
      kind: 'child',
      child: { ...this.#record(name), status: this.#atWork(name) },
    }))
  }

  finish(outcome: RunResult['outcome'], { exports, left, undone }: ChildrenEnd, now: number): StateChange[] {
    const names = this.#names()
    if (names.length === 0 || deploysNothing(this.#request.plan.operation)) return []
    const [stillThere, unfinished] = [above(left), above(undone)]
    const partly = above(this.#leftAlone())
    return names.flatMap((name): StateChange[] => {
      const before = this.#recorded.get(name)
      const isWanted = this.#isWanted(name)
      const isRecorded = before !== undefined || this.touched.has(name)
      if (!isWanted && !stillThere.has(name)) return isRecorded ? [{ kind: 'forget-child', name }] : []
      // If an `up` leaves a removal to a later run, it has still done everything that the blueprint wants.
      const isWhole = (isWanted && outcome === 'succeeded') || !unfinished.has(name)
      const status = isWhole ? this.#wholeStatus(name, partly.has(name)) : this.#brokenStatus(isWanted, outcome)
      const child = {
        ...this.#record(name),
        exports: exports.get(name) ?? before?.exports ?? {},
        status,
        updatedAt: now,
      }
      return before !== undefined && !this.touched.has(name) && isSame(before, child) ? [] : [{ kind: 'child', child }]
    })
  }

  /**
   * The status of a child after its steps went well.
   *
   * @param isPartly the plan was only about a part of the child, so that the rest may still be in a bad state
   */
  #wholeStatus(name: string, isPartly: boolean): InstanceStatus {
    const before = this.#recorded.get(name)?.status
    return isPartly && before !== undefined && before !== 'deploying' ? before : 'deployed'
  }

  #brokenStatus(isWanted: boolean, outcome: RunResult['outcome']): InstanceStatus {
    if (outcome === 'cancelled') return 'interrupted'
    return isWanted ? 'deploy-failed' : 'destroy-failed'
  }

  /** Names of resources of the blueprint that the plan is not about. */
  #leftAlone(): readonly string[] {
    const planned = new Set(this.#request.plan.steps.map(({ name }) => name))
    const absent = new Set(this.#request.plan.absent)
    const resources = [...(this.#request.blueprint?.resources.keys() ?? [])]
    return resources.filter((name) => !planned.has(name) && !absent.has(name))
  }

  #atWork(name: string): InstanceStatus {
    return this.#isWanted(name) ? 'deploying' : 'destroying'
  }

  #isWanted(name: string): boolean {
    const { plan, blueprint } = this.#request
    return plan.operation === 'up' && blueprint?.children?.has(name) === true
  }

  #names(): readonly string[] {
    const wanted = this.#request.plan.operation === 'up' ? (this.#request.blueprint?.children?.keys() ?? []) : []
    return [...new Set([...wanted, ...this.#known])]
  }

  #record(name: string): ChildRecord {
    const existing = this.#recorded.get(name)
    const wanted = this.#isWanted(name) ? this.#request.blueprint?.children?.get(name) : undefined
    return {
      ...(existing ?? { name, exports: {}, createdAt: this.#now }),
      status: existing?.status ?? 'deploying',
      blueprintFile: wanted?.file ?? existing?.blueprintFile ?? '',
      blueprintHash: wanted?.hash ?? existing?.blueprintHash ?? '',
      updatedAt: this.#now,
    }
  }
}

function isSame(a: ChildRecord, b: ChildRecord): boolean {
  const isAlike = a.status === b.status && a.blueprintFile === b.blueprintFile && a.blueprintHash === b.blueprintHash
  return isAlike && equalValues(a.exports, b.exports)
}

/** The children that contain these names: `network` and `network/subnets` for `network/subnets/a`. */
function above(names: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const name of names) {
    for (const child of childrenAround(name)) {
      if (found.has(child)) break
      found.add(child)
    }
  }
  return found
}
