import { containsUnknown } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { recordedOtherwise } from '../../plan/decide/refreshed.ts'
import { stepOf } from '../../plan/draft/draft-result.ts'
import { chooseGeneration } from '../../plan/match/generations.ts'
import type { PlanStep } from '../../plan/shape/plan.ts'
import { existenceOf } from '../../reality/recorded/life-cycle.ts'
import type { Following } from '../session/session.ts'
import { wantedNow } from '../step/resolve-deployment.ts'
import type { RecordIds } from './record-ids.ts'

/**
 * Decides at once about a requested resource that certainly stays as it is recorded, which is what nearly all of them do when a program runs
 * again. Whatever has to wait for something, or may be another record, is for {@link Goals}, which would decide the same.
 */
export class KeptAtOnce {
  readonly #session: Following
  readonly #before: RecordIds
  /** Ids of the records that already belong to a resource. */
  readonly #taken: ReadonlySet<string>
  /** Names of the resources that were decided here. */
  readonly #names = new Set<string>()

  constructor(session: Following, before: RecordIds, taken: ReadonlySet<string>) {
    this.#session = session
    this.#before = before
    this.#taken = taken
  }

  /** The step of a resource that stays and waits for nothing; `undefined` if that is not certain. */
  step(resource: CheckedResource): PlanStep | undefined {
    const record = isPlain(resource) && this.#dependsOnKept(resource) ? this.#onlyRecord(resource) : undefined
    if (record === undefined) return undefined
    const session = this.#session
    const { name, dependsOn: after } = resource
    const kept = session.values.atOnce((scope) => {
      const { spec, diagnostics, beside } = wantedNow(resource, scope, session)
      if (diagnostics.length > 0 || containsUnknown(spec)) return undefined
      const news = { ...session.news, providers: session.providers }
      const chosen = chooseGeneration({ resource, spec, ...beside }, [record], news, false)
      return { ...chosen, beside }
    })
    if (kept?.record !== record || kept.decision.action !== 'none' || kept.decision.blocked !== undefined)
      return undefined
    const { decision, spec, beside } = kept
    const { recorded } = recordedOtherwise(resource, decision, record)
    if (recorded !== undefined) return undefined
    this.#names.add(name)
    const about = { ...beside, decision, spec, current: record, recorded }
    const step = stepOf(resource, { ...about, importedAs: undefined, renamedFrom: undefined })
    return after.length === 0 ? step : { ...step, after: [...new Set(after)] }
  }

  #dependsOnKept({ dependsOn }: CheckedResource): boolean {
    return dependsOn.every((needed) => this.#names.has(needed))
  }

  /** The record of the resource, unless another record may become the resource, or a look outside has found anything unusual about it. */
  #onlyRecord(resource: CheckedResource): ResourceRecord | undefined {
    const { records, news, fates } = this.#session
    const [id, another] = this.#before.named(resource.name)
    if (id === undefined || another !== undefined || this.#taken.has(id)) return undefined
    const record = records.get(id)
    if (record === undefined || record.name !== resource.name || record.type !== resource.type) return undefined
    const isAlone = record.seenWith === undefined && record.standsIn === undefined
    const isOrdinary = isAlone && !record.replaced && existenceOf(record) === 'there'
    const isNews = news.drift.has(id) || news.unread.has(id) || news.undecided.has(id) || fates.perhapsGone.has(id)
    if (!isOrdinary || isNews) return undefined
    return this.#before.calledOtherwise(resource, []).length > 0 ? undefined : record
  }
}

/** True if only its record and its spec decide about a resource. */
function isPlain({ definition, options, sameAs, found, condition }: CheckedResource): boolean {
  const { identity, comparedBy, replacementBy, replacedWith, isComposed } = definition
  const isOfProvider = comparedBy !== undefined || replacementBy !== undefined || replacedWith !== undefined
  const isWhole = isComposed === true
  return (
    options === undefined &&
    sameAs === undefined &&
    found === undefined &&
    condition === undefined &&
    identity === undefined &&
    !isOfProvider &&
    !isWhole
  )
}
