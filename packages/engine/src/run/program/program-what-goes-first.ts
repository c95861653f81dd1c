import { reached } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { stepFor } from '../../plan/guard/unwanted.ts'
import { type Edge, Waits } from '../../plan/order/waits.ts'
import { WhatNeeds } from '../../plan/order/what-needs.ts'
import { containerReplaced } from '../../plan/decide/replace-because.ts'
import { type End, isReplacedFirst, oldKey, type PlanStep, rowKey } from '../../plan/shape/plan.ts'
import { currentResource } from '../../reality/current-resource.ts'
import { certainlyExists, isAbsent, isRetained } from '../../reality/life-cycle.ts'
import { policyForOld } from '../../reality/policy-for-old.ts'
import { goneWith, isIn } from '../../reality/stands-in.ts'
import type { Following } from '../session/session.ts'

type Taken = Promise<{ readonly taken: unknown }>

/** Why something goes first, and the step in which it does. */
interface First {
  readonly because: readonly string[]
  readonly step: End
}

interface Found {
  readonly because: readonly string[]
  readonly record: ResourceRecord
  /** Id of the container with which it goes, without a call of its own. */
  readonly end: string | undefined
  /** False for what goes with a container, if what it needs goes before that anyway. */
  readonly isAwaited: boolean
}

export interface GoesFirstOptions {
  readonly session: Following
  readonly isPreview: boolean
  /** Ids of the records that already belong to a resource, or go first. */
  readonly taken: Set<string>
  /** By name of what has been asked for: resolves when its step has been passed on. */
  readonly steps: ReadonlyMap<string, Taken>
  /** True for records that the program may ask for. */
  readonly isMine: (record: ResourceRecord) => boolean
}

/**
 * Finds out what must be destroyed before something that makes room for its successor: what reads it and, as its provider says, would
 * have to be replaced as well. A service may refuse to remove what is in use. All of it is made again when the program asks for it.
 */
export class GoesFirst {
  readonly #options: GoesFirstOptions
  /** By name of what makes room. */
  readonly #found = new Map<string, readonly First[]>()
  /** By id of what goes first: the name of what makes room, and why it goes. */
  readonly #gone = new Map<string, { readonly before: string; readonly because: readonly string[] }>()
  /** Names of what goes first. */
  readonly #names = new Set<string>()

  constructor(options: GoesFirstOptions) {
    this.#options = options
  }

  /** For a preview: why a record is shown as destroyed before something else. In a run, it is gone before it is asked for. */
  readonly because = (record: ResourceRecord): readonly string[] | undefined =>
    this.#options.isPreview ? this.#gone.get(record.id)?.because : undefined

  /**
   * An old record, with what is wanted now about retaining it. In a preview it may be one that goes first: in the run, that is gone
   * before the program says anything about it, so what is recorded counts.
   */
  asOld(resource: CheckedResource, old: ResourceRecord): ResourceRecord {
    return this.because(old) === undefined ? policyForOld(resource, old) : old
  }

  /**
   * Finds out what goes before a record that makes room.
   *
   * @returns the steps, so that the caller can refuse them
   * @throws Failure when a provider cannot say whether it would have to be replaced
   */
  async find(name: string, root: ResourceRecord): Promise<readonly PlanStep[]> {
    // If it goes first itself, everything that needs it has been found already.
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
      // A member that must go before something which goes before its container has a call of its own, before both. Others are not waited for.
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

  /** False for what the program has already asked for: it cannot need what comes after it. */
  #mayGo(record: ResourceRecord): boolean {
    const { session, taken, isMine } = this.#options
    const isAsked = taken.has(record.id) || (!record.replaced && session.wants.goals.has(record.name))
    if (!isMine(record) || (isAsked && !this.#gone.has(record.id))) return false
    return certainlyExists(record) && session.news.drift.get(record.id)?.kind !== 'missing'
  }

  /** A step as it comes into the run, with those that it waits for. */
  take(step: PlanStep): { readonly step: PlanStep; readonly along: readonly PlanStep[] } {
    const { session, taken, isPreview } = this.#options
    const found = this.#found.get(step.name) ?? []
    this.#found.delete(step.name)
    if (!isReplacedFirst(step)) return { step, along: [] }
    // Meanwhile, the program may have asked for one of them, which then no longer needs this, or one may have gone with something else.
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
    // In a plan, each of them has a step of its own, whose old half goes first.
    const halves = first.map(({ step: { name } }) => oldKey(name))
    if (isPreview) return { step: { ...step, oldAfter: [...(step.oldAfter ?? []), ...halves] }, along: [] }
    const keys = first.map(({ step: { key } }) => key)
    const { after, oldAfter = [] } = step
    return {
      step: { ...step, after: [...new Set([...after, ...keys])], oldAfter: [...new Set([...oldAfter, ...keys])] },
      along: along.map((one) => one.step),
    }
  }

  /** Removals as a plan shows them: what the program no longer asks for may also have to go before something else. */
  shown(steps: readonly PlanStep[]): readonly PlanStep[] {
    return steps.map((step) =>
      step.action === 'delete' && this.because(step.current) !== undefined ? { ...step, destroyFirst: true } : step,
    )
  }

  /** Rows of what went first and was not asked for again: nothing more is reported about them. */
  get rowsLeft(): readonly ResourceRecord[] {
    const { goals } = this.#options.session.wants
    return [...this.#names].flatMap((name) => (goals.has(name) ? [] : (this.#row(name) ?? [])))
  }

  /** Ids of rows of what went first under these names: whatever gets one of the names takes the place of the row. */
  rowsOf(names: readonly string[]): readonly string[] {
    return names.flatMap((name) => (this.#names.has(name) ? (this.#row(name)?.id ?? []) : []))
  }

  #row(name: string): ResourceRecord | undefined {
    const record = this.#options.session.records.named(name)
    return record !== undefined && isAbsent(record) ? record : undefined
  }

  /** Waits until it is known what goes before what a resource needs, and, of these records, until those that go first have gone. */
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

/** Id of the container with which a record goes, without a call of its own. A retained container takes nothing along. */
function containerOf(record: ResourceRecord, found: ReadonlyMap<string, Found>): string | undefined {
  if ((record.options?.deletedWith ?? record.standsIn) === undefined) return undefined
  const container = found.values().find((other) => isIn(record, other.record) && !isRetained(other.record))
  return container?.end ?? container?.record.id
}

/** Whether a record needs something that goes before its container, or before another member of that. */
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

/** Steps for what goes first, each after those that need it. */
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
