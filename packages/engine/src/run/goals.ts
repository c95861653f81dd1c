import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { resolveSpec } from '../check/resolve-spec.ts'
import type { Wanted } from '../plan/decide.ts'
import { asResource, chooseGeneration, regrouped, withReaders } from '../plan/generations.ts'
import { isOfBlueprint, madeForGone } from '../plan/made-for.ts'
import { resolveMetadata } from '../plan/metadata.ts'
import { orderSteps } from '../plan/order.ts'
import { oldKey, type PlanStep } from '../plan/plan.ts'
import { Refusal } from '../plan/refusal.ts'
import { unwantedSteps } from '../plan/unwanted.ts'
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
      const identity = mayExist(record) ? declaredIdentity(session.definition(record.type), record.spec) : undefined
      for (const key of [`name ${record.name}`, ...(identity === undefined ? [] : [`thing ${identity}`])]) {
        const known = this.#before.get(key)
        if (known === undefined) this.#before.set(key, [record.id])
        else known.push(record.id)
      }
    }
  }

  /** What can be said of it already; the rest is worked out when what it waits for is there, as for a plan. */
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
    const { spec, diagnostics, beside } = await session.resolve((scope) => ({
      ...resolveSpec(resource, scope, session.blueprint?.source),
      beside: resolveMetadata(resource, scope),
    }))
    if (diagnostics.length > 0) throw new Refusal(diagnostics)
    const { nameUntil: _, ...known } = beside
    const { record, decision } = await this.#choose({ resource, spec, ...beside })
    const current = record === undefined ? {} : { current: asResource(record, name) }
    const room = decision.destroyFirst === true ? { after: [...resource.dependsOn, oldKey(name)] } : {}
    return { ...decision, ...known, ...current, ...room, desired: spec }
  }

  /** Takes one of the records that may be the resource, and has it recorded which. */
  async #choose(wanted: Wanted) {
    const session = this.#session
    const { name, definition } = wanted.resource
    const identity = declaredIdentity(definition, wanted.spec)
    const things = identity === undefined ? [] : (this.#before.get(`thing ${identity}`) ?? [])
    const ids = new Set([...(this.#before.get(`name ${name}`) ?? []), ...things])
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

  /** Of what has not been asked for, and of what was replaced, in the order in which it may go. */
  removals(): PlanStep[] {
    const session = this.#session
    const records = [...session.records()]
    const isKept = ({ replaced, name }: ResourceRecord): boolean => !replaced && session.goals.has(name)
    const isGone = (record: ResourceRecord): boolean =>
      isOfBlueprint(record) && !isKept(record) && !this.#making.has(record.id)
    const unwanted = records.filter(isGone)
    const gone = [...unwanted, ...madeForGone(unwanted, { resources: records, links: session.links })]
    const { drift } = session.news
    return orderSteps(unwantedSteps(gone, records.filter(isKept), { drift, providers: session.providers }), new Map())
  }
}
