import { addToSet } from '@slipway/graph'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import { isIn, isInOlder, isPresent, withoutContainer, withUnknownContainer } from '../../reality/stands-in.ts'
import { certainlyExists } from '../../reality/life-cycle.ts'
import type { News } from '../../plan/decide/decide.ts'
import type { RecordsNow } from './records-now.ts'

/** What is known of the records of a run. */
interface Run {
  readonly records: RecordsNow
  readonly news: News
}

/** Which resources stand in which during a run. */
export class MembersInRun {
  readonly #session: Run
  /** By id of a container: the ids of its members. Made once: what goes in this run gets no new members, except from what is forgotten. */
  #byContainer: Map<string, Set<string>> | undefined

  constructor(session: Run) {
    this.#session = session
  }

  /** The records that may stand in a container. */
  of(container: ResourceRecord): readonly ResourceRecord[] {
    return [...this.#of(container.id), ...this.#of(unknownIn(container.name))]
  }

  /** What to record of the members of a container that was destroyed. */
  without(id: string): readonly StateChange[] {
    return this.#of(id).flatMap((record) => withoutContainer(record, id))
  }

  /**
   * What to record of the members of a container that is gone: whatever certainly stood in it is gone, too.
   *
   * @param isMissing a read found it missing; what that read found to exist is believed to exist still
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

  /** What to record of the members of a container that was forgotten but still exists. */
  withUnknown(container: ResourceRecord): readonly StateChange[] {
    const members = this.#of(container.id)
    for (const { id } of members) for (const outer of container.standsIn ?? []) this.#note(outer, id)
    return members.flatMap((record) => withUnknownContainer(record, [container]))
  }

  /** If only the name of its container is known, it may stand in the successor of an old container. */
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

/** The key of members of which only the name of the container is recorded. */
function unknownIn(name: string): string {
  return `in ${name}`
}
