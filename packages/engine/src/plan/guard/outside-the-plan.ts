import { linkEnds, type LinkRecord, type ResourceRecord } from '@slipway/stores'
import { mayExist } from '../../reality/life-cycle.ts'
import type { Obstacle } from '../../reality/obstacles.ts'
import { isInOlder, onlyContainer, isIn, isPresent, mayBeIn } from '../../reality/stands-in.ts'
import type { LinkStep } from '../shape/link-step.ts'
import type { PlanStep } from '../shape/plan.ts'
import { Failure } from '@slipway/model'

/**
 * What a plan is not about. What it reads, stands in or links to must stay. The run sees to that, so the plan has to know it:
 * otherwise it would show something as destroyed which then stays.
 */
export class OutsideThePlan {
  readonly #readers: ReadonlyMap<string, ResourceRecord>
  readonly #members: readonly ResourceRecord[]
  /** By the id of an end. */
  readonly #links: ReadonlyMap<string, LinkRecord>

  /** @param isLikely whether to assume of something in doubt that it exists and uses what it was given */
  constructor(
    records: readonly ResourceRecord[],
    links: readonly LinkRecord[],
    isLikely: (record: ResourceRecord) => boolean,
  ) {
    const there = records.filter(mayExist)
    const using = there.filter(isLikely)
    this.#readers = new Map(using.flatMap((record) => record.reads.map((id) => [id, record])))
    this.#members = there.filter(({ options, standsIn }) => (options?.deletedWith ?? standsIn) !== undefined)
    this.#links = new Map(links.flatMap((link) => linkEnds(link).map(({ resourceId }) => [resourceId, link])))
  }

  /**
   * Why something that is to go stays for now: `app still reads it`.
   *
   * @param successor the record that has the name of a replaced one by now
   */
  holding(record: ResourceRecord, successor?: ResourceRecord): string | undefined {
    const reader = this.#readers.get(record.id)
    if (reader !== undefined) return stillRead(reader)
    const member = record.replaced ? this.#memberIn(record, successor) : undefined
    if (member !== undefined) return `${member.name} is still inside it`
    const link = this.#links.get(record.id)
    return link === undefined ? undefined : `the link ${link.name} still uses it`
  }

  /** The steps, with what stays or must not begin because of what the plan is not about. */
  notedIn(steps: readonly PlanStep[]): readonly PlanStep[] {
    if (this.#readers.size + this.#members.length + this.#links.size === 0) return steps
    return this.#withPerhapsInside(this.withOldKept(steps))
  }

  /** Notes on replacements why the old one stays for now. */
  withOldKept(steps: readonly PlanStep[]): readonly PlanStep[] {
    return steps.map((step) => {
      const { action, current, destroyFirst, retainsOld, goesWith } = step
      const isGone = destroyFirst === true || retainsOld === true || goesWith !== undefined
      if (action !== 'replace' || current === undefined || isGone) return step
      const oldStays = this.holding({ ...current, replaced: true })
      return oldStays === undefined ? step : { ...step, oldStays }
    })
  }

  /** Blocks what would be destroyed before its successor is made, although something may be in it. */
  #withPerhapsInside(steps: readonly PlanStep[]): readonly PlanStep[] {
    if (this.#members.length === 0) return steps
    return steps.map((step) => {
      const { name, action, current, blocked, destroyFirst } = step
      const goesFirst = action === 'replace' && destroyFirst === true && blocked === undefined
      if (!goesFirst || current === undefined) return step
      const member = this.#members.find((record) => isPerhapsInside(record, current))
      return member === undefined ? step : { ...step, blocked: perhapsInside(name, member) }
    })
  }

  #memberIn(old: ResourceRecord, successor: ResourceRecord | undefined): ResourceRecord | undefined {
    return this.#members.find((record) => {
      const isThere = record.options?.deletedWith === old.name || onlyContainer(record) === old.id
      return isThere && isInOlder(record, old, successor)
    })
  }
}

function perhapsInside(name: string, member: ResourceRecord): Obstacle {
  const { code, message, hint = '' } = leftInside(name, `${member.name} may be inside it`, member)
  return { code, message, hint, isReplacement: true }
}

export function stillRead({ name }: Pick<ResourceRecord, 'name'>): string {
  return `${name} still reads it`
}

/** Links that a plan leaves as they are, whatever becomes of their ends. */
export function linksLeft(recorded: readonly LinkRecord[], steps: readonly LinkStep[]): readonly LinkRecord[] {
  const changed = new Set(steps.flatMap(({ action, current }) => (action === 'none' ? [] : (current?.id ?? []))))
  return recorded.filter(({ id }) => !changed.has(id))
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
