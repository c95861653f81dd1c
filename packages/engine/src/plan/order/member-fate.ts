import { addTo } from '@slipway/graph'
import { type FieldChange, someValue, Unknown, type Value } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Expression } from '../../language/expression.ts'
import { type ReferenceExpression, referencesIn } from '../../language/references.ts'
import type { MemberFate } from '../decide/decide.ts'
import { missingOutside } from '../shape/missing-and-unread.ts'
import { isReplacement, type PlanStep } from '../shape/plan.ts'
import { isTakenAlong } from './ends-with-replaced.ts'
import { hasNoContainer, isInOlder, mayBeIn, onlyContainer } from '../../reality/recorded/stands-in.ts'

/** The parts of a wanted resource that determine its container. */
type Member = Pick<CheckedResource, 'options' | 'dependsOn' | 'spec'>

/** A container that the run is to destroy. */
interface Outgoing {
  readonly record: ResourceRecord
  /** True if the container is destroyed before its successor is made. */
  readonly goesFirst: boolean
  /** True if the container may be gone before its successor is made, by itself or with its own container. */
  readonly mayBeGone: boolean
  /** True if an earlier run replaced the container, or if it is destroyed without a successor. */
  readonly isOlder: boolean
  /** For an older container: the record that now has its name. */
  readonly successor?: ResourceRecord | undefined
}

/** The containers that a run is to destroy, and the fates of their members. */
export class ReplacedContainers {
  readonly #byName = new Map<string, Outgoing[]>()
  readonly #byId = new Map<string, Outgoing>()
  /** Names of containers that this run has yet to make. They have no members. */
  readonly #made = new Set<string>()
  readonly #isRecorded: (id: string) => boolean
  readonly #goneFirst: ReadonlySet<string>
  /** Ids of old generations that stay because something reads them. */
  readonly #stillRead = new Set<string>()

  /**
   * @param goneFirst ids of containers that are known to be gone before their members could be changed
   * @param wanted resources that may read old generations
   */
  constructor(
    isRecorded: (id: string) => boolean,
    goneFirst: ReadonlySet<string> = new Set(),
    wanted: Iterable<Pick<CheckedResource, 'again'>> = [],
  ) {
    this.#isRecorded = isRecorded
    this.#goneFirst = goneFirst
    for (const { again } of wanted) for (const id of again?.alsoReads ?? []) this.#stillRead.add(id)
  }

  /** Notes a step that makes or replaces a resource, which may be a container. Ignores other steps. */
  note(step: PlanStep): void {
    const { name, action, current, reason, destroyFirst: goesFirst = false } = step
    if (action === 'create' && step.wish?.found === undefined) this.#made.add(name)
    if (current !== undefined && reason === missingOutside)
      this.#add({ record: current, goesFirst: false, mayBeGone: true, isOlder: false })
    if (!isReplacement(step) || step.blocked !== undefined || current === undefined) return
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
   * The fate of a wanted resource when its container is replaced. The resource moves into the new container if one of its changes gives it a value
   * of that container, and if the resource is sure to exist when the value is known.
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
   * The containers with this name, and the container in which the member was made. If the user now says that the member is in another container,
   * that counts, unless that container does not exist yet, or the member cannot leave in time.
   */
  #around(record: ResourceRecord, container: string | undefined): readonly Outgoing[] {
    const named = this.#byName.get(container ?? '') ?? []
    const made = this.#byId.get(onlyContainer(record) ?? '')
    if (made === undefined) return [...named, ...this.#leftTooLate(record, named)]
    if (named.includes(made)) return named
    const isThere = record.options?.deletedWith === container || this.#made.has(container ?? '')
    return isThere || this.#goneFirst.has(made.record.id) ? [...named, made] : named
  }

  /** The containers that a member cannot leave in time, if the member may be in several. */
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
    addTo(this.#byName, name, outgoing)
  }
}

/**
 * True if a reference may give a value of the container. `values` and children may pass one on, because the member is known to depend on
 * the container.
 */
function mayBeOf(container: string, { to, name }: ReferenceExpression): boolean {
  return to === 'resource' ? name === container : to === 'value' || to === 'child'
}

/** True if a value depends on a part of a resource that only the run will know. */
export function isOf(name: string, value: Value = null): boolean {
  const path = `resources.${name}`
  return someValue(
    value,
    (each) => each instanceof Unknown && (each.until === path || each.until.startsWith(`${path}.`)),
  )
}

/** True if a change gives a member a value of its container. The value may be unknown, or known since an earlier run. */
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
