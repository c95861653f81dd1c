import type { ValueMap } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { CheckedBlueprint, CheckedResource } from '../check/checked.ts'
import { defaultDeadlines, defaultParallelism } from '../defaults.ts'
import type { Deadlines } from '../providers/waiting/deadlines.ts'
import { ProviderCalls } from '../providers/calls/provider-calls.ts'
import type { AttemptFailed } from '../providers/failures/attempt-failed-event.ts'
import type { DoubtSettled } from './doubt/doubt-settled.ts'
import type { NotFoundYet } from './search/not-found-yet-event.ts'
import type { Ports } from '../ports.ts'
import { Answers, type DiffQuestion, type Question } from '../providers/questions/answers.ts'
import { AskedAhead } from '../providers/questions/asked-ahead.ts'
import { answerQuestions } from '../providers/questions/answer-questions.ts'
import { type AskComposed, nobodyComposes } from '../providers/questions/composed.ts'
import { declaredIdentity } from '../spec/identity.ts'
import { existenceOf, hasSurvived, hasFailed } from './recorded/life-cycle.ts'
import { type DriftFound, findDrift } from './drift/drift.ts'
import { findLinkDrift } from './drift/link-drift.ts'
import { withLinkMakers, withMakers } from './drift/made-outside.ts'
import type { Drift, Gathered } from './gathered/gathered.ts'
import type { Providers } from '../providers/providers.ts'
import { askProviders } from '../providers/definitions/ask-providers.ts'
import { seenWithOthers } from './obstacles/other-settings.ts'
import { refuseVerdicts, type SettlingResult, settleDoubt, type UserVerdicts } from './doubt/settle-doubt.ts'
import { recordsIn } from '../providers/settings/configured-by.ts'
import type { Settler } from './doubt/doubt-verdict.ts'
import { takenOver } from './upgrade/taken-over.ts'
import { upgradeState } from './upgrade/upgrade-state.ts'

export interface GatherRequest {
  readonly instance: string
  /** The loaded state; `undefined` if the instance was never deployed. */
  readonly state: InstanceState | undefined
  readonly blueprint: CheckedBlueprint | undefined
  /** The operation of the plan. */
  readonly operation: 'up' | 'destroy' | 'refresh' | 'tasks'
  /** The plan's open questions to the outside. Some can be asked before all are known. Fails if there can be no plan. */
  readonly questions: (
    gathered: Gathered,
    askAhead: (questions: readonly DiffQuestion[]) => void,
  ) => Promise<readonly Question[]>
  /** The values that a saved plan has drawn. If absent, the recorded values count. */
  readonly drawn?: ValueMap
  readonly ports: Ports
  /**
   * True if somebody is changing the instance right now. Nothing is settled in that case: calls in flight are not in doubt, and the state counts as
   * recorded.
   */
  readonly live?: boolean
  /** True if the real state of resources is read. A `refresh` always reads it. */
  readonly refresh?: boolean
  /** True if the plan is only for viewing, so that providers are asked for the values that they would compute. */
  readonly previews?: boolean
  /** Asks for the parts that a composed resource would have. Left out if there are no composed types. */
  readonly composing?: (blueprint: CheckedBlueprint, gathered: Gathered) => AskComposed
  /** Adds types that only become known later. */
  readonly withLateTypes?: (known: Providers) => Providers
  /** Names of the resources that are read; absent for all. */
  readonly about?: ReadonlySet<string> | undefined
  /** The user's verdicts on calls in doubt. */
  readonly settle?: UserVerdicts
  /** The number of calls that run at a time; 32 if left out. */
  readonly parallelism?: number
  readonly deadlines?: Partial<Deadlines>
  readonly events?: (event: AttemptFailed | DoubtSettled | NotFoundYet) => void
  /** The signal that gives everything up. */
  readonly signal?: AbortSignal
}

/** Reads everything outside: doubts, drift, data sources and functions. Changes nothing. */
export async function gatherReality(request: GatherRequest): Promise<Gathered> {
  const { instance, blueprint, ports, operation } = request
  const { parallelism = defaultParallelism, about } = request
  const { withLateTypes = (known) => known } = request
  const providers = withLateTypes(await askProviders(blueprint, request.state, ports.catalog))
  const calls = gatherCalls(request, providers)
  const unusedId = (): string => ports.ids.next()
  const instanceId = request.state?.instance.id ?? ''
  const patience = {
    clock: ports.clock,
    deadlines: { ...defaultDeadlines, ...request.deadlines },
    stop: request.signal,
    tell: request.events,
  }
  const settler = { calls, instanceId, instanceName: instance, unusedId, patience, foundByGiven: new Set<string>() }
  const upgrading = { providers, settler, parallelism, about }
  const upgraded = request.state && (await upgradeState(request.state, upgrading))
  const present = upgraded?.state ?? request.state
  const taken =
    present !== undefined && blueprint !== undefined && operation === 'up' && request.live !== true
      ? await takenOver(present, blueprint, upgrading)
      : undefined
  const state = taken?.state ?? present
  const isSettled = state === undefined || request.live === true
  if (isSettled && request.settle !== undefined)
    refuseVerdicts(
      request.settle,
      state === undefined ? `there is no ${instance}` : `${instance} is being changed right now`,
    )
  const settling = isSettled ? undefined : await settle(state, request, providers, settler)
  const drift = await realityOf(settling?.state ?? state, settling, request, providers, settler)
  const known = drift?.state ?? settling?.state ?? state
  const found = withMissing(drift?.drift, settling?.missing)
  const linkDrift = withLinkMakers(known, await linkRealityOf(drift?.state, request, providers, settler), found)
  const gathered: Gathered = {
    instance,
    state: known,
    changes: [...(taken?.changes ?? []), ...(settling?.changes ?? [])],
    ...(upgraded !== undefined && { asRecorded: upgraded.asRecorded }),
    settled: settling?.settled ?? [],
    undecided: undecidedOf(settling),
    ...(settling !== undefined && { mayCome: mayStillCome(settling, providers) }),
    foundByGiven: settler.foundByGiven,
    providers,
    drift: withMakers(known, found, providers),
    ...(drift === undefined ? {} : { unread: drift.unread, seenWith: drift.seenWith }),
    ...(drift === undefined && settling === undefined ? {} : { present: seenIn(settling, drift) }),
    ...(linkDrift !== undefined && { linkDrift }),
    answers: new Answers(
      request.drawn ?? state?.instance.drawn,
      ports.remedied !== undefined,
      request.previews,
      blueprint?.decidedBy,
    ),
  }
  if (blueprint !== undefined && operation === 'up') await askOutside(blueprint, gathered, request, calls)
  return gathered
}

function undecidedOf(settling: SettlingResult | undefined): ReadonlySet<string> {
  const unknown = settling?.settled.filter(({ verdict, action }) => verdict === 'unknown' && action === 'create') ?? []
  return new Set(unknown.map(({ resourceId }) => resourceId))
}

/** Ids of the resources that were found by reading or by settling a call. */
function seenIn(settling: SettlingResult | undefined, drift: DriftFound | undefined): ReadonlySet<string> {
  const found = settling?.settled.filter(({ verdict, action }) => verdict === 'exists' && action !== 'delete') ?? []
  return new Set([...(drift?.present ?? []), ...found.map(({ resourceId }) => resourceId)])
}

function withMissing(
  drift: ReadonlyMap<string, Drift> = new Map(),
  missing: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, Drift> {
  return missing.size === 0 ? drift : new Map([...drift, ...Array.from(missing, (id) => [id, gone] as const)])
}

const gone: Drift = { kind: 'missing' }

function gatherCalls(
  { ports, deadlines, events = ignore, signal, state }: GatherRequest,
  providers: Providers,
): ProviderCalls {
  const limits = { ...defaultDeadlines, ...deadlines }
  const recorded = recordsIn(state, providers)
  return new ProviderCalls({ ports, providers, deadlines: limits, events, stop: signal, cancel: signal, recorded })
}

function ignore(): void {}

async function settle(
  state: InstanceState,
  { settle: verdicts = new Map(), parallelism = defaultParallelism, events = ignore, ports, blueprint }: GatherRequest,
  providers: Providers,
  settler: Settler,
): Promise<SettlingResult> {
  const now = ports.clock.now()
  const settling = await settleDoubt(state, { providers, settler, verdicts, parallelism, now, blueprint })
  for (const { name, type, action, verdict } of settling.settled) {
    events({ type: 'doubt-settled', name, resourceType: type, action, verdict, at: now })
  }
  return settling
}

async function realityOf(
  state: InstanceState | undefined,
  settling: SettlingResult | undefined,
  { blueprint, live, refresh, operation, about, parallelism = defaultParallelism }: GatherRequest,
  providers: Providers,
  settler: Settler,
): Promise<DriftFound | undefined> {
  if (state === undefined) return undefined
  const isAsked = refresh === true || operation === 'refresh'
  const first = isAsked || operation !== 'up' ? undefined : readFirst(state, providers)
  // Another run that is at work may be destroying such a resource right now.
  const isBegin = blueprint === undefined && operation === 'up' && live !== true
  const going = isBegin ? begunToGo(state, providers) : nothing
  const survivors = operation === 'up' && live !== true ? survivorsIn(state, about) : nothing
  const others = live === true ? nothing : seenWithOthers(state, settler.calls.settings, about)
  if (!isAsked && first === undefined && going.size + survivors.size + others.size === 0) return undefined
  // A settled resource need not be read, because its provider was asked, or the user has looked. If its provider has other settings now, it must be
  // read nevertheless.
  const settled = new Set(settling?.settled.map(({ resourceId }) => resourceId)).difference(others)
  const read = isAsked ? undefined : (first ?? nothing)
  const asked = read === undefined ? about : about === undefined ? read : read.intersection(about)
  return await findDrift(state, providers, settler, {
    parallelism,
    except: settled,
    about: asked,
    going,
    survivors,
    others,
  })
}

/**
 * Ids of resources that an earlier run has begun to destroy, and that no identity distinguishes from others. A program may ask for something in
 * their place before anybody knows what it no longer asks for. If such a resource turns out to be gone, it is not destroyed again.
 */
function begunToGo({ resources }: InstanceState, providers: Providers): ReadonlySet<string> {
  const containers = new Set(resources.flatMap(({ options, standsIn }) => standsIn ?? options?.deletedWith ?? []))
  const going = resources.filter((record) => {
    const definition = providers.type(record.type)
    // Containers are left out, because their members are only known to be gone once they are destroyed.
    const isFound = definition?.settlement === 'find' && !containers.has(record.name) && !containers.has(record.id)
    return isFound && existenceOf(record) === 'going' && declaredIdentity(definition, record) === undefined
  })
  return new Set(going.map(({ id }) => id))
}

const nothing: ReadonlySet<string> = new Set()

/** Ids of resources that may have survived a failed delete. A wanted resource of this kind is kept, or made anew if it is gone. */
function survivorsIn({ resources }: InstanceState, about: ReadonlySet<string> | undefined): ReadonlySet<string> {
  const found = resources.filter((record) => hasSurvived(record) && about?.has(record.name) !== false)
  return new Set(found.map(({ id }) => id))
}

/** Names of the resources that must be read before a change to them is planned; `undefined` if there are none. */
function readFirst({ resources }: InstanceState, providers: Providers): ReadonlySet<string> | undefined {
  const found = resources.filter(({ type, spec }) => {
    const field = providers.type(type)?.readFirstField
    return field !== undefined && spec[field] === true
  })
  return found.length === 0 ? undefined : new Set(found.map(({ name }) => name))
}

/**
 * The drift of the links.
 *
 * @param state absent if links are not read
 */
async function linkRealityOf(
  state: InstanceState | undefined,
  { parallelism = defaultParallelism, about }: GatherRequest,
  providers: Providers,
  settler: Settler,
): Promise<Gathered['linkDrift']> {
  return state === undefined ? undefined : await findLinkDrift(state, providers, settler, parallelism, about)
}

/**
 * Asks until a plan has no more questions. An answer can lead to another question: a function may take its argument from a data source. The number
 * of rounds is the number of questions in the longest of such chains.
 */
async function askOutside(
  blueprint: CheckedBlueprint,
  gathered: Gathered,
  { questions: open, parallelism = defaultParallelism, composing }: GatherRequest,
  calls: ProviderCalls,
): Promise<void> {
  const { dataSources, functions, resources, links } = blueprint
  const isSilent =
    !gathered.answers.areRemedied && dataSources.size === 0 && (functions?.size ?? 0) === 0 && links === undefined
  if (isSilent && !resources.values().some(isDecided)) return
  const askComposed = composing?.(blueprint, gathered) ?? nobodyComposes
  const ahead = new AskedAhead(blueprint, calls, parallelism)
  for (;;) {
    const questions = await open(gathered, (known) => ahead.ask(known))
    ahead.stop()
    if (questions.length === 0) return ahead.forget()
    const answered = answerQuestions(questions, blueprint, calls, gathered.answers, parallelism, askComposed, ahead)
    // The plan will need the hash. It costs no time now, because providers are at work.
    blueprint.hash()
    await answered
    ahead.forget()
  }
}

/** True if the resource's provider decides about replacements. */
function isDecided({ definition }: CheckedResource): boolean {
  return definition.replacementBy !== undefined
}

/**
 * Ids of resources that interrupted creates may still make: nothing is found yet, and the time that their types declare has not passed. An
 * answered call is over. A type without a declared time does not count, because nobody could ever be certain.
 */
function mayStillCome({ settled, state }: SettlingResult, providers: Providers): ReadonlySet<string> {
  const absent = new Set(settled.flatMap(({ verdict, resourceId }) => (verdict === 'absent' ? [resourceId] : [])))
  if (absent.size === 0) return absent
  const coming = state.resources.filter(
    (record) =>
      absent.has(record.id) && !hasFailed(record) && providers.type(record.type)?.settlesWithinMs !== undefined,
  )
  return new Set(coming.map(({ id }) => id))
}
