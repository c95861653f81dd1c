import { Failure } from '@slipway/model'
import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'
import { applyChanges } from './apply-changes.ts'
import { concurrently } from './concurrently.ts'
import type { Providers } from './gathered.ts'
import { type Doubt, findVerdict, identityOf, type Settler, type Verdict, verdictChanges } from './verdict.ts'

/** What the user says became of a call, by name of the resource. */
export type UserVerdicts = ReadonlyMap<string, 'exists' | 'missing'>

export interface SettledDoubt {
  readonly name: string
  readonly type: string
  readonly resourceId: string
  readonly action: Doubt['action']
  /** `unknown`: still in doubt; the user has to say. `repeat`: it will be done again, which is harmless. */
  readonly verdict: Verdict['kind']
  /** Why it is not known. */
  readonly reason?: string
}

export interface Settlement {
  readonly state: InstanceState
  readonly changes: readonly StateChange[]
  readonly settled: readonly SettledDoubt[]
}

export interface SettleOptions {
  readonly providers: Providers
  readonly settler: Settler
  readonly verdicts: UserVerdicts
  readonly parallelism: number
  readonly now: number
}

interface OpenDoubt extends Doubt {
  /** Absent: it is a record that says so, from an earlier attempt to settle. */
  readonly intentId?: string
}

/**
 * Finds out what became of the calls that were in flight when an earlier run ended, and of those that no earlier attempt
 * could settle. Changes nothing itself: the changes are for whoever holds the lease.
 *
 * @throws Failure `engine/nothing-to-settle` when the user speaks of a resource that is not in doubt
 */
export async function settleDoubt(state: InstanceState, options: SettleOptions): Promise<Settlement> {
  const doubts = openDoubts(state, options.providers)
  checkVerdicts(options.verdicts, doubts)
  const previous = new Map(state.resources.filter(({ replaced }) => !replaced).map((record) => [record.name, record]))
  const found: { readonly verdict: Verdict; readonly changes: readonly StateChange[] }[] = []
  await concurrently([...doubts.entries()], options.parallelism, async ([index, doubt]) => {
    const definition = options.providers.type(doubt.resource.type)
    const before = previousOf(doubt, state, previous)
    const verdict = await verdictOn(doubt, before, options)
    const context = { definition, previous: before, now: options.now }
    const end: StateChange[] = doubt.intentId === undefined ? [] : [{ kind: 'end', intentId: doubt.intentId }]
    found[index] = { verdict, changes: [...changesFor(doubt, verdict, context), ...end] }
  })
  const changes = found.flatMap((answer) => answer.changes)
  return {
    state: applyChanges(state, changes),
    changes,
    settled: doubts.map((doubt, index) => settledDoubt(doubt, found[index]?.verdict ?? { kind: 'repeat' })),
  }
}

/** Calls in doubt, and creates that have failed and may have left something all the same. */
function openDoubts(state: InstanceState, providers: Providers): OpenDoubt[] {
  const doubts: OpenDoubt[] = state.intents.map(({ id, action, resource }) => ({ action, resource, intentId: id }))
  const journaled = new Set(doubts.map(({ resource }) => resource.id))
  for (const resource of state.resources) {
    if (journaled.has(resource.id)) continue
    const canTell = providers.type(resource.type)?.settlement === 'find'
    const isHalfMade = resource.status === 'create-failed' && resource.deployedAt === undefined && canTell
    if (resource.status === 'create-interrupted' || isHalfMade) doubts.push({ action: 'create', resource })
  }
  return doubts
}

function checkVerdicts(verdicts: UserVerdicts, doubts: readonly OpenDoubt[]): void {
  const open = new Set(doubts.map(({ resource }) => resource.name))
  for (const name of verdicts.keys()) {
    if (open.has(name)) continue
    throw new Failure('engine/nothing-to-settle', `${name} is not in doubt`, {
      hint: open.size === 0 ? 'nothing is: leave --settle out' : `in doubt: ${[...open].join(', ')}`,
    })
  }
}

async function verdictOn(
  doubt: OpenDoubt,
  previous: ResourceRecord | undefined,
  { verdicts, providers, settler }: SettleOptions,
): Promise<Verdict> {
  const said = verdicts.get(doubt.resource.name)
  if (said === 'missing') return { kind: 'missing' }
  const verdict = await findVerdict(doubt, providers.type(doubt.resource.type), settler, previous)
  if (said === undefined || verdict.kind === 'exists') return verdict
  return { kind: 'exists', spec: identityOf(doubt.resource, settler).spec, isStable: true }
}

/** An update in doubt is about a resource that is recorded; a create may be about to replace one of its name. */
function previousOf(
  { resource }: OpenDoubt,
  state: InstanceState,
  byName: ReadonlyMap<string, ResourceRecord>,
): ResourceRecord | undefined {
  const named = byName.get(resource.name)
  if (named !== undefined) return named
  return state.resources.find(({ id }) => id === resource.id)
}

function changesFor(doubt: OpenDoubt, verdict: Verdict, context: Parameters<typeof verdictChanges>[2]): StateChange[] {
  if (doubt.intentId !== undefined || doubt.resource.status !== 'create-failed') {
    return verdictChanges(doubt, verdict, context)
  }
  // The provider has refused, and said so: only what is there all the same is news, or that it cannot be asked.
  if (verdict.kind === 'unknown') return verdictChanges(doubt, verdict, context)
  if (verdict.kind !== 'exists') return []
  const { spec } = verdict
  return [{ kind: 'resource', resource: { ...doubt.resource, spec, deployedAt: context.now } }]
}

function settledDoubt({ action, resource }: OpenDoubt, verdict: Verdict): SettledDoubt {
  const { name, type, id } = resource
  const reason = verdict.kind === 'unknown' ? { reason: verdict.reason } : {}
  return { name, type, resourceId: id, action, verdict: verdict.kind, ...reason }
}
