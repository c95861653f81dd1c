import { type Diagnostic, namespaceOf, Unknown, type Value, type ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import { resolveSpec, withUnknownComputed } from '../../check/resources/resolve-spec.ts'
import type { CheckedBlueprint, CheckedResource } from '../../check/checked.ts'
import { truthOf } from '../../evaluate/truth.ts'
import { EvaluationFailure } from '../../language/failure.ts'
import type { Scope } from '../../evaluate/scope.ts'
import { type Asking, type DiffQuestion, Questions } from '../../providers/questions/answers.ts'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import { policyForOld } from '../../reality/recorded/policy-for-old.ts'
import { scheduleOrder } from '../order/schedule-order.ts'
import { askingDiff, type Previewed, providerPreviews, remediedByPolicies } from '../decide/ask-providers.ts'
import type { Decision, News } from '../decide/decide.ts'
import { emptiedTemplates } from './emptied-templates.ts'
import { existenceOf, mayExist } from '../../reality/recorded/life-cycle.ts'
import {
  asGeneration,
  asResource,
  type Chosen,
  chooseGeneration,
  regrouped,
  withReaders,
} from '../match/generations.ts'
import { configuredNow } from '../decide/configured-now.ts'
import { protectPath, saidOfAll } from '../guard/whole-instance.ts'
import { checksBefore, isToBeThere, unmetDemands, unmetRequirements } from './conditions.ts'
import { declaredIdentity } from '../../spec/identity.ts'
import { type Draft, type DraftOptions, stepOf } from './draft-result.ts'
import { plannedExports } from './planned-exports.ts'
import { withIgnored, withOpenIgnored } from '../decide/ignored-changes.ts'
import { notingWhatStays } from '../guard/outside-the-plan.ts'
import { type SituationOfPlan, situationOfUp } from '../guard/situation-of-plan.ts'
import { ReplacedContainers } from '../order/member-fate.ts'
import { isOfBlueprint, madeForGone, madeForThese, replacedWholes, withPartsAside } from '../match/made-by-plugins.ts'
import { missingOfMade } from '../../reality/drift/made-outside.ts'
import { type Matching, matchRecords, recordedContainers, type Renames } from '../match/match.ts'
import { type Resolved, type ResolvedMetadata, resolveMetadata } from '../decide/metadata.ts'
import { metadataValue } from '../../spec/metadata-value.ts'
import { draftLinks, linkView, type LinkWorld } from './draft-links.ts'
import type { LinkStep } from '../shape/link-step.ts'
import { comingBefore, inOrder } from '../order/coming-before.ts'
import type { PlanStep } from '../shape/plan.ts'
import { readsNow } from '../match/what-it-reads.ts'
import { isAsRecorded, notedNow, recordedOtherwise, refreshedRecord } from '../decide/refreshed.ts'
import { evaluationDiagnostic, leftUnconfigured, leftWhole, oneIdentity } from '../decide/refusal.ts'
import { selectPart, selectReplaced, type Selection } from '../match/targets.ts'
import { unwantedSteps } from '../guard/unwanted.ts'
import { plannedView, updatedView, viewOf, scopeOfPlan, type Views } from './scope-of-plan.ts'

/** The number of resources in one part of a draft. */
const partSize = 16

export type Known = Omit<Gathered, 'changes' | 'settled'>
/** The facts for a round, with the findings of the previous draft. */
export type Round = Known & { readonly renames: Renames; readonly goneFirst: ReadonlySet<string> }

/** One draft of an `up`. */
export class UpDraft implements Views {
  /** Names of the resources, by their known declared identity. */
  readonly identities = new Map<string, string>()
  /** Ids of containers that turned out to be gone before their members could be changed. */
  goneFirst: ReadonlySet<string> = new Set()
  readonly #blueprint: CheckedBlueprint
  readonly #gathered: Known
  readonly #replace: ReadonlySet<string>
  readonly #isWayBack: boolean
  readonly #selection: Selection
  readonly #matching: Matching
  /** The record of each resource, by its name. */
  readonly #records = new Map<string, ResourceRecord>()
  readonly #regrouped: StateChange[] = []
  /** Records that had a resource's name and no longer belong to it. */
  readonly #setAside: ResourceRecord[] = []
  readonly #replaced: ReplacedContainers
  readonly #views = new Map<string, Value>()
  readonly #pending = new Set<string>()
  /** Names of resources whose condition is false. */
  readonly #absent = new Set<string>()
  /** Names of the resources that this plan makes anew. */
  readonly #remade = new Set<string>()
  readonly #questions = new Questions()
  readonly #diagnostics: Diagnostic[] = []
  /** Steps of the resources that the plan is about, by name. */
  readonly #steps = new Map<string, PlanStep>()
  /** The gathered facts, for functions that need many of them. */
  readonly #news: Known & News
  readonly #asking: Known & { readonly questions: Questions }
  readonly #previewed: Previewed
  readonly #scope: Scope

  constructor(blueprint: CheckedBlueprint, gathered: Round, options: DraftOptions) {
    const { renames, goneFirst } = gathered
    const records = gathered.state?.resources ?? []
    this.#blueprint = blueprint
    this.#gathered = gathered
    const { replace = [], isWayBack = false } = options
    this.#isWayBack = isWayBack
    this.#selection = selectPart({ operation: 'up', ...options }, blueprint.resources, records, renames)
    this.#replace = selectReplaced(replace, this.#selection, options, blueprint.resources, records)
    this.#matching = matchRecords(blueprint.resources, records.filter(isOfBlueprint), renames)
    const ids = new Set(records.map(({ id }) => id))
    this.#replaced = new ReplacedContainers((id) => ids.has(id), goneFirst, blueprint.resources.values())
    for (const record of this.#matching.unclaimed) if (this.#isSelected(record.name)) this.#replaced.noteOlder(record)
    const about = { instanceId: gathered.state?.instance.id ?? '', instanceName: gathered.instance }
    this.#news = { ...gathered, askDiff: askingDiff(gathered.answers, this.#questions, about) }
    this.#asking = { ...gathered, questions: this.#questions }
    this.#previewed = providerPreviews(gathered.answers, this.#questions, about)
    this.#scope = this.#world(this.#questions)
  }

  #world(asking: Asking): Scope {
    return scopeOfPlan(this.#blueprint, this, this.#gathered.answers, asking)
  }

  get(name: string): Value | undefined {
    return this.#views.get(name)
  }

  linkData(name: string): Value | undefined {
    return linkView(name, this.#linkWorld())
  }

  isPending(name: string): boolean {
    return this.#pending.has(name)
  }

  /** Yields after each part of a large draft, with the questions so far. */
  *finish(): Generator<readonly DiffQuestion[], Draft> {
    const { resources } = this.#blueprint
    let planned = 0
    // Containers come first, including the present ones of members, because the fate of a member depends on them.
    for (const resource of inOrder(resources, comingBefore(resources, recordedContainers(this.#matching)))) {
      if (planned++ % partSize === 0 && resources.size > partSize) yield this.#questions.takeNewDiffs()
      if (!this.#isSelected(resource.name)) {
        this.#leave(resource)
        continue
      }
      const condition = this.#conditionOf(resource)
      const step = condition === false ? undefined : this.#plan(resource, condition)
      if (step !== undefined) this.#steps.set(resource.name, step)
      else if (condition === false) this.#giveUp(resource)
      else this.#leave(resource)
    }
    const steps = [...resources.keys()].flatMap((name) => this.#steps.get(name) ?? [])
    const drafted = draftLinks(this.#linkWorld())
    const kept = (): Iterable<ResourceRecord> => this.#records.values()
    const decided = { kept, beside: this.#beside(), links: drafted, absent: this.#absent }
    const situation = situationOfUp(this.#blueprint, this.#gathered, decided)
    const unwanted = this.#unwanted(drafted, situation)
    const unordered = { steps: [...steps, ...unwanted], links: drafted, beside: this.#beside() }
    const arranged = scheduleOrder({ ...unordered, blueprint: this.#blueprint }, this.#gathered)
    this.goneFirst = arranged.goneFirst
    const emptied = emptiedTemplates(this.#blueprint, arranged.steps)
    const protect = this.#orReport(protectPath, () => saidOfAll(this.#blueprint, this.#scope))
    this.#diagnostics.push(...emptied, ...unmetRequirements(this.#blueprint, this.#scope))
    return {
      steps: notingWhatStays(arranged.steps, situation),
      links: arranged.links,
      regrouped: withReaders(this.#regrouped, this.#gathered.state?.resources ?? []),
      absent: [...this.#absent],
      ...plannedExports(this.#blueprint, this.#scope, (path, work) => this.#orReport(path, work)),
      checks: checksBefore(this.#blueprint, this.#questions, (asking) => this.#world(asking)),
      protect,
      drawn: this.#questions.drawn,
      ...this.#questions.take(),
      diagnostics: this.#diagnostics,
    }
  }

  #linkWorld(): LinkWorld {
    const { state, providers, answers, instance, linkDrift = new Map() } = this.#gathered
    let wanted: ReadonlySet<string> | undefined
    return {
      links: (this.#blueprint.links ?? []).filter(({ a, b }) => !this.#absent.has(a) && !this.#absent.has(b)),
      recorded: state?.links ?? [],
      steps: this.#steps,
      record: (name) => this.#records.get(name),
      beside: this.#beside(),
      isWanted: (id) => (wanted ??= new Set(Array.from(this.#records.values(), (one) => one.id))).has(id),
      absent: this.#absent,
      isSelected: (name) => this.#isSelected(name),
      configuration: (name) => this.#blueprint.resources.get(name)?.options?.provider,
      providers,
      instance,
      instanceId: state?.instance.id ?? '',
      drift: linkDrift,
      answers,
      questions: this.#questions,
    }
  }

  #isSelected(name: string): boolean {
    return this.#selection?.has(name) ?? true
  }

  /** Shows a resource that this plan is not about as it is recorded. Its identity counts, because another resource may have been renamed to it. */
  #leave(resource: CheckedResource): void {
    const { name, definition } = resource
    const isThere = definition.identity !== undefined && isToBeThere(resource, this.#scope)
    if (isThere !== false) {
      const other = this.#identify(resource, resolveSpec(resource, this.#scope).spec)
      // Two resources that this plan is not about may be the same thing for now.
      if (other !== undefined && isThere === true && this.#steps.has(other)) this.#refuseSame(resource, other)
    }
    const record = this.#matching.generations.get(name)?.find(({ replaced }) => !replaced)
    if (record === undefined) return
    this.#records.set(name, record)
    if (mayExist(record)) this.#views.set(name, viewOf(record, this.#gathered.providers))
  }

  /** True if the resource is wanted, false if it is not, unknown while its condition is unknown. */
  #conditionOf({ name, condition }: CheckedResource): boolean | Unknown {
    if (condition === undefined) return true
    const found = this.#orReport(`resources.${name}.condition`, () => truthOf(name, condition, this.#scope))
    return found ?? new Unknown(`resources.${name}.condition`)
  }

  /** Gives up a resource whose condition is false, so that all its generations go. */
  #giveUp(resource: CheckedResource): void {
    this.#absent.add(resource.name)
    this.#views.set(resource.name, null)
    const recorded = this.#matching.generations.get(resource.name) ?? []
    const there = recorded.map((record) => policyForOld(resource, record))
    this.#setAside.push(...there)
    for (const record of there) this.#replaced.noteOlder(record)
  }

  #plan(declared: CheckedResource, condition: boolean | Unknown): PlanStep | undefined {
    const resource = configuredNow(declared, (by) => ({ recordId: this.#readId(by), view: this.#views.get(by) }))
    const { name } = resource
    const written = this.#resolve(resource)
    if (written === undefined) return undefined
    const other = this.#identify(resource, written.spec)
    if (other !== undefined) this.#refuseSame(resource, other)
    const chosen = this.#choose(resource, written)
    const { record, decision, spec } = chosen
    const resolved = spec === written.spec ? written : { ...written, spec }
    this.#see(resource, resolved, decision, record)
    if (condition instanceof Unknown) this.#leaveOpen(name)
    const isKept = decision.action === 'none' && record !== undefined
    const step = stepOf(resource, {
      ...resolved,
      decision,
      current: record,
      renamedFrom: chosen.renamedFrom,
      record: isKept ? this.#refreshed(resource, resolved, record) : undefined,
      recorded: recordedOtherwise(resource, decision, record).recorded,
      conditionUntil: condition instanceof Unknown ? condition.until : undefined,
    })
    this.#replaced.note(step)
    this.#diagnostics.push(...unmetDemands(resource, step, this.#scope, this.#blueprint.source))
    this.#diagnostics.push(...leftUnconfigured(resource, condition, this.#absent, this.#blueprint.source))
    return step
  }

  /** Makes a resource unknown to others, because only the run can decide whether there is one. */
  #leaveOpen(name: string): void {
    this.#views.delete(name)
    this.#pending.add(name)
    this.#remade.add(name)
  }

  /** Returns the name of another resource with the same identity. Two resources cannot be the same thing. */
  #identify(resource: CheckedResource, written: ValueMap): string | undefined {
    const { name, definition, options } = resource
    if (definition.identity === undefined) return undefined
    // An ignored change does not change the identity of a resource.
    const { spec } = withIgnored({ resource, spec: written }, this.#matching.generations.get(name) ?? [])
    const identity = declaredIdentity(definition, { spec, options })
    const other = identity === undefined ? undefined : this.identities.get(identity)
    if (identity !== undefined && other === undefined) this.identities.set(identity, name)
    return other
  }

  #refuseSame(resource: CheckedResource, other: string): void {
    this.#diagnostics.push(oneIdentity(resource, other, this.#blueprint.source))
  }

  /** Finds the record of a resource, and notes the fate of its other generations. */
  #choose(resource: CheckedResource, resolved: Resolved): Chosen & { readonly renamedFrom?: string | undefined } {
    const { name } = resource
    const generations = this.#matching.generations.get(name) ?? []
    const memberFate = this.#replaced.memberFate(resource)
    const wanted = { resource, ...resolved, memberFate }
    const chosen = chooseGeneration(wanted, generations, this.#news, this.#replace.has(name))
    this.#diagnostics.push(...leftWhole(resource, chosen.record, memberFate, this.#blueprint.source))
    this.#regrouped.push(...regrouped(name, chosen.record, generations, (old) => policyForOld(resource, old)))
    for (const record of generations) {
      if (record.id === chosen.record?.id || !mayExist(record)) continue
      const older = policyForOld(resource, asGeneration(record, name))
      this.#setAside.push(older)
      this.#replaced.noteOlder(older, chosen.record)
    }
    if (chosen.record === undefined) return chosen
    const record = asResource(chosen.record, name)
    this.#records.set(name, record)
    if (record === chosen.record) return chosen
    const before = chosen.record.name
    return { ...chosen, record, renamedFrom: before === name ? undefined : before }
  }

  #resolve(resource: CheckedResource): Resolved | undefined {
    const { spec: written, diagnostics } = resolveSpec(resource, this.#scope, this.#blueprint.source)
    this.#diagnostics.push(...diagnostics)
    const spec = diagnostics.length > 0 ? written : remediedByPolicies(resource, written, this.#asking)
    const beside = this.#orReport(`resources.${resource.name}.metadata`, () => resolveMetadata(resource, this.#scope))
    return diagnostics.length > 0 || beside === undefined ? undefined : { spec, ...beside }
  }

  #orReport<T>(path: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (thrown) {
      if (!(thrown instanceof EvaluationFailure)) throw thrown
      this.#diagnostics.push(evaluationDiagnostic(thrown, path, this.#blueprint.source))
      return undefined
    }
  }

  /** Makes a resource visible to its dependents. Only values that this plan may change are unknown. */
  #see(resource: CheckedResource, resolved: Resolved, decision: Decision, record?: ResourceRecord): void {
    const { name, definition } = resource
    const { action, blocked } = decision
    if (action === 'none' && record !== undefined) {
      this.#views.set(name, viewOf(record, this.#gathered.providers))
      return
    }
    this.#pending.add(name)
    const isMadeAnew = action !== 'update' || (record !== undefined && existenceOf(record) === 'doubtful')
    if (isMadeAnew) this.#remade.add(name)
    if (blocked !== undefined) return
    const known = withOpenIgnored({ resource, spec: resolved.spec }, record)
    const spec =
      this.#previewed({ resource, resolved: { ...resolved, spec: known }, decision, record }) ??
      (action === 'update' && record !== undefined
        ? updatedView(resource, known, record)
        : withUnknownComputed(definition.schema, known, `resources.${name}.spec`))
    this.#views.set(name, plannedView(spec, metadataValue(resolved.metadata)))
  }

  /** The new record of a resource without changes; `undefined` if it needs no new one. */
  #refreshed(
    resource: CheckedResource,
    resolved: ResolvedMetadata,
    record: ResourceRecord,
  ): ResourceRecord | undefined {
    const { dependsOn } = resource
    const now = notedNow(record, resource, resolved, {
      provider: this.#gathered.providers.byNamespace.get(namespaceOf(resource.type)),
      reads: readsNow(resource, record.spec, {
        idsOf: (names) => names.flatMap((one) => this.#readId(one) ?? []),
        left: () => this.#beside(),
        definition: (type) => this.#gathered.providers.type(type),
      }),
      idOf: (one) => this.#readId(one),
      seenWith: this.#gathered.seenWith?.get(record.id),
    })
    const isNews = dependsOn.some((name) => this.#remade.has(name)) || this.#gathered.drift.has(record.id)
    return isNews || !isAsRecorded(now, record) ? refreshedRecord(record, now) : undefined
  }

  /** The id of the resource's record; `undefined` if this plan makes a new resource, whose id is not known before the run. */
  #readId(name: string): string | undefined {
    return this.#remade.has(name) ? undefined : this.#records.get(name)?.id
  }

  /** Steps for all resources that the blueprint no longer has, newest first, including old generations. */
  #unwanted(links: readonly LinkStep[], situation: SituationOfPlan): PlanStep[] {
    const left = [...this.#matching.unclaimed, ...this.#setAside].filter(({ name }) => this.#isSelected(name))
    const ended = links.flatMap(({ action, current }) =>
      action === 'delete' && current !== undefined ? [current] : [],
    )
    const isWhole = this.#selection === undefined
    const { drift, providers, state } = this.#gathered
    const wholes = replacedWholes(this.#steps.values())
    const makers = [...left, ...ended, ...wholes]
    const made = isWhole ? madeForGone(makers, state) : madeForThese(makers, state?.resources ?? [])
    const isAgain = (record: ResourceRecord): boolean => this.#isSelected(record.name) && !made.includes(record)
    const gone = [...left, ...made, ...missingOfMade(state, drift, providers).filter(isAgain)]
    if (gone.length === 0) return []
    const former = makers.filter(({ name }) => this.#steps.has(name))
    return withPartsAside(unwantedSteps(gone, situation, { isWayBack: this.#isWayBack }), former)
  }

  /** Records that this plan leaves alone. */
  #beside(): readonly ResourceRecord[] {
    const { resources = [] } = this.#gathered.state ?? {}
    return this.#selection === undefined ? [] : resources.filter(({ name }) => !this.#isSelected(name))
  }
}
