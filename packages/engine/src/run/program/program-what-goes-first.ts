import { reached } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { stepFor } from '../../plan/guard/unwanted.ts'
import { type Edge, Waits } from '../../plan/order/waits.ts'
import { WhatNeeds } from '../../plan/order/what-needs.ts'
import { containerReplaced } from '../../plan/decide/replace-because.ts'
import { type End, isReplacedFirst, oldKey, type PlanStep, rowKey } from '../../plan/shape/plan.ts'
import { currentResource } from '../../reality/recorded/current-resource.ts'
import { certainlyExists, isAbsent, isRetained } from '../../reality/recorded/life-cycle.ts'
import { policyForOld } from '../../reality/recorded/policy-for-old.ts'
import { goneWith, isIn } from '../../reality/recorded/stands-in.ts'
import type { Following } from '../session/session.ts'

type Taken = Promise<{ readonly taken: unknown }>

/** A resource that goes first: the reasons and the step. */
interface First {
  readonly because: readonly string[]
  readonly step: End
}

interface Found {
  readonly because: readonly string[]
  readonly record: ResourceRecord
  /** The id of the container with which the resource goes, without a call of its own. */
  readonly end: string | undefined
  /** False for a resource that goes with a container, if the resources that it needs go before the container anyway. */
  readonly isAwaited: boolean
}

export interface GoesFirstOptions {
  readonly session: Following
  readonly isPreview: boolean
  /** Ids of the records that already belong to a resource, or go first. */
  readonly taken: Set<string>
  /** Resolves, by name of a requested resource, when its step has been passed on. */
  readonly steps: ReadonlyMap<string, Taken>
  /** True for records that the program may ask for. */
  readonly isMine: (record: ResourceRecord) => boolean
}

/**
 * Finds the resources that must be destroyed before a resource makes room for its successor. They read the resource and, according to their
 * provider, would have to be replaced as well. A service may refuse to remove a thing that is in use. They are made again when the program
 * asks for them.
 */
export class GoesFirst {
  readonly #options: GoesFirstOptions
  /** The resources that go first, by name of the resource that makes room. */
  readonly #found = new Map<string, readonly First[]>()
  /** The records that go first, by id, with the name of the resource that makes room and the reasons. */
  readonly #gone = new Map<string, { readonly before: string; readonly because: readonly string[] }>()
  /** Names of the resources that go first. */
  readonly #names = new Set<string>()

  constructor(options: GoesFirstOptions) {
    this.#options = options
  }

  /** True if nothing goes first. */
  get isQuiet(): boolean {
    return this.#found.size + this.#gone.size + this.#names.size === 0
  }

  /** For a preview: the reasons why a record is destroyed before something else. In a run, such a record is gone before it is asked for. */
  readonly because = (record: ResourceRecord): readonly string[] | undefined =>
    this.#options.isPreview ? this.#gone.get(record.id)?.because : undefined

  /**
   * An old record with the removal policy that is wanted now. In a preview, the record may be one that goes first. In the run, such a record is gone
   * before the program asks for it, so its recorded policy counts.
   */
  asOld(resource: CheckedResource, old: ResourceRecord): ResourceRecord {
    return this.because(old) === undefined ? policyForOld(resource, old) : old
  }

  /**
   * Finds the resources that go before a record that makes room.
   *
   * @returns the steps, so that the caller can refuse them
   * @throws Failure when a provider cannot say whether a resource would have to be replaced
   */
  async find(name: string, root: ResourceRecord): Promise<readonly PlanStep[]> {
    // If the record goes first itself, everything that needs it has been found already.
    if (this.#gone.has(root.id)) return []
    const { session } = this.#options
    const needing = new WhatNeeds(root, session.records.all(), session.providers)
    const together = goneWith(root, [...session.records.all()])
    const gone = new Map([root, ...together].map((record) => [record.id, record]))
    const found = new Map<string, Found>()
    for (const record of needing.inOrder) {
      if (gone.has(record.id) || !this.#mayGo(record)) continue
      const container = containerOf(record, found)
      const isBefore = container !== undefined && isToGoBefore(record, container, found, needing)
      const asked = container === undefined || isBefore ? await this.#because(record, [...gone.values()]) : []
      const because = asked.length === 0 && container !== undefined ? [containerReplaced] : asked
      if (because.length === 0) continue
      gone.set(record.id, record)
      // A member may have to go before another resource that goes before the member's container. Such a member has a call of its own, before both.
      // Nothing waits for other members.
      const isOwn = isBefore && asked.length > 0
      found.set(record.id, { because, record, end: isOwn ? undefined : container, isAwaited: isOwn || !isBefore })
    }
    const steps = inOrder(found, name, needing)
    this.#found.set(name, steps)
    return steps.map(({ step }) => step)
  }

  async #because(record: ResourceRecord, gone: readonly ResourceRecord[]): Promise<readonly string[]> {
    const { session } = this.#options
    const { id, name, type, options } = record
    if (session.definition(type)?.replacedWith === undefined) return []
    return await session.calls.replacedWith({
      type,
      resourceId: id,
      resourceName: name,
      ...session.instance,
      current: currentResource(record),
      others: gone.map(({ spec }) => spec),
      ...(options !== undefined && { options }),
    })
  }

  /** False for a resource that the program has already asked for, because it cannot need a later one. */
  #mayGo(record: ResourceRecord): boolean {
    const { session, taken, isMine } = this.#options
    const isAsked = taken.has(record.id) || (!record.replaced && session.wants.goals.has(record.name))
    if (!isMine(record) || (isAsked && !this.#gone.has(record.id))) return false
    return certainlyExists(record) && session.news.drift.get(record.id)?.kind !== 'missing'
  }

  /** A step as it joins the run, with the steps for which it waits. */
  take(step: PlanStep): { readonly step: PlanStep; readonly along: readonly PlanStep[] } {
    const { session, taken, isPreview } = this.#options
    const found = this.#found.get(step.name) ?? []
    this.#found.delete(step.name)
    if (!isReplacedFirst(step)) return { step, along: [] }
    // By now, the program may have asked for one of these resources, which then no longer needs this one. A resource may also have gone with
    // something else.
    const first = found.flatMap(({ because, step: own }) => {
      const current = session.records.get(own.current.id)
      return current === undefined || !this.#mayGo(current) ? [] : [{ because, step: { ...own, current } }]
    })
    const along = first.filter(({ step: { current } }) => !this.#gone.has(current.id))
    for (const { because, step: own } of along) {
      this.#gone.set(own.current.id, { before: step.name, because })
      this.#names.add(own.name)
      if (!isPreview) taken.add(own.current.id)
    }
    if (first.length === 0) return { step, along: [] }
    // In a plan, each of these resources has a step of its own, whose removal goes first.
    const halves = first.map(({ step: { name } }) => oldKey(name))
    if (isPreview) return { step: { ...step, oldAfter: [...(step.oldAfter ?? []), ...halves] }, along: [] }
    const keys = first.map(({ step: { key } }) => key)
    const { after, oldAfter = [] } = step
    return {
      step: { ...step, after: [...new Set([...after, ...keys])], oldAfter: [...new Set([...oldAfter, ...keys])] },
      along: along.map((one) => one.step),
    }
  }

  /** Removals as a plan shows them. A resource that the program no longer asks for may also have to go before something else. */
  shown(steps: readonly PlanStep[]): readonly PlanStep[] {
    return steps.map((step) =>
      step.action === 'delete' && this.because(step.current) !== undefined ? { ...step, destroyFirst: true } : step,
    )
  }

  /** Rows of resources that went first and were not asked for again. Nothing more is reported about them. */
  get rowsLeft(): readonly ResourceRecord[] {
    const { goals } = this.#options.session.wants
    return [...this.#names].flatMap((name) => (goals.has(name) ? [] : (this.#row(name) ?? [])))
  }

  /** Ids of the rows of resources that went first under these names. A resource that gets one of the names takes the place of the row. */
  rowsOf(names: readonly string[]): readonly string[] {
    return names.flatMap((name) => (this.#names.has(name) ? (this.#row(name)?.id ?? []) : []))
  }

  #row(name: string): ResourceRecord | undefined {
    const record = this.#options.session.records.named(name)
    return record !== undefined && isAbsent(record) ? record : undefined
  }

  /**
   * Waits until it is known what must go before the dependencies of a resource, and until those of the given records that go first are gone.
   */
  async settled({ definition, dependsOn }: CheckedResource, ids: readonly string[]): Promise<void> {
    const { steps, taken, isPreview } = this.#options
    if (definition.replacedWith === undefined) return
    await Promise.allSettled(dependsOn.flatMap((name) => steps.get(name) ?? []))
    if (isPreview) return
    for (const id of ids) {
      const { before = '' } = this.#gone.get(id) ?? {}
      const step = await steps.get(before)?.catch(() => undefined)
      if (step === undefined) continue
      await step.taken
      taken.delete(id)
    }
  }
}

/** The id of the container with which a record goes, without a call of its own. A retained container takes nothing along. */
function containerOf(record: ResourceRecord, found: ReadonlyMap<string, Found>): string | undefined {
  if ((record.options?.deletedWith ?? record.standsIn) === undefined) return undefined
  const container = found.values().find((other) => isIn(record, other.record) && !isRetained(other.record))
  return container?.end ?? container?.record.id
}

/** True if a record needs a resource that goes before its container, or before another member of the container. */
function isToGoBefore(
  record: ResourceRecord,
  container: string,
  found: ReadonlyMap<string, Found>,
  needing: WhatNeeds,
): boolean {
  const isAlong = (id: string): boolean => id === container || found.get(id)?.end === container
  if (record.reads.every(isAlong)) return false
  const some = { has: (id: string): boolean => id === record.id || found.has(id) }
  const next = (id: string): readonly string[] => needing.next(id, some).filter((user) => !isAlong(user))
  const first = [...found.keys()].filter(isAlong).flatMap(next)
  return reached(first.filter((id) => id !== record.id).flatMap(next), next).has(record.id)
}

/** Steps for the resources that go first. Each comes after the resources that need it. */
function inOrder(found: ReadonlyMap<string, Found>, name: string, needing: WhatNeeds): readonly First[] {
  const edges = [...found.keys()].flatMap((id) =>
    needing
      .next(id, found)
      .flatMap((user): Edge[] => (found.get(user)?.isAwaited === true ? [[id, user, 'goes first']] : [])),
  )
  const along = new Map([...found].flatMap(([id, { end }]) => (end === undefined ? [] : [[id, end] as const])))
  const waits = new Waits(found.keys(), edges, along)
  return Array.from(found.values(), ({ because, record, end = '' }) => {
    const after = waits.before(record.id).flatMap((id) => found.get(id)?.record ?? [])
    return { because, step: stepOf(record, name, after, found.get(end)?.record) }
  })
}

function stepOf(
  record: ResourceRecord,
  name: string,
  before: readonly ResourceRecord[],
  container: ResourceRecord | undefined,
): End {
  const step = { ...stepFor(record), key: rowKey(record), goesBefore: name, after: before.map(rowKey) }
  if (container !== undefined)
    return { ...step, action: 'delete', reason: `goes with ${container.name}`, goesWith: rowKey(container) }
  const action = isRetained(record) ? 'forget' : 'delete'
  return { ...step, action, reason: `needs ${name}, which is replaced`, destroyFirst: true }
}
