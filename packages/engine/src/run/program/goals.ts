import { Failure, hasErrors, Semaphore, type ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Decision, Wanted } from '../../plan/decide/decide.ts'
import { asResource, type Chosen, chooseGeneration, regrouped, withReaders } from '../../plan/match/generations.ts'
import { isOfBlueprint, madeForGone, madeForThese } from '../../plan/match/made-by-plugins.ts'
import { notingOldKept } from '../../plan/guard/outside-the-plan.ts'
import { situationAtEnd } from '../session/situation-now.ts'
import { stepOf } from '../../plan/draft/draft-result.ts'
import { scheduleOrder } from '../../plan/order/schedule-order.ts'
import { oldKey, type PlanStep } from '../../plan/shape/plan.ts'
import { holdProtected } from '../../plan/guard/protection.ts'
import { recordedOtherwise } from '../../plan/decide/refreshed.ts'
import { GivenUp } from './given-up.ts'
import { KeptAtOnce } from './kept-at-once.ts'
import { lookAgain } from './look-again.ts'
import { neededFirst } from './needed-first.ts'
import { ProgramContainers } from './program-containers.ts'
import { type Ending, inPlace, type Leaving } from './program-links.ts'
import { GoesFirst } from './program-what-goes-first.ts'
import { type How, type Unasked, meaning } from './program.ts'
import { withProtectionLifted, refuseReplaced } from './refuse-replaced.ts'
import { RecordIds } from './record-ids.ts'
import { TakingIn } from './taking-in.ts'
import { type Claim, ClaimsInOrder } from './claims-in-order.ts'
import { resolveWanted } from '../step/resolve-deployment.ts'
import { Refusal } from '../../plan/decide/refusal.ts'
import { optional } from '../../language/parse/optional.ts'
import { sayingUnread } from '../../plan/shape/missing-and-unread.ts'
import { inWordsOfPrograms, unwantedSteps } from '../../plan/guard/unwanted.ts'
import { certainlyExists, mayExist } from '../../reality/recorded/life-cycle.ts'
import { declaredIdentity } from '../../spec/identity.ts'
import type { Following } from '../session/session.ts'

export interface GoalsOptions {
  /** True if nothing is done or recorded. */
  readonly isPreview?: boolean
  /** True for records that may become a requested resource, and that otherwise go. By default, all records of resources that no plugin made. */
  readonly isMine?: (record: ResourceRecord) => boolean
}

/** Further facts that decide the choice among several records. */
interface Choosing {
  readonly former: readonly string[]
  /** True if the user wants the resource replaced. */
  readonly isRequested: boolean
  readonly turn: Claim
}

/** Turns the resources that a program asks for into steps, from the records at that moment. */
export class Goals {
  readonly #session: Following
  readonly before: RecordIds
  /** Ids of the records that already belong to a resource of the program. */
  readonly #taken = new Set<string>()
  /** Names of the resources that stay as they are. */
  readonly #left = new Set<string>()
  /** For a preview: the id of the record that becomes each resource, by name; `undefined` if no record does. */
  readonly #becoming = new Map<string, string | undefined>()
  /** Ids of the records that make room for their successors in steps of their own. */
  readonly #making = new Set<string>()
  readonly #isMine: (record: ResourceRecord) => boolean
  readonly #turns = new ClaimsInOrder()
  /** Resolves, by name of a requested resource, when its step has been passed on. */
  readonly #steps = new Map<string, Promise<{ readonly taken: unknown }>>()
  readonly #containers: ProgramContainers
  readonly #takingIn: TakingIn
  readonly #kept: KeptAtOnce
  readonly #givenUp: GivenUp
  readonly first: GoesFirst
  readonly #questions: Semaphore
  /** True for a resource that may go when it is no longer asked for. */
  mayGo: (record: ResourceRecord) => boolean = () => true
  /** The program's failure since it ended. */
  failedSince: () => Error | undefined = () => undefined
  /** The resources that the run leaves out, and resources that could not be asked for. */
  readonly unasked: Unasked[] = []
  readonly #isPreview: boolean

  constructor(session: Following, { isPreview = false, isMine = isOfBlueprint }: GoalsOptions = {}) {
    this.#session = session
    this.#isPreview = isPreview
    this.#isMine = isMine
    this.#containers = new ProgramContainers(session, isPreview, this.#taken, this.#steps)
    this.first = new GoesFirst({ session, isPreview, taken: this.#taken, steps: this.#steps, isMine })
    this.#questions = new Semaphore(session.limits.parallelism)
    this.before = new RecordIds({ session, isMine, taken: this.#taken })
    this.#takingIn = new TakingIn(session, this.before)
    this.#kept = new KeptAtOnce(session, this.before, this.#taken)
    this.#givenUp = new GivenUp({ session, isPreview, taken: this.#taken, steps: this.#steps, first: this.first })
  }

  /**
   * Makes a step for a resource. Unknown values are worked out when everything that the step waits for exists. Goals are decided side by
   * side. `take` is called with a step after it has been called with all that the step waits for. If the old resource makes room, `take`
   * also gets steps for what goes with it or before it.
   */
  async step<T>(
    resource: CheckedResource,
    take: (step: PlanStep, along: readonly PlanStep[]) => T,
    how: Exclude<How, 'left'>,
  ): Promise<{ readonly taken: T }> {
    const { name, dependsOn } = resource
    const { goals, open } = this.#session.wants
    this.#refuseSecond(resource)
    const missing = dependsOn.find((needed) => this.#session.wants.resource(needed) === undefined)
    if (missing !== undefined) throw new TypeError(`${name} waits for ${missing}, which was not asked for`)
    goals.set(name, resource)
    this.#containers.asked(name)
    open.add(name)
    const kept = how === 'wanted' ? this.#keptAtOnce(resource) : undefined
    if (kept !== undefined) {
      this.#containers.begun(name)
      const at = { taken: take(kept, []) }
      this.#steps.set(name, Promise.resolve(at))
      return at
    }
    const container = this.#steps.get(resource.options?.deletedWith ?? '')
    if (container !== undefined) this.#containers.note(name, container)
    const before = dependsOn.flatMap((needed) => this.#steps.get(needed) ?? [])
    const decided = this.#step(resource, how)
    const taken = Promise.allSettled(before).then(async () => {
      const { step, along } = this.first.take(await this.#containers.afterMembers(await decided))
      this.#containers.begun(name)
      return { taken: take(step, [...along, ...this.#containers.gone(step)]) }
    })
    this.#steps.set(name, taken)
    return await taken
  }

  /** The step of a requested resource as it is now that the program has asked for more. */
  asItComes(step: PlanStep): PlanStep {
    return this.#givenUp.asItComes(step)
  }

  /** The step of a resource that certainly stays as it is, unless earlier requests may still change something about that. */
  #keptAtOnce(resource: CheckedResource): PlanStep | undefined {
    const isQuiet = this.#turns.isQuiet && this.first.isQuiet && this.#containers.isQuiet && this.#givenUp.isQuiet
    const step = isQuiet ? this.#kept.step(resource) : undefined
    if (step?.current === undefined) return undefined
    this.#taken.add(step.current.id)
    if (this.#isPreview) this.#becoming.set(step.name, step.current.id)
    return step
  }

  /** Leaves a resource as it is recorded, whatever the program wants. Only its name is updated. */
  async leave(resource: CheckedResource): Promise<ResourceRecord | undefined> {
    const { name } = resource
    this.#refuseSecond(resource)
    this.#session.wants.goals.set(name, resource)
    this.#left.add(name)
    const turn = this.#turns.enter()
    const left = this.#recordLeft(resource, turn).finally(() => turn.end())
    this.#steps.set(name, Promise.resolve({ taken: left }))
    return this.#session.records.readUnder(name, await left)
  }

  async #recordLeft(resource: CheckedResource, turn: Claim): Promise<ResourceRecord | undefined> {
    const session = this.#session
    const { name, type, definition, options, sameAs } = resource
    const former = this.#formerNames(resource)
    const wanted = definition.identity === undefined ? undefined : await resolveWanted(resource, session)
    const identity = wanted && declaredIdentity(definition, { spec: wanted.spec, options })
    const things = this.before.things(identity)
    const otherwise = this.before.calledOtherwise(resource, former)
    const named = [name, ...former].flatMap((each) => this.before.named(each))
    await turn.among([...things, ...named, ...otherwise])
    for (const id of things) await this.#givenUp.freed(id)
    const isFree = (id: string): boolean => id === sameAs || this.before.there(id)?.type === type
    const thing = things.find((each) => !this.#taken.has(each))
    // A thing whose replacement could not be made still exists, and can still be read under its name.
    const held =
      thing === undefined ? things.flatMap((each) => session.records.get(each) ?? []).find(mayExist) : undefined
    if (held !== undefined) return held
    const id = thing ?? this.before.possible(resource, former, otherwise).find(isFree)
    const record = (id === undefined ? undefined : session.records.get(id)) ?? session.records.named(name)
    if (record === undefined) return undefined
    this.#taken.add(record.id)
    if (record.name === name) return record
    const holder = session.records.named(name)
    await this.#recordNames(regrouped(name, record, holder === undefined ? [record] : [record, holder]))
    return session.records.get(record.id)
  }

  /** Resolves when everything that was asked for so far is decided. */
  async idle(): Promise<void> {
    let known = -1
    while (known !== this.#steps.size) {
      known = this.#steps.size
      await Promise.allSettled(this.#steps.values())
    }
  }

  #refuseSecond({ name }: CheckedResource): void {
    if (this.#session.wants.goals.has(name)) throw new TypeError(`${name} was asked for before`)
  }

  async #step(resource: CheckedResource, how: Exclude<How, 'left'>): Promise<PlanStep> {
    const { name, type, dependsOn, found } = resource
    const after = [...new Set([...dependsOn, ...this.#containers.before(resource)])]
    const turn = this.#turns.enter()
    try {
      const step = await this.#decide(resource, how, turn)
      return { ...step, after: step.destroyFirst === true ? [...after, oldKey(name)] : after }
    } catch (thrown) {
      // A preview with such a failure has no plan.
      if (!(thrown instanceof Failure) || this.#isPreview) throw thrown
      const current = this.#session.records.named(name)
      const { code, message, hint } = thrown
      const isReplacement = ['engine/protected', 'engine/plan-overtaken', 'engine/left-inside'].includes(code)
      const blocked = { code, message, ...optional('hint', hint), ...(isReplacement && { isReplacement }) }
      const wish = optional('found', found)
      const step = { key: name, name, type, wish, changes: [], replaceBecause: [], after, blocked }
      // Nobody can know any more whether the resource would have been replaced. If it exists, the step is no create.
      const isThere = current !== undefined && certainlyExists(current)
      // With an identity, another record may be meant. So the step counts as a create, which holds back removals of its type.
      return isThere && resource.definition.identity === undefined
        ? { ...step, action: 'update', current }
        : { ...step, action: 'create', ...optional('current', current) }
    } finally {
      turn.end()
    }
  }

  async #decide(resource: CheckedResource, how: How, turn: Claim): Promise<PlanStep> {
    const session = this.#session
    const { name } = resource
    const formerNames = this.#formerNames(resource)
    const { spec, diagnostics, beside } = await this.#questions.run(() => resolveWanted(resource, session))
    if (diagnostics.length > 0) throw new Refusal(diagnostics)
    const importedAs = await this.#questions.run(() => this.#takingIn.take(resource, spec, [name, ...formerNames]))
    const choosing = { former: formerNames, isRequested: how === 'anew', turn }
    const chosen = await this.#choose({ resource, spec, ...beside }, choosing)
    const { record, decision } = chosen
    turn.end()
    const isFirst = record !== undefined && decision.destroyFirst === true && decision.blocked === undefined
    const first = isFirst ? await this.#questions.run(() => this.first.find(name, record)) : []
    const inside = decision.destroyFirst === true ? [...session.records.all()] : []
    const isLeft = (other: ResourceRecord): boolean => this.#left.has(other.name) || !this.mayGo(other)
    const isRenamed = record !== undefined && record.name !== name && !record.replaced
    const renamedFrom = isRenamed ? record.name : undefined
    // In a run, the new name is already recorded, so this name only matters in a preview.
    refuseReplaced(resource, record, decision, {
      inside,
      first,
      isLeft,
      readersOf: (id) => session.records.readersOf(id),
      isGivenUp: this.#givenUp.has(record?.id ?? ''),
      wants: session.wants,
      renamedFrom: this.#isPreview ? renamedFrom : undefined,
    })
    await this.#validate(resource, decision, chosen.spec)
    return stepOf(resource, {
      ...beside,
      importedAs,
      decision,
      spec: chosen.spec,
      current: record && asResource(record, name),
      renamedFrom,
      recorded: recordedOtherwise(resource, decision, record).recorded,
    })
  }

  /** Has the provider check the wanted spec. If nothing is done, the spec was checked before. */
  async #validate(resource: CheckedResource, { action, blocked }: Decision, desired: ValueMap): Promise<void> {
    if (action === 'none' || blocked !== undefined) return
    const found = await this.#questions.run(() => this.#session.values.validated(resource, desired))
    if (hasErrors(found)) throw new Refusal(found)
  }

  /** Chooses one of the records that may become the resource, and records the choice. */
  async #choose(wanted: Wanted, { former, isRequested, turn }: Choosing) {
    const session = this.#session
    const { resource } = wanted
    const { name, definition, options } = resource
    const identity = declaredIdentity(definition, { spec: wanted.spec, options })
    const things = this.before.things(identity)
    const names = [name, ...former]
    const otherwise = this.before.calledOtherwise(resource, former)
    const possible = [...names.flatMap((each) => this.before.named(each)), ...otherwise, ...things]
    await turn.among(possible)
    await this.first.settled(resource, possible)
    const memberFate = await this.#containers.memberFate(resource, possible)
    for (const id of things) await this.#givenUp.freed(id)
    const ids = new Set([...this.before.possible(resource, former, otherwise), ...things, ...this.first.rowsOf(names)])
    const generations = Array.from(ids).flatMap((id) => (this.#taken.has(id) ? [] : (session.records.get(id) ?? [])))
    await this.#questions.run(() => lookAgain(generations, session))
    const news = { ...session.news, providers: session.providers }
    const known = neededFirst(wanted, generations, session.records)
    const asked = { ...known, ...optional('memberFate', memberFate), goesFirst: this.first.because }
    const choose = (among: readonly ResourceRecord[]): Promise<Chosen> =>
      this.#questions.run(() => session.values.resolve(() => chooseGeneration(asked, among, news, isRequested)))
    const best = await choose(generations)
    // The program may still ask for such a record by its present name. The record is only chosen if it can change in place.
    const isOfOther = otherwise.includes(best.record?.id ?? '')
    const isTaken = isOfOther && best.decision.action !== 'replace'
    const among = isTaken ? generations : generations.filter(({ id }) => !otherwise.includes(id))
    const chosen = this.#givenUp.asStream(wanted, isOfOther && !isTaken ? await choose(among) : best)
    if (this.#isPreview) this.#becoming.set(name, chosen.record?.id)
    if (chosen.record !== undefined) {
      this.#taken.add(chosen.record.id)
      if (chosen.decision.destroyFirst === true) this.#making.add(chosen.record.id)
    }
    const along = chosen.record === undefined ? [] : this.#goneAs(name)
    const named = regrouped(name, chosen.record, [...among, ...along], (old) => this.first.asOld(resource, old))
    const { changes, ...free } = withProtectionLifted(chosen, resource, named)
    await this.#recordNames(changes)
    return free
  }

  /** Records that have the name and go with their container: if another record becomes the resource, they become older generations. */
  #goneAs(name: string): readonly ResourceRecord[] {
    const named = this.before.named(name)
    const gone = named.filter((id) => this.#containers.ids.has(id) && this.#taken.has(id))
    return gone.flatMap((id) => this.#session.records.get(id) ?? []).filter((record) => record.name === name)
  }

  /** Records names. A name may only be free because of an earlier renaming. If that renaming could not be recorded, this one is refused, too. */
  async #recordNames(changes: readonly StateChange[]): Promise<void> {
    if (changes.length === 0) return
    this.#session.journal.refuseUnrecorded()
    await this.#session.journal.write(withReaders(changes, [...this.#session.records.all()]))
  }

  /** The aliases of a resource, except those that the program has asked for as names of other resources. */
  #formerNames({ options }: CheckedResource): readonly string[] {
    return (options?.aliases ?? []).filter((alias) => !this.#session.wants.goals.has(alias))
  }

  /** A record as it will be after the run. In a preview, `replaced` is not recorded yet. The program gives the policy for an old record. */
  #asItWillBe(record: ResourceRecord): ResourceRecord {
    const id = this.#becoming.get(record.name)
    const isReplaced = id === undefined ? record.replaced : record.id !== id
    const goal = isReplaced ? this.#session.wants.goals.get(record.name) : undefined
    const known = goal === undefined ? record : this.first.asOld(goal, record)
    return isReplaced === record.replaced ? known : { ...known, replaced: isReplaced }
  }

  /** Removals, in order, of resources that were not asked for and of replaced ones. For `going`, a preview has steps already. */
  removals({ words = inWordsOfPrograms, going = [], links = [] }: Leaving = {}): Ending {
    const session = this.#session
    const records = Array.from(session.records.all(), (record) => this.#asItWillBe(record))
    const isKept = ({ replaced, name }: ResourceRecord): boolean => !replaced && session.wants.goals.has(name)
    // A resource that this run has replaced goes, even if nothing else may go.
    const mayGo = (record: ResourceRecord): boolean =>
      (record.replaced && this.#steps.has(record.name) && !this.#left.has(record.name)) || this.mayGo(record)
    const isGone = (record: ResourceRecord): boolean =>
      this.#isMine(record) &&
      !isKept(record) &&
      !this.#making.has(record.id) &&
      !(this.#isPreview && this.#containers.ids.has(record.id)) &&
      mayGo(record)
    const unwanted = records.filter(isGone)
    // The parts of one composed resource must not end things that were made for other resources.
    const isAll = this.#isMine === isOfBlueprint
    const state = { resources: records, links: session.before?.links ?? [] }
    const makers = [...unwanted, ...going]
    const gone = [...unwanted, ...(isAll ? madeForGone(makers, state) : madeForThese(makers, records))]
    const beside = this.#isPreview ? this.#beside(records, gone) : undefined
    const situation = situationAtEnd(session, records, beside, links)
    const steps = unwantedSteps(gone, situation, { meant: (record) => meaning(record, this.unasked, session) })
    const around = { providers: session.providers, drift: session.news.drift, state: undefined }
    const ordered = scheduleOrder({ steps: steps.map(words), links }, around)
    const told = this.first.shown(sayingUnread(ordered.steps, session.news))
    const held = session.wants.hold(holdProtected(told, records, session.before?.resources))
    return { steps: held, links: inPlace(links, ordered.links) }
  }

  /** Notes on replacements that the old resource stays if a resource that the run leaves alone needs it. For a preview. */
  withOldKept(steps: readonly PlanStep[]): readonly PlanStep[] {
    const gone = steps.flatMap(({ action, current }) => (action === 'delete' && current ? [current] : []))
    const records = [...this.#session.records.all()]
    return notingOldKept(steps, situationAtEnd(this.#session, records, this.#beside(records, gone)))
  }

  /** The records that this run leaves alone. */
  #beside(records: readonly ResourceRecord[], gone: readonly ResourceRecord[]): readonly ResourceRecord[] {
    const going = new Set([...gone.map(({ id }) => id), ...this.#containers.ids])
    const isAsked = ({ name, replaced }: ResourceRecord): boolean =>
      !replaced && this.#steps.has(name) && !this.#left.has(name)
    return records.filter((record) => this.#isMine(record) && !going.has(record.id) && !isAsked(record))
  }
}
