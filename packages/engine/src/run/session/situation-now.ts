import type { ResourceTypeDefinition } from '@slipway/model'
import type { LinkRecord, ResourceRecord } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'
import { isLikelyThere } from '../../reality/likely-there.ts'
import type { Fate, Situation } from '../../reality/situation.ts'
import type { RunSession } from './run-session.ts'

/** The situation in the middle of a run: the records as they are now, and the steps that are left. */
export class SituationNow implements Situation {
  readonly #session: RunSession

  constructor(session: RunSession) {
    this.#session = session
  }

  get operation(): Situation['operation'] {
    return this.#session.operation
  }

  get providers(): Providers {
    return this.#session.providers
  }

  definition(type: string): ResourceTypeDefinition | undefined {
    return this.#session.definition(type)
  }

  row(id: string): ResourceRecord | undefined {
    return this.#session.record(id)
  }

  named(name: string): ResourceRecord | undefined {
    return this.#session.named(name)
  }

  wanted(name: string): 'yes' | 'no' | 'perhaps' {
    if (this.#session.resource(name) !== undefined) return 'yes'
    return this.#session.plan.isOfProgram === true ? 'perhaps' : 'no'
  }

  isAbsent(name: string): boolean {
    return this.#session.absent.has(name)
  }

  isMissing(id: string): boolean {
    return this.#session.isMissing(id)
  }

  fateOf(id: string): Fate | undefined {
    const { takenBack, going, forgetting } = this.#session
    const record = takenBack.size === 0 ? undefined : this.row(id)
    if (record !== undefined && takenBack.get(record.name) === id) return 'kept'
    if (going.has(id)) return 'goes'
    return forgetting.has(id) ? 'forgotten' : undefined
  }

  goesWith(id: string, container: string): boolean {
    return this.#session.together.get(container)?.has(id) === true
  }

  hasContainerLeft(id: string): boolean {
    return this.#session.together.entries().some(([end, ids]) => ids.has(id) && this.row(end) !== undefined)
  }

  readersOf(id: string): readonly ResourceRecord[] {
    return this.#session.readersOf(id)
  }

  willRead(): undefined {
    return undefined
  }

  membersOf(container: ResourceRecord): Iterable<ResourceRecord> {
    return this.#session.members.of(container)
  }

  linkOn(id: string): LinkRecord | undefined {
    return this.#session.linksInRun.on(id)
  }

  sameThing(record: ResourceRecord): ResourceRecord | undefined {
    return this.#session.things.sameAs(record)
  }

  isLikely(record: ResourceRecord): boolean {
    const isNameWanted = this.#session.resource(record.name) !== undefined
    return isLikelyThere(record, this.definition(record.type), this.#session, isNameWanted)
  }

  uncreated(type: string): string | undefined {
    return this.#session.tally.uncreated(type)
  }
}
