import type { ResourceTypeDefinition } from '@slipway/model'
import type { LinkRecord, ResourceRecord } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'
import { isLikelyThere } from '../../reality/likely-there.ts'
import type { Fate, Situation } from '../../reality/situation.ts'
import { SituationOfPlan } from '../../plan/guard/situation-of-plan.ts'
import type { CheckedResource } from '../../check/checked.ts'
import type { Plan } from '../../plan/shape/plan.ts'
import type { Session } from './session.ts'
import type { Tally } from './step-control.ts'

/** What the situation is told by the session of its run. */
type Run = Omit<Pick<Session, FromSession>, 'plan' | 'members'> & {
  readonly plan: Pick<Plan, 'isOfProgram'>
  readonly tally: Pick<Tally, 'uncreated'>
  readonly members: { of(container: ResourceRecord): readonly ResourceRecord[] }
  readonly going: ReadonlySet<string>
  readonly forgetting: ReadonlySet<string>
  readonly mayCome: ReadonlySet<string>
  readonly goals: ReadonlyMap<string, CheckedResource>
  readonly links: readonly LinkRecord[]
  isMissing(id: string): boolean
  resource(name: string): CheckedResource | undefined
}

type FromSession =
  | 'operation'
  | 'plan'
  | 'providers'
  | 'definition'
  | 'record'
  | 'named'
  | 'absent'
  | 'takenBack'
  | 'together'
  | 'readersOf'
  | 'members'
  | 'linksInRun'
  | 'things'
  | 'undecided'
  | 'news'

/** The situation in the middle of a run: the records as they are now, and the steps that are left. */
export class SituationNow implements Situation {
  readonly #session: Run

  constructor(session: Run) {
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

/**
 * The situation once a program has ended and what it no longer asks for has gone.
 *
 * @param beside what the run leaves alone, for a preview; a run looks at that itself, before it ends something
 */
export function situationAtEnd(
  session: Run,
  records: readonly ResourceRecord[],
  beside: readonly ResourceRecord[] | undefined,
): SituationOfPlan {
  const { providers, undecided, mayCome, news, goals, links } = session
  return new SituationOfPlan({
    operation: 'up',
    gathered: { providers, undecided, mayCome, drift: news.drift },
    kept: () => records.filter(({ replaced, name }) => !replaced && goals.has(name)),
    wanted: { has: (name) => session.resource(name) !== undefined },
    ...(beside !== undefined && { beside, links }),
  })
}
