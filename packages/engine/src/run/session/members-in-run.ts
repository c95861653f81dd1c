import { addToSet } from '@slipway/graph'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import { isIn, isInOlder, isPresent, withoutContainer, withUnknownContainer } from '../../reality/recorded/stands-in.ts'
import { certainlyExists } from '../../reality/recorded/life-cycle.ts'
import type { News } from '../../plan/decide/decide.ts'
import type { RecordsNow } from './records-now.ts'

interface Run {
  readonly records: RecordsNow
  readonly news: News
}

/** The members of containers during a run. */
export class MembersInRun {
  readonly #session: Run
  /**
   * The ids of the members, by id of their container. The index is made once, because a container that goes in this run gets no new members, except
   * from a forgotten container.
   */
  #byContainer: Map<string, Set<string>> | undefined

  constructor(session: Run) {
    this.#session = session
  }

  /** The records of resources that may be in a container. */
  of(container: ResourceRecord): readonly ResourceRecord[] {
    return [...this.#of(container.id), ...this.#of(unknownIn(container.name))]
  }

  /** The changes to the members of a container that was destroyed. */
  without(id: string): readonly StateChange[] {
    return this.#of(id).flatMap((record) => withoutContainer(record, id))
  }

  /**
   * The changes to the members of a container that is gone. Members that were certainly in the container are gone, too.
   *
   * @param isMissing a read found the container missing; a member that the same reading found to exist counts as existing
   */
  goneWith(container: ResourceRecord, isMissing = false): readonly StateChange[] {
    if (this.#members().size === 0) return []
    const { present, unread } = this.#session.news
    const isLeft = ({ id }: ResourceRecord): boolean =>
      isMissing && (present?.has(id) === true || unread?.has(id) === true)
    const gone = new Set(certainlyExists(container) ? [container] : [])
    for (const outer of gone)
      for (const member of [...this.#of(outer.id), ...this.#of(unknownIn(outer.name))])
        if (isPresent(member) && this.#isIn(member, outer) && !isLeft(member)) gone.add(member)
    const outlived = Array.from(gone, ({ id }) => this.without(id)).flat()
    gone.delete(container)
    return [...outlived, ...Array.from(gone, ({ id }): StateChange => ({ kind: 'forget', resourceId: id }))]
  }

  /** The changes to the members of a container that was forgotten but still exists. */
  withUnknown(container: ResourceRecord): readonly StateChange[] {
    const members = this.#of(container.id)
    for (const { id } of members) for (const outer of container.standsIn ?? []) this.#note(outer, id)
    return members.flatMap((record) => withUnknownContainer(record, [container]))
  }

  /** True if a member is in a container. If only the container's name is known, the member may be in the successor of an old container. */
  #isIn(member: ResourceRecord, container: ResourceRecord): boolean {
    if (!isIn(member, container)) return false
    return !container.replaced || isInOlder(member, container, this.#session.records.named(container.name))
  }

  #of(id: string): readonly ResourceRecord[] {
    const ids = this.#members().get(id)
    return ids === undefined ? [] : [...ids].flatMap((one) => this.#session.records.get(one) ?? [])
  }

  #members(): Map<string, Set<string>> {
    if (this.#byContainer !== undefined) return this.#byContainer
    this.#byContainer = new Map()
    for (const { id, standsIn, options } of this.#session.records.all()) {
      const named = options?.deletedWith
      for (const container of standsIn ?? (named === undefined ? [] : [unknownIn(named)])) this.#note(container, id)
    }
    return this.#byContainer
  }

  #note(container: string, member: string): void {
    addToSet(this.#members(), container, member)
  }
}

/** The key for members whose container is only recorded by name. */
function unknownIn(name: string): string {
  return `in ${name}`
}
