import { Failure, hasErrors, type ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { type Decision, type Wanted, withIgnored } from '../plan/decide.ts'
import { asResource, chooseGeneration, regrouped, withReaders } from '../plan/generations.ts'
import { goTogether } from '../plan/go-together.ts'
import { isOfBlueprint, madeForGone } from '../plan/made-for.ts'
import { orderSteps } from '../plan/order.ts'
import { oldKey, type PlanStep } from '../plan/plan.ts'
import { refuseProtected } from '../plan/protection.ts'
import { resolveWanted } from './resolve-wanted.ts'
import { Refusal } from '../plan/refusal.ts'
import { optional } from '../language/parse/optional.ts'
import { notInBlueprint, unwantedSteps } from '../plan/unwanted.ts'
import { mayExist } from '../reality/life-cycle.ts'
import { declaredIdentity } from '../spec/identity.ts'
import type { RunSession } from './run-session.ts'

/** Makes steps of what a program asks for, each from the records as they are when it is asked for. */
export class Goals {
  readonly #session: RunSession
  /** Ids of the records that there were before, by their names and by what identifies them. */
  readonly #before = new Map<string, string[]>()
  /** Ids of the records that resources of the program are by now. */
  readonly #taken = new Set<string>()
  /** Ids of the records that make room for their successors in steps of their own. */
  readonly #making = new Set<string>()

  constructor(session: RunSession) {
    this.#session = session
    for (const record of session.records()) {
      if (!isOfBlueprint(record)) continue
      const identity = mayExist(record) ? declaredIdentity(session.definition(record.type), record) : undefined
      for (const key of [`name ${record.name}`, ...(identity === undefined ? [] : [`thing ${identity}`])]) {
        const known = this.#before.get(key)
        if (known === undefined) this.#before.set(key, [record.id])
        else known.push(record.id)
      }
    }
  }

  /** The part of it that is known already; the rest is worked out, as for a plan, when all it waits for is there. */
  async step(resource: CheckedResource): Promise<PlanStep> {
    const { name, type, dependsOn } = resource
    const { goals, open } = this.#session
    if (goals.has(name)) throw new TypeError(`${name} was asked for before`)
    const missing = dependsOn.find((needed) => !goals.has(needed))
    if (missing !== undefined) throw new TypeError(`${name} waits for ${missing}, which was not asked for`)
    goals.set(name, resource)
    open.add(name)
    const step = { key: name, name, type, changes: [], replaceBecause: [], after: dependsOn }
    try {
      return { ...step, ...(await this.#decide(resource)) }
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      const { code, message, hint } = thrown
      const current = this.#session.named(name)
      const blocked = { code, message, ...(hint === undefined ? {} : { hint }) }
      return { ...step, action: 'create', ...(current === undefined ? {} : { current }), blocked }
    }
  }

  async #decide(resource: CheckedResource) {
    const session = this.#session
    const { name } = resource
    const { spec, diagnostics, beside } = await resolveWanted(resource, session)
    if (diagnostics.length > 0) throw new Refusal(diagnostics)
    const { nameUntil: _, ...known } = beside
    const { record, decision } = await this.#choose({ resource, spec, ...beside })
    refuseReplaced(resource, record, decision)
    const isRenamed = record !== undefined && record.name !== name && !record.replaced
    const former = isRenamed ? { renamedFrom: record.name } : {}
    const current = record === undefined ? {} : { current: asResource(record, name), ...former }
    const room = decision.destroyFirst === true ? { after: [...resource.dependsOn, oldKey(name)] } : {}
    const isKept = record !== undefined && decision.action !== 'create'
    const desired = isKept ? withIgnored({ resource, spec }, record).spec : spec
    await this.#validate(resource, decision, desired)
    return { ...decision, ...known, ...current, ...room, desired }
  }

  /** What stays as it is has passed before. */
  async #validate(resource: CheckedResource, { action, blocked }: Decision, desired: ValueMap): Promise<void> {
    if (action === 'none' || blocked !== undefined) return
    const found = await this.#session.validated(resource, desired)
    if (hasErrors(found)) throw new Refusal(found)
  }

  /** Takes one of the records that may be the resource, and has it recorded which. */
  async #choose(wanted: Wanted) {
    const session = this.#session
    const { name, definition, options } = wanted.resource
    const identity = declaredIdentity(definition, { spec: wanted.spec, options })
    const things = identity === undefined ? [] : (this.#before.get(`thing ${identity}`) ?? [])
    const ids = new Set([...this.#recorded(wanted.resource), ...things])
    const generations = Array.from(ids).flatMap((id) => (this.#taken.has(id) ? [] : (session.record(id) ?? [])))
    const news = { ...session.news, providers: session.providers }
    const chosen = await session.resolve(() => chooseGeneration(wanted, generations, news, false))
    if (chosen.record !== undefined) {
      this.#taken.add(chosen.record.id)
      if (chosen.decision.destroyFirst === true) this.#making.add(chosen.record.id)
    }
    const changes = regrouped(name, chosen.record, generations)
    if (changes.length > 0) await session.write(withReaders(changes, [...session.records()]))
    return chosen
  }

  /** Ids of the records that have the name of a resource; where none of them is there, those of a name that it had. */
  #recorded({ name, options }: CheckedResource): readonly string[] {
    const { goals } = this.#session
    const own = this.#before.get(`name ${name}`) ?? []
    const former = (options?.aliases ?? []).filter((alias) => !goals.has(alias))
    const named = [own, ...former.map((alias) => this.#before.get(`name ${alias}`) ?? [])]
    return named.find((ids) => ids.some((id) => this.#isThere(id))) ?? own
  }

  #isThere(id: string): boolean {
    const record = this.#session.record(id)
    return record !== undefined && !record.replaced && !this.#taken.has(id) && mayExist(record)
  }

  /** Of what has not been asked for, and of what was replaced, in the order in which it may go. */
  removals(): readonly PlanStep[] {
    const session = this.#session
    const records = [...session.records()]
    const isKept = ({ replaced, name }: ResourceRecord): boolean => !replaced && session.goals.has(name)
    const isGone = (record: ResourceRecord): boolean =>
      isOfBlueprint(record) && !isKept(record) && !this.#making.has(record.id)
    const unwanted = records.filter(isGone)
    const gone = [...unwanted, ...madeForGone(unwanted, { resources: records, links: session.links })]
    const { drift } = session.news
    const steps = unwantedSteps(gone, records.filter(isKept), { drift, providers: session.providers })
    return goTogether(orderSteps(steps.map(inWordsOfPrograms), new Map()))
  }
}

function inWordsOfPrograms(step: PlanStep): PlanStep {
  return step.reason === notInBlueprint ? { ...step, reason: 'the program no longer asks for it' } : step
}

/** What goes at the end is held back in its turn. */
function refuseReplaced(resource: CheckedResource, record: ResourceRecord | undefined, decision: Decision): void {
  const { name, type } = resource
  const step: PlanStep = { key: name, name, type, after: [], ...decision, ...optional('current', record) }
  refuseProtected({ steps: [step] }, new Map([[name, resource]]))
}
