import { Failure, type FieldChange, PluginFailure, type ResourceTypeDefinition, type ValueMap } from '@slipway/model'
import type { Intent, ResourceRecord } from '@slipway/stores'
import type { ProviderCalls } from '../../providers/calls/provider-calls.ts'
import { diffSpec, type SpecDiff } from '../../spec/diff.ts'
import { identities } from '../../spec/identity.ts'
import { withoutComputed } from '../../spec/without-computed.ts'
import { type Finding, findsByWhatIsGiven } from '../search/found-by-given.ts'
import { existenceOf, isDenied } from '../recorded/life-cycle.ts'
import { lookFor, type Patience, unsettledMs } from '../search/look-for.ts'
import { isLostWithoutId } from '../obstacles/missing-id.ts'
import { inWords } from '../obstacles/other-settings.ts'
import { optionsOf } from '../recorded/options-for-provider.ts'
import { mergeReality } from '../../spec/merge-reality.ts'
import { folded } from '../../spec/spelling.ts'

/** The fate of a call in doubt. */
export type Verdict =
  /**
   * The call took effect, and the resource is as in `spec`. If not `isWhole`, computed values are missing. `isProven`: the provider finds the
   * resource by its resource id, and by nothing else.
   */
  | {
      readonly kind: 'exists'
      readonly spec: ValueMap
      readonly isStable: boolean
      readonly isWhole?: boolean
      readonly isProven?: boolean
    }
  /** The call took no effect, and never will. */
  | { readonly kind: 'missing' }
  /** Nothing exists so far, but the call may still take effect. */
  | { readonly kind: 'absent' }
  /** Nobody knows, and the answer does not matter, because the call can be repeated under the same resource id. */
  | { readonly kind: 'repeat' }
  /**
   * `isFound`: whether the provider has found anything; absent if it did not answer. `isForUser`: the provider cannot look before the user
   * has changed something, so asking again does not help.
   */
  | { readonly kind: 'unknown'; readonly reason: string; readonly isFound?: boolean; readonly isForUser?: true }

/** A call in doubt, known from a leftover intent or from a record. */
export interface Doubt {
  readonly action: Intent['action']
  readonly resource: ResourceRecord
  /** True if the provider answered that the call failed, which does not mean that nothing was made. False if there was no answer. */
  readonly hasFailed: boolean
  /** The time when the call began; absent if only a record of the call is left. */
  readonly begunAt?: number
}

export interface Settler extends Finding {
  readonly calls: ProviderCalls
  readonly instanceId: string
  readonly instanceName: string
  /** An id that no resource has. */
  readonly unusedId: () => string
  readonly patience: Patience
}

export interface VerdictContext {
  readonly definition: ResourceTypeDefinition | undefined
  readonly settler: Settler
  /** The record of the resource before an update, if there is one. */
  readonly previous?: ResourceRecord | undefined
  /** All records that may be the found thing. */
  readonly others: Iterable<ResourceRecord>
  readonly now: number
}

/** Asks the provider about the effect of a call. Never fails: without an answer, the doubt remains. */
export async function findVerdict(doubt: Doubt, context: VerdictContext): Promise<Verdict> {
  const settlement = context.definition?.settlement ?? 'ask'
  // A composed resource consists of its parts, whose doubts are settled separately. Some parts may not exist.
  if (context.definition?.isComposed === true && doubt.action === 'create')
    return { kind: 'exists', spec: doubt.resource.spec, isStable: false }
  if (context.definition?.isComposed === true) return { kind: 'repeat' }
  // A repeated destroy does no harm, and only a `find` type could show that it is unnecessary.
  if (doubt.action === 'delete' && settlement !== 'find') return { kind: 'repeat' }
  try {
    return await askedVerdict(doubt, context)
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    if (settlement === 'repeatable') return { kind: 'repeat' }
    return {
      kind: 'unknown',
      reason: thrown instanceof PluginFailure ? (thrown.reasons[0] ?? thrown.message) : thrown.message,
      ...(isForUser(thrown) && { isForUser: true }),
    }
  }
}

async function askedVerdict(doubt: Doubt, context: VerdictContext): Promise<Verdict> {
  const { definition, settler, previous } = context
  const settlement = definition?.settlement ?? 'ask'
  // Fields that the provider does not report have their values from before the update, and not the wanted values.
  const known = doubt.action === 'update' ? (previous ?? doubt.resource) : doubt.resource
  // The records are listed before the question, because some of them may be destroyed before the answer.
  const others = doubt.action === 'create' ? [...context.others].filter(({ type }) => type === known.type) : []
  const look = (): Promise<ValueMap | undefined> => settler.calls.externalState(identityOf(known, settler))
  // It may also be hard to find an existing resource while it is being changed.
  const deployedAt = Math.max(known.deployedAt ?? 0, doubt.begunAt ?? 0)
  const patiently = (): Promise<ValueMap | undefined> =>
    lookFor({ ...known, deployedAt }, definition, look, settler.patience)
  const real = await (doubt.action === 'update' ? patiently() : look())
  const isOthers =
    real !== undefined && isDenied(known) && othersThing(real, known, { definition, others }) !== undefined
  const { settings } = settler.calls
  if (real === undefined && settings.areOther(known))
    return { kind: 'unknown', reason: `nothing was found, but ${inWords(known, settings)}`, isFound: false }
  if (real === undefined || isOthers) {
    // Some providers refuse to look without their computed values, so other resources show whether this one could have been found.
    const isFound = async (record: ResourceRecord): Promise<boolean> => (await realSpec(record, context)) !== undefined
    const asking = { definition, others, now: context.now, settler, isFound }
    const isKnowing = isDenied(known) && (await findsByWhatIsGiven(known, asking))
    return isKnowing ? { kind: 'missing' } : nothingFound(doubt, context)
  }
  const merged = (given: readonly ValueMap[]): ValueMap =>
    definition === undefined
      ? real
      : mergeReality(definition.schema, known.spec, real, [...given, ...(known.mayHold ?? [])])
  const { spec: wanted } = doubt.resource
  if (doubt.action !== 'create') return await existing(doubt, merged([wanted]), settler)
  // The provider is asked again by id, because a thing that has been destroyed since is not found under any id.
  if (settlement !== 'ask' && isFoundById(await foundByKey(doubt.resource, { definition, settler })))
    return { ...(await existing(doubt, merged([wanted]), settler)), isProven: true }
  const problem = foreignness(doubt, real, { ...context, others })
  // A thing that was found by its key may contain values of another record.
  if (problem === undefined) return await existing(doubt, merged([wanted, ...others.map(({ spec }) => spec)]), settler)
  if (settlement === 'repeatable') return { kind: 'repeat' }
  return { kind: 'unknown', reason: problem, isFound: true }
}

function nothingFound({ action, resource }: Doubt, { definition, now }: VerdictContext): Verdict {
  const settlement = definition?.settlement ?? 'ask'
  // A repeated destroy is faster than a wait until the thing is found.
  if (action === 'delete' && unsettledMs(resource, definition, now) > 0) return { kind: 'repeat' }
  if (action !== 'create') return settlement === 'find' ? { kind: 'missing' } : { kind: 'repeat' }
  if (hasSettled(resource, definition, now)) return { kind: 'missing' }
  if (settlement === 'repeatable') return { kind: 'repeat' }
  if (settlement === 'find') return { kind: 'absent' }
  // If a resource can only be found by an id, and the id is unknown, the provider was not really asked.
  const reason = isLostWithoutId(resource, definition)
    ? 'its provider finds it only by an id that was never reported'
    : 'its provider does not know it, but it may still exist'
  return { kind: 'unknown', reason, isFound: false }
}

/** True if a call can no longer take effect, according to its type. */
function hasSettled(
  { doubtSince }: ResourceRecord,
  definition: ResourceTypeDefinition | undefined,
  now: number,
): boolean {
  const within = definition?.settlesWithinMs
  return within !== undefined && doubtSince !== undefined && now - doubtSince >= within
}

/**
 * The reason why the found thing may not come from the call in doubt, if no resource id decides; `undefined` if it probably does. An interrupted
 * call counts as the maker of an existing thing, unless the thing may be another resource. After a failed call, nobody knows what made the thing.
 */
function foreignness({ resource, hasFailed }: Doubt, real: ValueMap, context: VerdictContext): string | undefined {
  const { definition, others } = context
  if (hasFailed) return 'something exists, but the failed call may not have created it'
  const other = otherThatMayBe(real, resource, { definition, others })
  return other && maybeAnother(other)
}

/** The reason why a found thing is not taken for the result of a call. */
export function maybeAnother({ name, id }: ResourceRecord): string {
  return `the found resource may be ${name} (${id})`
}

/** A record of a resource that certainly exists and that may be the found thing. */
function othersThing(
  real: ValueMap,
  record: ResourceRecord,
  { definition, others }: Pick<VerdictContext, 'definition' | 'others'>,
): ResourceRecord | undefined {
  const there = [...others].filter((other) => existenceOf(other) === 'there')
  return otherThatMayBe(real, record, { definition, others: there })
}

/** Another record of the same type whose thing may be the found one. */
export function otherThatMayBe(
  real: ValueMap,
  record: ResourceRecord,
  { definition, others }: Pick<VerdictContext, 'definition' | 'others'>,
): ResourceRecord | undefined {
  for (const other of others) {
    const isAlike = other.id !== record.id && other.type === record.type && isAskedLike(other, record)
    if (isAlike && mayBe(other.spec, real, definition)) return other
  }
  return undefined
}

/** True if both belong to one configuration of their provider. With another configuration, the same key means another thing. */
export function isAskedLike(one: ResourceRecord, two: ResourceRecord): boolean {
  return one.options?.provider === two.options?.provider
}

type FoundByKey = ValueMap | 'byId' | 'byComputed' | 'onlyWithComputed' | undefined

/** True if an id identifies the found thing: its resource id, or an id that its provider has given it. */
export function isFoundById(found: FoundByKey): found is 'byId' | 'byComputed' {
  return found === 'byId' || found === 'byComputed'
}

/**
 * Asks for an id that nothing has. A provider that still finds something looks by a natural key, whatever it promises. `byId`: it only
 * finds the thing by its resource id. `byComputed`: only by its own computed values. `onlyWithComputed`: it refuses to look without them,
 * which proves less, because a number that one server has given means another thing on another server. `undefined`: it finds nothing.
 */
export async function foundByKey(
  resource: ResourceRecord,
  { definition, settler }: Pick<VerdictContext, 'definition' | 'settler'>,
): Promise<FoundByKey> {
  // A composed resource has no thing of its own outside. Its calls answer to every id, and no key leads to another composed resource.
  if (definition?.isComposed === true) return 'byId'
  const ask = (id: string, spec = resource.spec) =>
    settler.calls.externalState(identityOf({ ...resource, id, spec }, settler))
  const found = await ask(settler.unusedId())
  if (found === undefined) return (await ask(resource.id)) === undefined ? undefined : 'byId'
  if (definition === undefined) return found
  // A natural key consists of inputs. Some providers find things by their own computed values, so these are left out.
  const spec = withoutComputed(definition.schema, resource.spec)
  const askGiven = () => ask(settler.unusedId(), spec).catch((thrown: unknown) => unanswered(thrown) ?? found)
  let given = await askGiven()
  if (given === 'onlyWithComputed') {
    // A service may refuse anything for a moment. Its refusal counts if it still finds the thing, and then refuses again.
    if ((await ask(settler.unusedId())) === undefined) return found
    given = await askGiven()
  }
  if (given !== undefined) return given
  // The provider is asked once more, because the thing may have been destroyed since the first question.
  return (await ask(settler.unusedId())) === undefined ? found : 'byComputed'
}

/** The result for a failure of a provider that cannot look without its computed values. Any other failure proves nothing. */
function unanswered(thrown: unknown): 'onlyWithComputed' | undefined {
  return thrown instanceof Failure && isForUser(thrown) ? 'onlyWithComputed' : undefined
}

/** True if the found thing may be the thing that a spec describes, by its identity or, without an identity, by the properties that cannot change. */
function mayBe(recorded: ValueMap, real: ValueMap, definition: ResourceTypeDefinition | undefined): boolean {
  if (definition === undefined) return true
  const { schema } = definition
  const spec = mergeReality(schema, recorded, real)
  const found = identities(definition, { spec })
  if (found.length === 0) return mayBeBy(diffSpec(schema, recorded, spec))
  const known = identities(definition, { spec: recorded })
  return found.some((identity) => known.includes(identity))
}

/**
 * True if two specs may describe the same thing: the properties that cannot change are equal, or only spelled differently, which the service may
 * ignore.
 */
function mayBeBy({ changes, recreate }: SpecDiff): boolean {
  return recreate.every((path) => changes.some((change) => change.path === path && isSpelling(change)))
}

function isSpelling({ previous, next }: FieldChange): boolean {
  return typeof previous === 'string' && typeof next === 'string' && folded(previous) === folded(next)
}

async function existing(
  { action, resource }: Doubt,
  spec: ValueMap,
  settler: Settler,
): Promise<Extract<Verdict, { kind: 'exists' }>> {
  if (action === 'delete') return { kind: 'exists', spec, isStable: true }
  const { stabilised } = await settler.calls.hasStabilised({ ...identityOf(resource, settler), spec })
  return { kind: 'exists', spec, isStable: stabilised }
}

/** True if a provider refuses to look before the user has changed something. */
export function isForUser(failure: Failure): boolean {
  return failure instanceof PluginFailure && failure.pluginErrorCode === 'BAD_INPUT'
}

/** The real spec of a resource; `undefined` if its provider does not find it, or cannot tell. */
export async function realSpec(
  resource: ResourceRecord,
  context: Pick<VerdictContext, 'definition' | 'settler'>,
): Promise<ValueMap | undefined> {
  try {
    return await externalSpec(resource, context)
  } catch (thrown) {
    if (thrown instanceof Failure) return undefined
    throw thrown
  }
}

/**
 * The real spec of a resource; `undefined` if its provider does not find it.
 *
 * @throws Failure when the provider cannot tell
 */
export async function externalSpec(
  resource: ResourceRecord,
  { definition, settler }: Pick<VerdictContext, 'definition' | 'settler'>,
): Promise<ValueMap | undefined> {
  const real = await settler.calls.externalState(identityOf(resource, settler))
  return real === undefined || definition === undefined
    ? real
    : mergeReality(definition.schema, resource.spec, real, resource.mayHold)
}

export function identityOf(
  resource: ResourceRecord,
  { instanceId, instanceName }: Pick<Settler, 'instanceId' | 'instanceName'>,
) {
  return {
    type: resource.type,
    resourceId: resource.id,
    resourceName: resource.name,
    instanceId,
    instanceName,
    spec: resource.spec,
    ...(resource.metadata === undefined ? {} : { metadata: resource.metadata }),
    ...optionsOf(resource),
  }
}
