import { Failure } from '@slipway/model'
import type { CheckedBlueprint } from '../../check/checked.ts'
import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'
import { applyChanges } from './apply-changes.ts'
import { atPlace } from '../../providers/failures/refused-data-source.ts'
import { concurrently } from '../../providers/waiting/concurrently.ts'
import type { Providers } from '../../providers/providers.ts'
import { doubtfulSince, existenceOf, hasFailed, mayExist } from '../recorded/life-cycle.ts'
import { identities } from '../../spec/identity.ts'
import { existsUnder, saidToExist, type UserVerdict } from './user-verdict.ts'
import { type Doubt, findVerdict, type Settler, type Verdict } from './doubt-verdict.ts'
import { goneWith, withoutContainer } from '../recorded/stands-in.ts'
import { verdictChanges } from './verdict-changes.ts'

/** The user's verdicts, by the resource's name or id. */
export type UserVerdicts = ReadonlyMap<string, UserVerdict>

export interface SettledDoubt {
  readonly name: string
  readonly type: string
  readonly resourceId: string
  readonly action: Doubt['action']
  /**
   * `unknown`: still in doubt, and only the user can settle it. `absent`: the resource does not exist so far, and stays in doubt while it
   * may still come. `repeat`: the call will be made again, which does no harm.
   */
  readonly verdict: Verdict['kind']
  /** The reason why the doubt remains. */
  readonly reason?: string
}

export interface SettlingResult {
  readonly state: InstanceState
  readonly changes: readonly StateChange[]
  readonly settled: readonly SettledDoubt[]
  /** Ids of resources that turned out to be missing when their updates were settled. */
  readonly missing: ReadonlySet<string>
}

export interface SettleOptions {
  readonly providers: Providers
  readonly settler: Settler
  readonly verdicts: UserVerdicts
  readonly parallelism: number
  readonly now: number
  /** Gives the places of declarations for failures. */
  readonly blueprint?: CheckedBlueprint | undefined
}

interface OpenDoubt extends Doubt {
  /** The id of the intent; absent if only a record is left, from an earlier attempt to settle the doubt. */
  readonly intentId?: string
  /** The record of the resource; absent if there is only the intent. */
  readonly recorded?: ResourceRecord | undefined
}

/**
 * Settles the calls that were in flight when an earlier run ended, and doubts that could not be settled so far. It writes nothing itself; the holder
 * of the lease commits the changes.
 *
 * @throws Failure `engine/nothing-to-settle`, `engine/already-recorded` and others if the user's verdicts cannot be true
 */
export async function settleDoubt(state: InstanceState, options: SettleOptions): Promise<SettlingResult> {
  const doubts = openDoubts(state, options.now)
  const said = saidOf(options.verdicts, doubts)
  const settling = { ...options, verdicts: said }
  if (doubts.length === 0) return { state, changes: [], settled: [], missing: new Set() }
  // The things of the other calls in doubt may exist as well, with or without a record.
  const others = new Map([...state.resources, ...doubts.map(({ resource }) => resource)].map((one) => [one.id, one]))
  const verdicts: Verdict[] = []
  await concurrently([...doubts.entries()], options.parallelism, async ([index, doubt]) => {
    verdicts[index] = await verdictOn(doubt, others.values(), settling)
  })
  refuseTwins(doubts, verdicts, settling)
  const holders = new Holders(state.resources)
  const settledChanges = doubts.flatMap((doubt, index) => {
    const found = changesFor(doubt, verdicts[index], holders, settling)
    holders.note(found)
    return found
  })
  const destroyed = doubts.filter(({ action }, index) => action !== 'create' && verdicts[index]?.kind === 'missing')
  const changes = [...settledChanges, ...withoutThose(destroyed, applyChanges(state, settledChanges))]
  const missing = doubts.filter(({ action }, index) => action === 'update' && verdicts[index]?.kind === 'missing')
  return {
    state: applyChanges(state, changes),
    changes,
    settled: doubts.map((doubt, index) => settledDoubt(doubt, verdicts[index] ?? { kind: 'repeat' })),
    missing: new Set(missing.map(({ resource }) => resource.id)),
  }
}

/** Forgets all members of containers that turn out to be destroyed. Possible members must then be in another container. */
function withoutThose(destroyed: readonly OpenDoubt[], { resources }: InstanceState): readonly StateChange[] {
  const gone = new Set(destroyed.flatMap(({ resource }) => goneWith(resource, resources)))
  const left = resources.filter((record) => !gone.has(record))
  const forgotten = Array.from(gone, ({ id }): StateChange => ({ kind: 'forget', resourceId: id }))
  return [
    ...forgotten,
    ...destroyed.flatMap(({ resource }) => left.flatMap((one) => withoutContainer(one, resource.id))),
  ]
}

/** The holders of names while the doubts are settled one after the other. */
class Holders {
  readonly #byName = new Map<string, ResourceRecord>()
  readonly #names = new Map<string, string>()

  constructor(records: readonly ResourceRecord[]) {
    for (const record of records) this.#note(record)
  }

  get(name: string): ResourceRecord | undefined {
    return this.#byName.get(name)
  }

  note(changes: readonly StateChange[]): void {
    for (const change of changes) {
      if (change.kind === 'resource') this.#note(change.resource)
      else if (change.kind === 'forget') this.#drop(change.resourceId)
    }
  }

  #note(record: ResourceRecord): void {
    this.#drop(record.id)
    if (record.replaced) return
    this.#byName.set(record.name, record)
    this.#names.set(record.id, record.name)
  }

  #drop(id: string): void {
    const name = this.#names.get(id)
    this.#names.delete(id)
    if (name !== undefined && this.#byName.get(name)?.id === id) this.#byName.delete(name)
  }
}

/**
 * Interrupted calls, and creates that could not be settled so far. The engines and plugins that worked on these calls are gone; a run first
 * makes sure of that.
 */
function openDoubts(state: InstanceState, now: number): OpenDoubt[] {
  const records = new Map(state.intents.length === 0 ? [] : state.resources.map((record) => [record.id, record]))
  const doubts = state.intents.map(({ id, action, resource, startedAt: begunAt }): OpenDoubt => {
    const recorded = records.get(resource.id)
    // A successor may have got the name since the removal began.
    const current = action === 'delete' ? (recorded ?? resource) : resource
    // The call was in flight a moment ago, even if an earlier attempt is much older.
    return { action, resource: { ...current, doubtSince: now }, intentId: id, recorded, hasFailed: false, begunAt }
  })
  const journaled = new Set(doubts.map(({ resource }) => resource.id))
  for (const recorded of state.resources) {
    if (journaled.has(recorded.id) || existenceOf(recorded) !== 'doubtful') continue
    const resource = { ...recorded, doubtSince: doubtfulSince(recorded, now) }
    doubts.push({ action: 'create', resource, recorded, hasFailed: hasFailed(recorded) })
  }
  return doubts
}

/** The key that stands for every resource in doubt. */
const everything = '*'

/**
 * The user's verdict on each doubt, by the id of its resource. A name means the current resource of that name, or another generation if
 * only that one is in doubt.
 */
function saidOf(verdicts: UserVerdicts, doubts: readonly OpenDoubt[]): UserVerdicts {
  const said = new Map<string, UserVerdict>()
  const ofAll = verdicts.get(everything)
  if (ofAll !== undefined) for (const { resource } of doubts) said.set(resource.id, ofAll)
  for (const [key, verdict] of verdicts) {
    if (key === everything) continue
    const named = doubts.filter(({ resource }) => resource.name === key)
    const holders = named.filter(({ resource }) => !resource.replaced)
    const meant = doubts.find(({ resource }) => resource.id === key) ?? (holders.length === 1 ? holders[0] : named[0])
    if (meant === undefined) throw notInDoubt(key, doubts)
    if (meant.resource.id !== key && holders.length !== 1 && named.length > 1) throw ambiguous(key, named)
    said.set(meant.resource.id, verdict)
  }
  return said
}

function notInDoubt(key: string, doubts: readonly OpenDoubt[]): Failure {
  const open = doubts.map(({ resource }) => resource.name)
  const hint = open.length === 0 ? 'nothing is in doubt: omit --settle' : `in doubt: ${[...new Set(open)].join(', ')}`
  return nothingToSettle(key, hint)
}

function nothingToSettle(key: string, hint: string): Failure {
  return new Failure('engine/nothing-to-settle', `${key} is not in doubt`, { hint })
}

/**
 * Refuses verdicts on named resources if there is nothing to settle.
 *
 * @param why the reason, in a few words
 * @throws Failure `engine/nothing-to-settle` if the user has named a resource
 */
export function refuseVerdicts(verdicts: UserVerdicts, why: string): void {
  for (const key of verdicts.keys()) if (key !== everything) throw nothingToSettle(key, `${why}: omit --settle`)
}

function ambiguous(name: string, doubts: readonly OpenDoubt[]): Failure {
  const ids = doubts.map(({ resource }) => resource.id)
  return new Failure('engine/nothing-to-settle', `several calls for ${name} are in doubt: ${ids.join(', ')}`, {
    hint: `say which one: --settle ${ids[0]}=missing`,
  })
}

/** Two calls in doubt cannot both have made the same thing. If no resource id decides between them, neither counts as its maker. */
function refuseTwins(
  doubts: readonly OpenDoubt[],
  verdicts: Verdict[],
  { providers, verdicts: said }: SettleOptions,
): void {
  const believed = doubts.flatMap(({ action, resource }, index) => {
    const verdict = verdicts[index]
    if (action !== 'create' || verdict?.kind !== 'exists' || verdict.isProven === true) return []
    const { type, options } = resource
    return said.has(resource.id) ? [] : [{ index, type, options, spec: verdict.spec }]
  })
  for (const [at, one] of believed.entries()) {
    const definition = providers.type(one.type)
    const found = identities(definition, one)
    const twin = believed.slice(at + 1).find((two) => {
      const { type, options } = two
      const other = identities(definition, two)
      if (options?.provider !== one.options?.provider) return false
      return type === one.type && (found.length === 0 || other.some((identity) => found.includes(identity)))
    })
    if (twin === undefined) continue
    const reason = twinReason(doubts, one.index, twin.index)
    for (const { index } of [one, twin]) verdicts[index] = { kind: 'unknown', reason }
  }
}

function twinReason(doubts: readonly OpenDoubt[], one: number, other: number): string {
  const names = [one, other].map((index) => doubts[index]?.resource.name)
  return `only one resource exists for ${names.join(' and ')}, and Slipway does not know whose it is`
}

async function verdictOn(
  doubt: OpenDoubt,
  others: Iterable<ResourceRecord>,
  { verdicts, providers, settler, now, blueprint }: SettleOptions,
): Promise<Verdict> {
  const said = verdicts.get(doubt.resource.id)
  if (said === 'missing') return { kind: 'missing' }
  const definition = providers.type(doubt.resource.type)
  if (said !== undefined && said !== 'exists') {
    const { origin } = blueprint?.resources.get(doubt.resource.name) ?? {}
    const found = existsUnder(said, doubt, { definition, settler, others, verdicts })
    return await atPlace('it is declared', origin, blueprint ?? {}, found)
  }
  const context = { definition, settler, previous: doubt.recorded, others, now }
  const verdict = await findVerdict(doubt, context)
  return said === undefined || verdict.kind === 'exists' ? verdict : await saidToExist(doubt, context)
}

function changesFor(
  doubt: OpenDoubt,
  verdict: Verdict = { kind: 'repeat' },
  holders: Holders,
  { providers, now, verdicts, settler }: SettleOptions,
): StateChange[] {
  const { resource, recorded, action, intentId } = doubt
  const end: StateChange[] = intentId === undefined ? [] : [{ kind: 'end', intentId }]
  // If nothing was made, the record from before the call is right again, even a record without a thing.
  if (action === 'create' && verdict.kind === 'missing' && (recorded === undefined || !mayExist(recorded))) return end
  // If the user says that the resource exists, that counts more than the answer of the call.
  const told = verdicts.has(resource.id) ? { ...doubt, hasFailed: false } : doubt
  const holder = action === 'create' ? holders.get(resource.name) : recorded
  const definition = providers.type(resource.type)
  const said = verdictChanges(told, verdict, { definition, holder, now, isOver: true })
  const changes = verdict.kind === 'exists' ? said.map((change) => seenNow(change, resource.id, settler)) : said
  const isNews = intentId !== undefined || changes.some((change) => isOther(change, recorded))
  return [...(isNews ? changes : []), ...end]
}

/** Records that a resource was found with the present settings. */
export function seenNow(change: StateChange, id: string, { calls }: Pick<Settler, 'calls'>): StateChange {
  if (change.kind !== 'resource' || change.resource.id !== id) return change
  const seenWith = calls.settings.of(change.resource)
  return seenWith === undefined ? change : { ...change, resource: { ...change.resource, seenWith } }
}

/** False if a change contains nothing new compared with the record. */
function isOther(change: StateChange, recorded: ResourceRecord | undefined): boolean {
  if (change.kind !== 'resource' || change.resource.id !== recorded?.id) return true
  const { status, replaced, doubtSince, failureReasons } = change.resource
  return (
    status !== recorded.status ||
    replaced !== recorded.replaced ||
    doubtSince !== recorded.doubtSince ||
    change.resource.deployedAt !== recorded.deployedAt ||
    failureReasons.join() !== recorded.failureReasons.join()
  )
}

function settledDoubt({ action, resource }: OpenDoubt, verdict: Verdict): SettledDoubt {
  const { name, type, id } = resource
  const reason = verdict.kind === 'unknown' ? { reason: verdict.reason } : {}
  return { name, type, resourceId: id, action, verdict: verdict.kind, ...reason }
}
