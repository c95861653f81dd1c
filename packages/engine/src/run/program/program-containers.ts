import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { MemberFate } from '../../plan/decide/decide.ts'
import { ReplacedContainers } from '../../plan/order/member-fate.ts'
import { stepsAlong } from '../../plan/order/ends-with-container.ts'
import { isReplacedFirst, type PlanStep, type Replacement } from '../../plan/shape/plan.ts'
import { mayExist } from '../../reality/recorded/life-cycle.ts'
import { goneWith, isPresent, mayBeIn } from '../../reality/recorded/stands-in.ts'
import type { Session } from '../session/session.ts'

type Taken = Promise<{ readonly taken: unknown }>

/** Decides the fate of a program's resources when their container is replaced, as soon as the program has said enough. */
export class ProgramContainers {
  readonly #session: Pick<Session, 'fates' | 'records' | 'wants'>
  readonly #isPreview: boolean
  /** Ids of the records that already belong to a resource, or that go. */
  readonly #taken: Set<string>
  /** The place of each requested resource in the order of requests, by name. */
  readonly #order = new Map<string, number>()
  /** The step of a member's container, by name of the member, if the container was asked for first. */
  readonly #containers = new Map<string, Taken>()
  /** The ids of the members that go with a container that makes room, by name of the container. */
  readonly #along = new Map<string, readonly string[]>()
  readonly #gone = new Set<string>()
  /** Resources that may be in a container that makes room, by id, with the name of the container. */
  readonly #perhaps = new Map<string, string>()
  readonly #steps: ReadonlyMap<string, Taken>
  /** Names of resources whose steps have been passed on to the run. */
  readonly #begun = new Set<string>()
  /** Steps that replace something, by name. */
  readonly #replacing = new Map<string, Replacement>()

  /** @param steps for each requested resource, resolves when its step has been passed on */
  constructor(
    session: Pick<Session, 'fates' | 'records' | 'wants'>,
    isPreview: boolean,
    taken: Set<string>,
    steps: ReadonlyMap<string, Taken>,
  ) {
    this.#session = session
    this.#steps = steps
    this.#isPreview = isPreview
    this.#taken = taken
  }

  /** Ids of the members that go with their container, without a call. */
  get ids(): ReadonlySet<string> {
    return this.#gone
  }

  /** True if nothing is replaced or goes, so that no member can have another fate than its container's. */
  get isQuiet(): boolean {
    return this.#replacing.size + this.#along.size + this.#perhaps.size + this.#gone.size === 0
  }

  /** Notes that a resource is asked for. */
  asked(name: string): void {
    this.#order.set(name, this.#order.size)
  }

  /** True if one resource was asked for before another. */
  #isBefore(name: string, other: string): boolean {
    return (this.#order.get(name) ?? Infinity) < (this.#order.get(other) ?? 0)
  }

  /** Notes the container of a member. */
  note(name: string, container: Taken): void {
    this.#containers.set(name, container)
  }

  /** The name of the container, if there is one. It is made before its member. */
  before({ name, options }: CheckedResource): readonly string[] {
    return this.#containers.has(name) ? [options?.deletedWith ?? name] : []
  }

  /** Notes that the step of a resource has been passed on to the run. */
  begun(name: string): void {
    this.#begun.add(name)
  }

  /**
   * Lets a resource that makes room wait for members that were asked for before it. These move out, or are made anew, and must not be forgotten
   * halfway. A resource that was asked for earlier cannot wait for a later one, so there is no circle.
   */
  async afterMembers(step: PlanStep): Promise<PlanStep> {
    const { goals } = this.#session.wants
    if (!isReplacedFirst(step)) return step
    const { name, current, oldAfter = [] } = step
    const records = [...this.#session.records.all()]
    const inside = new Set(goneWith(current, records))
    // A member that an earlier change may have moved into the container moves out as well.
    const mayLeave = (one: ResourceRecord): boolean => one.id !== current.id && isPresent(one) && mayBeIn(one, current)
    const asked = records.filter((one) => goals.has(one.name) && (inside.has(one) || mayLeave(one)))
    if (asked.length === 0) return step
    const before = asked.filter((member) => this.#isBefore(member.name, name))
    await Promise.allSettled(before.flatMap((member) => this.#steps.get(member.name) ?? []))
    const members = asked.flatMap((member) => (this.#begun.has(member.name) ? [member.name] : []))
    return { ...step, oldAfter: [...new Set([...oldAfter, ...members])] }
  }

  /** Steps for members that go with a container that makes room. If the program asks for such a member later, the member is made anew. */
  gone(step: PlanStep): readonly PlanStep[] {
    if (step.action === 'replace') this.#replacing.set(step.name, step)
    if (!isReplacedFirst(step)) return []
    const { name, current } = step
    const records = Array.from(this.#session.records.all()).filter((record) => this.#mayBeGone(record))
    const along = stepsAlong(step, records)
    const ids = along.map((one) => one.current.id)
    const sure = new Set([current.id, ...ids])
    const mayGo = (one: ResourceRecord): boolean => isPresent(one) && mayBeIn(one, current)
    for (const one of records) if (!sure.has(one.id) && mayGo(one)) this.#perhaps.set(one.id, name)
    if (ids.length > 0) this.#along.set(name, ids)
    for (const id of ids) {
      this.#taken.add(id)
      this.#gone.add(id)
    }
    return along
  }

  /** False for a member whose step was already passed on to the run: the container waits for it. */
  #mayBeGone({ name }: ResourceRecord): boolean {
    return !this.#begun.has(name)
  }

  /**
   * Waits until the fate of the container is known, and then returns the fate of its possible members.
   *
   * @param possible ids of the records that may become the resource; they may be gone together with their containers
   */
  async memberFate(resource: CheckedResource, possible: readonly string[]): Promise<MemberFate | undefined> {
    for (const id of this.#isPreview ? [] : possible) await this.#mayHaveGone(id, resource.name)
    const { name, options } = resource
    const container = options?.deletedWith
    const step = await this.#containers.get(name)?.catch(() => undefined)
    if (step === undefined || container === undefined) return undefined
    if (this.#replacing.has(container) && !this.#isPreview) await step.taken
    if (!this.#isPreview) for (const id of this.#along.get(container) ?? []) this.#taken.delete(id)
    // All values from the program are known by now, so no change can show that the resource moves to a new container.
    return (record) => this.#outgoing(record, container).memberFate(resource)(record, [])
  }

  /** Only waits for containers that were asked for before, because these cannot wait for the member. */
  async #mayHaveGone(id: string, name: string): Promise<void> {
    const containers =
      this.#session.records.get(id)?.standsIn?.flatMap((one) => this.#session.records.get(one)?.name ?? []) ?? []
    const asked = containers.filter((one) => this.#isBefore(one, name))
    if (asked.length === 0) return
    await Promise.allSettled(asked.flatMap((one) => this.#steps.get(one) ?? []))
    const container = await this.#steps.get(this.#perhaps.get(id) ?? '')?.catch(() => undefined)
    if (container === undefined) return
    await container.taken
    this.#session.fates.perhapsGone.add(id)
  }

  /** The containers of a record that are replaced, or about to go. */
  #outgoing(record: ResourceRecord, container: string): ReplacedContainers {
    const session = this.#session
    const outgoing = new ReplacedContainers((id) => session.records.get(id) !== undefined)
    const step = this.#replacing.get(container)
    const old = step && session.records.ofStep(step)
    if (step !== undefined && (this.#isPreview || old === undefined || old.replaced)) outgoing.note(step)
    const containers = record.standsIn?.flatMap((id) => session.records.get(id) ?? []) ?? session.records.all()
    for (const older of containers)
      if (older.replaced && older !== old && mayExist(older))
        outgoing.noteOlder(older, session.records.named(older.name))
    return outgoing
  }
}
