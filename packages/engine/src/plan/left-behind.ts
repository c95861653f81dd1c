import { type FieldChange, someValue, Unknown, type Value } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import type { Expression } from '../language/expression.ts'
import { type ReferenceExpression, referencesIn } from '../language/references.ts'
import type { MemberFate } from './decide.ts'
import { missingOutside } from './missing.ts'
import type { PlanStep } from './plan.ts'
import { isReplaced, isTakenAlong } from './take-along.ts'
import { hasNoContainer, isInOlder, mayBeIn, onlyContainer } from '../reality/stands-in.ts'

/** What is wanted, as far as it says in what it is to stand. */
type Member = Pick<CheckedResource, 'options' | 'dependsOn' | 'spec'>

/** A container that the run is to destroy. */
interface Outgoing {
  readonly record: ResourceRecord
  /** It is destroyed before its successor is made. */
  readonly goesFirst: boolean
  /** True when it may be gone before its successor is made: on its own account, or with its own container. */
  readonly mayBeGone: boolean
  /** It was replaced by an earlier run, or is destroyed without a successor. */
  readonly isOlder: boolean
  /** Of an older one: the record that has its name now. */
  readonly successor?: ResourceRecord | undefined
}

/** The containers that a run is to destroy, and what becomes of their members. */
export class ReplacedContainers {
  readonly #byName = new Map<string, Outgoing[]>()
  readonly #byId = new Map<string, Outgoing>()
  /** Names of containers that are only made by this run: nothing stands in them yet. */
  readonly #made = new Set<string>()
  readonly #isRecorded: (id: string) => boolean
  readonly #goneFirst: ReadonlySet<string>
  /** Ids of old generations that stay for what reads them. */
  readonly #stillRead = new Set<string>()

  /**
   * @param goneFirst ids of containers that are known to be gone before their members could be changed
   * @param wanted what may read old generations
   */
  constructor(
    isRecorded: (id: string) => boolean,
    goneFirst: ReadonlySet<string> = new Set(),
    wanted: Iterable<Pick<CheckedResource, 'alsoReads'>> = [],
  ) {
    this.#isRecorded = isRecorded
    this.#goneFirst = goneFirst
    for (const { alsoReads = [] } of wanted) for (const id of alsoReads) this.#stillRead.add(id)
  }

  /** Notes the container of a step that makes or replaces it; of other steps nothing. */
  note(step: PlanStep): void {
    const { name, action, current, reason, destroyFirst: goesFirst = false } = step
    if (action === 'create' && step.found === undefined) this.#made.add(name)
    if (current !== undefined && reason === missingOutside)
      this.#add({ record: current, goesFirst: false, mayBeGone: true, isOlder: false })
    if (!isReplaced(step) || current === undefined) return
    const around = this.#around(current, current.options?.deletedWith)
    const mayBeGone = goesFirst || around.some((other) => other.mayBeGone && mayBeIn(current, other.record))
    this.#add({ record: current, goesFirst, mayBeGone, isOlder: false })
  }

  /** Notes a container that an earlier run has replaced, or that is destroyed without a successor. */
  noteOlder(record: ResourceRecord, successor?: ResourceRecord): void {
    if (this.#stillRead.has(record.id)) return
    const goesFirst = this.#goneFirst.has(record.id)
    if (record.replaced || record.removalPolicy !== 'retain')
      this.#add({ record, goesFirst, mayBeGone: goesFirst, isOlder: true, successor })
  }

  /**
   * For what is wanted in a container, or in none. It moves into a new container where one of its changes gives it a value of that, and
   * it is sure to be there still when the value is known.
   */
  memberFate({ options, dependsOn, spec }: Member): MemberFate {
    const container = options?.deletedWith
    return (record, changes) => {
      if (container !== undefined && hasNoContainer(record, this.#isRecorded)) return 'left'
      const all = this.#around(record, container)
      if (all.some(({ record: old, goesFirst }) => goesFirst && isTakenAlong(record, old))) return 'taken'
      if (container === undefined) return undefined
      const around = all.filter(({ record: old, isOlder, successor }) =>
        isOlder ? isInOlder(record, old, successor) : mayBeIn(record, old),
      )
      if (around.length === 0) return undefined
      const isGiven = changes.some((change) => gives(container, change, dependsOn, spec))
      return isGiven && !around.some(({ mayBeGone }) => mayBeGone) ? undefined : 'left'
    }
  }

  /**
   * Containers of the name, and the one in which the member was made. Who says by now that it stands elsewhere is believed, unless it cannot
   * stand there yet, or cannot leave in time.
   */
  #around(record: ResourceRecord, container: string | undefined): readonly Outgoing[] {
    const named = this.#byName.get(container ?? '') ?? []
    const made = this.#byId.get(onlyContainer(record) ?? '')
    if (made === undefined) return [...named, ...this.#leftTooLate(record, named)]
    if (named.includes(made)) return named
    const isThere = record.options?.deletedWith === container || this.#made.has(container ?? '')
    return isThere || this.#goneFirst.has(made.record.id) ? [...named, made] : named
  }

  /** Of one that may stand in several: those that it cannot leave in time. */
  #leftTooLate(record: ResourceRecord, named: readonly Outgoing[]): readonly Outgoing[] {
    const { standsIn = [] } = record
    return standsIn.flatMap((id) => {
      const outgoing = this.#goneFirst.has(id) ? this.#byId.get(id) : undefined
      return outgoing === undefined || named.includes(outgoing) ? [] : [outgoing]
    })
  }

  #add(outgoing: Outgoing): void {
    const { name, id } = outgoing.record
    this.#byId.set(id, outgoing)
    const known = this.#byName.get(name)
    if (known === undefined) this.#byName.set(name, [outgoing])
    else known.push(outgoing)
  }
}

/** A value of the blueprint may pass on one of the container; that the member depends on that is known already. */
function mayBeOf(container: string, { to, name }: ReferenceExpression): boolean {
  return to === 'resource' ? name === container : to === 'value' || to === 'child'
}

/** Whether a value depends on what is known of a resource only in the run. */
export function isOf(name: string, value: Value = null): boolean {
  const path = `resources.${name}`
  return someValue(
    value,
    (each) => each instanceof Unknown && (each.until === path || each.until.startsWith(`${path}.`)),
  )
}

/** Whether a change gives a member a value of its container: one that is not known yet, or that has come in an earlier run. */
function gives(
  container: string,
  { path, next }: FieldChange,
  dependsOn: readonly string[],
  spec: Expression,
): boolean {
  if (isOf(container, next)) return true
  if (!dependsOn.includes(container) || spec.kind !== 'map') return false
  const attribute = spec.entries.find(([name]) => path === `spec.${name}` || path.startsWith(`spec.${name}.`))
  return attribute !== undefined && referencesIn(attribute[1]).some((part) => mayBeOf(container, part))
}
