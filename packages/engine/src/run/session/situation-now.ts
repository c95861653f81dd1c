import type { ResourceTypeDefinition } from '@slipway/model'
import type { InstanceState, LinkRecord, ResourceRecord } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'
import { isLikelyThere } from '../../reality/gathered/likely-there.ts'
import type { Fate, Situation } from '../../reality/gathered/situation.ts'
import type { LinkStep } from '../../plan/shape/link-step.ts'
import { linksLeft, SituationOfPlan } from '../../plan/guard/situation-of-plan.ts'
import type { Session } from './session.ts'

/** The parts of the run's session that the situation reads. */
type Run = Pick<
  Session,
  'plan' | 'providers' | 'definition' | 'records' | 'links' | 'members' | 'wants' | 'fates' | 'doubts' | 'outcome'
>

/** The situation in the middle of a run: the present records, and the remaining steps. */
export class SituationNow implements Situation {
  readonly #session: Run

  constructor(session: Run) {
    this.#session = session
  }

  get operation(): Situation['operation'] {
    return this.#session.plan.operation
  }

  get providers(): Providers {
    return this.#session.providers
  }

  definition(type: string): ResourceTypeDefinition | undefined {
    return this.#session.definition(type)
  }

  row(id: string): ResourceRecord | undefined {
    return this.#session.records.get(id)
  }

  named(name: string): ResourceRecord | undefined {
    return this.#session.records.named(name)
  }

  wanted(name: string): 'yes' | 'no' | 'perhaps' {
    if (this.#session.wants.resource(name) !== undefined) return 'yes'
    return this.#session.plan.isOfProgram === true ? 'perhaps' : 'no'
  }

  isAbsent(name: string): boolean {
    return this.#session.wants.absent.has(name)
  }

  isMissing(id: string): boolean {
    return this.#session.records.isMissing(id)
  }

  fateOf(id: string): Fate | undefined {
    const { takenBack, going, forgetting } = this.#session.fates
    const record = takenBack.size === 0 ? undefined : this.row(id)
    if (record !== undefined && takenBack.get(record.name) === id) return 'kept'
    if (going.has(id)) return 'goes'
    return forgetting.has(id) ? 'forgotten' : undefined
  }

  goesWith(id: string, container: string): boolean {
    return this.#session.fates.together.get(container)?.has(id) === true
  }

  hasContainerLeft(id: string): boolean {
    return this.#session.fates.together.entries().some(([end, ids]) => ids.has(id) && this.row(end) !== undefined)
  }

  readersOf(id: string): readonly ResourceRecord[] {
    return this.#session.records.readersOf(id)
  }

  willRead(): undefined {
    return undefined
  }

  membersOf(container: ResourceRecord): Iterable<ResourceRecord> {
    return this.#session.members.of(container)
  }

  linkOn(id: string): LinkRecord | undefined {
    return this.#session.links.on(id)
  }

  sameThing(record: ResourceRecord): ResourceRecord | undefined {
    return this.#session.records.things.sameAs(record)
  }

  isLikely(record: ResourceRecord): boolean {
    const isNameWanted = this.#session.wants.resource(record.name) !== undefined
    return isLikelyThere(record, this.definition(record.type), this.#session.doubts, isNameWanted)
  }

  uncreated(type: string): string | undefined {
    return this.#session.outcome.tally.uncreated(type)
  }
}

/**
 * The situation once a program has ended and the resources that it no longer asks for have gone.
 *
 * @param beside the records that the run leaves alone, for a preview; a run checks them itself before it ends something
 */
export function situationAtEnd(
  session: Pick<Session, 'providers' | 'doubts' | 'news' | 'wants'> & { readonly before: InstanceState | undefined },
  records: readonly ResourceRecord[],
  beside: readonly ResourceRecord[] | undefined,
  links: readonly LinkStep[] = [],
): SituationOfPlan {
  const { providers, news, wants } = session
  const { undecided, mayCome } = session.doubts
  return new SituationOfPlan({
    operation: 'up',
    gathered: { providers, undecided, mayCome, drift: news.drift },
    kept: () => records.filter(({ replaced, name }) => !replaced && wants.goals.has(name)),
    wanted: { has: (name) => session.wants.resource(name) !== undefined },
    ...(beside !== undefined && { beside, links: linksLeft(session.before?.links ?? [], links) }),
  })
}
