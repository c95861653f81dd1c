import {
  equalValues,
  type Failure,
  type FieldChange,
  type ResourceDiff,
  type ResourceMetadata,
  type Unknown,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Drift, Gathered } from '../../reality/gathered/gathered.ts'
import type { Providers } from '../../providers/providers.ts'
import { diffReality, diffSpec } from '../../spec/diff.ts'
import { PropertyPatterns } from '../../spec/property-patterns.ts'
import { optional } from '../../language/parse/optional.ts'
import { existenceOf, isAbsent, isRetained, unfinished, deleteUnfinished } from '../../reality/recorded/life-cycle.ts'
import { declaredIdentity } from '../../spec/identity.ts'
import { isOnlyRead } from '../../spec/only-read.ts'
import { otherSettings } from '../../reality/obstacles/other-settings.ts'
import { policyForOld } from '../../reality/recorded/policy-for-old.ts'
import { isElsewhere } from './configured-now.ts'
import { diffMetadata } from './metadata.ts'
import { missingOutside, couldNotBeRead } from '../shape/missing-and-unread.ts'
import { isTracked, isUndone, shownChanges } from './ignored-changes.ts'
import {
  configurationObstacle,
  doubtAsBefore,
  doubtObstacle,
  retainedObstacle,
  asObstacle,
} from '../../reality/obstacles/obstacles.ts'
import type { Without } from '../shape/plan.ts'
import { containerReplaced, requested, triggeredBy } from './replace-because.ts'
import { slotOf } from './slots.ts'
import type { Obstacle } from '../../reality/obstacles/obstacles.ts'

/** A decision about a wanted resource, made before the order of the steps is known. */
export type Decision = InPlace | Replacing

interface Deciding {
  readonly changes: readonly FieldChange[]
  readonly replaceBecause: readonly string[]
  readonly reason?: string
  readonly blocked?: Obstacle
}

interface InPlace extends Deciding, Without<'destroyFirst' | 'retainsOld'> {
  readonly action: 'create' | 'update' | 'none'
  /** Only for `none`: values that its provider wants recorded differently. */
  readonly recorded?: readonly FieldChange[]
}

interface Replacing extends Deciding, Without<'recorded'> {
  readonly action: 'replace'
  readonly destroyFirst?: boolean
  readonly retainsOld?: true
}

/** A decision. `spec`, if present, is the wanted spec without the changes that the provider ignores. */
export type Decided = Decision & { readonly spec?: ValueMap }

/**
 * The fate of a member when its container is replaced. `taken`: the old container is destroyed first, and the member goes with it. `left`:
 * the member stays in the old container until that is destroyed. Either way, the member is made anew. `undefined`: the container is not
 * replaced, or the changes move the member into the new one.
 */
export type MemberFate = (record: ResourceRecord, changes: readonly FieldChange[]) => 'taken' | 'left' | undefined

/** A resource as the blueprint wants it. */
export interface Wanted {
  readonly resource: CheckedResource
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  readonly nameUntil?: Unknown
  readonly triggers?: readonly Value[]
  readonly memberFate?: MemberFate
  /**
   * The reasons why a record goes before a resource that it needs and that makes room: paths, or words of replace-because.ts. `undefined`
   * if it stays.
   */
  readonly goesFirst?: (record: ResourceRecord) => readonly string[] | undefined
}

/** The provider's answer about a change; `undefined` until it has been asked, or if not all values are known. */
export type AskDiff = (wanted: Wanted, record: ResourceRecord) => ResourceDiff | undefined

/** The results of gathering about the records, and a way to ask providers about changes. */
export interface News extends Pick<Gathered, 'drift' | 'undecided' | 'unread' | 'present' | 'providers' | 'seenWith'> {
  readonly askDiff: AskDiff
}

/** Decides about a resource of the blueprint, given one record that may become it. */
export function decideWanted(
  wanted: Wanted,
  record: ResourceRecord | undefined,
  { drift: drifts, undecided, unread, providers, askDiff }: News,
  isReplaceRequested: boolean,
): Decided {
  const drift = record && drifts.get(record.id)
  if (record === undefined) return creation(wanted)
  if (drift?.kind === 'missing') return creation(wanted, missingOutside)
  switch (existenceOf(record)) {
    case 'none':
      return creation(wanted, isAbsent(record) ? undefined : 'last create failed')
    case 'doubtful':
      return decideDoubtful(wanted, record, undecided.has(record.id))
    case 'going':
      return unlessElsewhere(unlessUnconfigured(decideGoing(wanted, record), record, providers), unread?.get(record.id))
    case 'there':
      return unlessUnread(
        unlessUnconfigured(decideExisting(wanted, record, drift, isReplaceRequested, askDiff), record, providers),
        unread?.get(record.id),
      )
  }
}

/** Blocks the step of a resource that could not be read, because its record alone must not decide. */
function unlessUnread(decision: Decided, failure: Failure | undefined): Decided {
  if (failure === undefined) return decision
  const blocked = asObstacle(failure)
  return decision.action === 'none'
    ? { ...decision, action: 'update', reason: couldNotBeRead, blocked }
    : { ...decision, blocked }
}

/**
 * Blocks a decision about a resource that was seen with other settings, because a delete would not find it and would count it as destroyed.
 * Other resources can go unread.
 */
function unlessElsewhere(decision: Decision, failure: Failure | undefined): Decision {
  if (failure?.code !== otherSettings || decision.retainsOld === true) return decision
  return { ...decision, blocked: decision.blocked ?? asObstacle(failure) }
}

/** Blocks a replacement if the old resource could not be destroyed and would be left beside its successor. */
function unlessUnconfigured(decision: Decision, record: ResourceRecord, providers: Providers): Decision {
  if (decision.action !== 'replace' || decision.retainsOld === true) return decision
  const blocked = decision.blocked ?? configurationObstacle(record, providers)
  return blocked === undefined ? decision : { ...decision, blocked }
}

function creation(wanted: Wanted, reason?: string): InPlace {
  const { changes } = diffSpec(wanted.resource.definition.schema, undefined, wanted.spec)
  return {
    action: 'create',
    changes: [...changes, ...diffMetadata(undefined, wanted)],
    replaceBecause: [],
    ...(reason === undefined ? {} : { reason }),
  }
}

/**
 * Decides about a create in doubt. It is repeated under the same id, with the same inputs, because a `find` type makes no second thing.
 * Later changes of the blueprint come after that. A `repeatable` type is made as it is wanted now. An `ask` type, and a type that may not
 * keep its promise, waits for the user.
 */
function decideDoubtful(wanted: Wanted, record: ResourceRecord, isUndecided: boolean): Decision {
  const { name, definition, type } = wanted.resource
  const reason = unfinished(record) ?? 'last create was interrupted'
  const { changes, recreate } = changesOf(wanted, record)
  const { settlement } = definition
  const decision: Decision =
    recreate.length > 0
      ? { ...replacement(changes, recreate, isDestroyedFirst(wanted, record)), reason }
      : settlement === 'repeatable' || changes.length === 0
        ? creation(wanted, reason)
        : { action: 'update', changes, replaceBecause: [], reason }
  const isAsked = settlement === 'ask' || isUndecided || record.type !== type
  if (!isAsked) return decision
  const obstacle = doubtObstacle(record, definition, name)
  const { again, sameAs } = wanted.resource
  const isAsBefore = again?.wasInDoubt === true && sameAs === record.id
  // The thing that an update would change may not exist.
  const asked = decision.action === 'update' ? ({ ...decision, action: 'create' } as const) : decision
  return { ...asked, blocked: isAsBefore ? doubtAsBefore(obstacle, record, definition) : obstacle }
}

function decideGoing(wanted: Wanted, record: ResourceRecord): Decision {
  const isFirst = wanted.goesFirst?.(record) !== undefined
  const replaced = replacement(changesOf(wanted, record).changes, [], true)
  const decision = retaining(wanted, record, replaced, { isTaken: isFirst, isFirst })
  return { ...decision, reason: deleteUnfinished }
}

function decideExisting(
  wanted: Wanted,
  record: ResourceRecord,
  drift: Drift | undefined,
  isReplaceRequested: boolean,
  askDiff: AskDiff,
): Decided {
  const known = changesOf(wanted, record)
  const compared = withDiff(known, wanted, record, askDiff)
  const { isFirst = false, differs, differences = [], isSame = false, hidden, recorded } = compared
  // A composed resource is not replaced itself; its parts are.
  const isWhole = wanted.resource.definition.isComposed === true
  const isAnew = isReplaceRequested && !isWhole
  const left = isWhole ? undefined : wanted.memberFate?.(record, compared.changes)
  const first = wanted.goesFirst?.(record)
  const isTaken = left === 'taken' || first !== undefined
  const around = left === undefined ? (first ?? none) : [containerReplaced, ...(first ?? none)]
  const recreate = around.length === 0 ? compared.recreate : [...new Set([...compared.recreate, ...around])]
  const because = isAnew ? [requested] : recreate
  const inPlace = because.length > 0 ? undefined : compared.inPlace
  const changes = inPlace === undefined ? compared.changes : changesOf({ ...wanted, spec: inPlace }, record).changes
  const shown = shownChanges([...changes, ...differences], hidden)
  const isFound = differences.length > 0 && drift?.kind === 'changed'
  // If the provider needs no change, no change outside is undone either.
  const isOutside = isFound || isTracked(drift, wanted.resource) || (!isSame && isUndone(changes, drift))
  const isGivenUp = isOnlyRead(wanted.resource.definition, wanted) && !isOnlyRead(wanted.resource.definition, record)
  const noted = isGivenUp ? 'only read from now on' : changes.length > 0 ? undefined : differs
  const made = drift?.kind === 'changed' && !isWhole ? drift.made : undefined
  const reason = unfinished(record) ?? (isOutside ? 'changed outside' : (made ?? noted))
  if (because.length > 0) {
    const replaced = replacement(shown, because, isTaken || isDestroyedFirst(wanted, record, isFirst))
    const decision = retaining(wanted, record, replaced, { isTaken, isFirst: first !== undefined })
    return isOutside && unfinished(record) === undefined ? { ...decision, reason: 'changed outside' } : decision
  }
  const asWanted = inPlace === undefined ? {} : { spec: inPlace }
  if ((isSame || changes.length === 0) && reason === undefined)
    return { action: 'none', changes: [], replaceBecause: [], ...asWanted, ...optional('recorded', recorded) }
  return {
    action: 'update',
    changes: shown,
    replaceBecause: [],
    ...(reason === undefined ? {} : { reason }),
    ...asWanted,
  }
}

const none: readonly string[] = []

interface Changes {
  readonly changes: readonly FieldChange[]
  /** The reasons why the resource cannot change in place. */
  readonly recreate: readonly string[]
  /** True for a record of another type or another configuration of its provider. */
  readonly isAnother?: boolean
}

function changesOf(wanted: Wanted, record: ResourceRecord): Changes {
  const { definition, type } = wanted.resource
  if (record.type !== type) return { changes: creation(wanted).changes, recreate: ['type'], isAnother: true }
  const { changes: ofSpec, recreate } = diffSpec(definition.schema, record.spec, wanted.spec)
  const beside = diffMetadata(record.metadata, wanted)
  const changes = beside.length === 0 ? ofSpec : [...ofSpec, ...beside]
  // Another configuration puts the resource elsewhere, so that no change can turn the old one into the new one.
  if (isElsewhere(record, wanted.resource)) return { changes, recreate: [...recreate, 'provider'], isAnother: true }
  const asked = askedForAnew(wanted, record, ofSpec).filter((path) => !recreate.includes(path))
  return { changes, recreate: asked.length === 0 ? recreate : [...recreate, ...asked] }
}

/** The reasons why the blueprint itself asks for a new resource: paths that `replaceOnChanges` matches, or a trigger. */
function askedForAnew(
  { resource: { options, definition }, triggers }: Wanted,
  record: ResourceRecord,
  changes: readonly FieldChange[],
): readonly string[] {
  const { replaceOnChanges = [] } = options ?? {}
  // Triggers that are not recorded yet have not changed.
  const isTriggered = triggers !== undefined && record.triggers !== undefined && !equalValues(triggers, record.triggers)
  const triggered = isTriggered ? [triggeredBy] : none
  if (replaceOnChanges.length === 0) return triggered
  const patterns = new PropertyPatterns(definition.schema, replaceOnChanges)
  return [...changes.flatMap(({ path }) => (patterns.has(path) ? [path] : [])), ...triggered]
}

/** Asks the provider if the schema cannot say whether a change needs a new resource. */
function withDiff(
  { changes, recreate, isAnother = false }: Changes,
  wanted: Wanted,
  record: ResourceRecord,
  askDiff: AskDiff,
): Compared {
  const { replacementBy, comparedBy } = wanted.resource.definition
  const isAsked = comparedBy !== undefined || changes.some(({ path }) => path.startsWith('spec'))
  if (replacementBy === undefined || isAnother || !isAsked) return { changes, recreate }
  const said = askDiff(wanted, record)
  if (said === undefined) return { changes, recreate }
  const all = [...changes, ...removals(wanted, record, said.removed)]
  const own = replacementBy === 'provider' ? askedForAnew(wanted, record, all) : recreate
  const because = [...own, ...said.replaceBecause]
  const { differs, differences, isSame = false, hidden, inPlace, recorded } = said
  return {
    changes: all,
    recreate: [...new Set(because)],
    isFirst: said.destroyFirst && !(said.isHabit === true && wanted.resource.isNeededFirst === true),
    ...(differs !== undefined && { differs: `${differenceIn(wanted)}${listed(differs)}` }),
    ...(differences !== undefined && { differences }),
    isSame,
    ...(hidden !== undefined && { hidden }),
    ...(inPlace !== undefined && { inPlace }),
    ...optional('recorded', recorded),
  }
}

/** The reason for a difference. A resource that is only read has changed since it was last read, since no step changes it. */
function differenceIn({ resource }: Wanted): string {
  return resource.found?.by === 'read' ? 'it has changed' : 'its provider finds a difference'
}

/** Properties that the blueprint no longer has, and that the provider does not fill in either. */
function removals(
  { resource: { definition }, spec: wanted }: Wanted,
  { spec }: ResourceRecord,
  names: readonly string[] = [],
): readonly FieldChange[] {
  const { schema } = definition
  const isLeftOut = (name: string): boolean =>
    schema.attributes?.[name]?.computedWhenOmitted === true && (wanted[name] ?? null) === null
  const removed = names.filter((name) => isLeftOut(name) && Object.hasOwn(spec, name))
  return diffReality(schema, valueMap(removed.map((name) => [name, spec[name] ?? null])), valueMap())
}

/** The result of schema and provider together about a change. */
interface Compared {
  readonly changes: readonly FieldChange[]
  readonly recreate: readonly string[]
  readonly isFirst?: boolean
  readonly differs?: string
  readonly differences?: readonly FieldChange[]
  readonly recorded?: readonly FieldChange[]
  /** True if the provider says that no change is needed, even if the specs differ. */
  readonly isSame?: boolean
  /** Paths that are not shown to people. */
  readonly hidden?: readonly string[]
  /** The wanted spec, unless the resource is replaced. */
  readonly inPlace?: ValueMap
}

/** ` in spec.source, spec.tags and 3 more` */
function listed(paths: readonly string[]): string {
  const [first, second, ...more] = paths
  if (first === undefined) return ''
  if (second === undefined) return ` in ${first}`
  return more.length === 0 ? ` in ${first} and ${second}` : ` in ${first}, ${second} and ${more.length} more`
}

/**
 * Adjusts a replacement if the old thing is retained. Nothing has to go first then: the old thing stays the resource until its successor
 * exists, unless its container takes it along. A resource that goes first is gone before the program can say whether to retain it, so the
 * recorded option counts.
 */
function retaining(
  wanted: Wanted,
  record: ResourceRecord,
  decision: Replacing,
  { isTaken = false, isFirst = false } = {},
): Replacing {
  const old = isFirst ? record : policyForOld(wanted.resource, record)
  if (!isRetained({ ...old, replaced: true })) return decision
  if (isTaken) return { ...decision, retainsOld: true }
  const { destroyFirst: _, ...rest } = decision
  const retained: Replacing = { ...rest, retainsOld: true }
  return isInTheWay(wanted, record) ? { ...retained, blocked: retainedObstacle(record) } : retained
}

/** True if the old and the new resource cannot both exist. */
function isInTheWay({ resource: { definition, type, options }, spec }: Wanted, record: ResourceRecord): boolean {
  if (record.type !== type) return false
  const wanted = { spec, options }
  const identity = declaredIdentity(definition, wanted)
  if (identity !== undefined && identity === declaredIdentity(definition, record)) return true
  const slot = slotOf(definition, wanted)
  return slot !== undefined && slot === slotOf(definition, record)
}

/**
 * True if the old thing must go before the new one is made: its type requires it, or both would be the same thing. Otherwise the user
 * decides or, without a word from the user, the provider.
 */
function isDestroyedFirst(
  { resource: { definition, options }, spec }: Wanted,
  record: ResourceRecord,
  isFirst = false,
): boolean {
  if (definition.destroyBeforeCreate) return true
  const identity = declaredIdentity(definition, { spec, options })
  if (identity !== undefined && identity === declaredIdentity(definition, record)) return true
  const { replaceOrder } = options ?? {}
  return replaceOrder === undefined ? isFirst : replaceOrder === 'destroy-first'
}

function replacement(
  changes: readonly FieldChange[],
  replaceBecause: readonly string[],
  destroyFirst: boolean,
): Replacing {
  return { action: 'replace', changes, replaceBecause, ...(destroyFirst ? { destroyFirst } : {}) }
}
