import { isUnknown, type ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import type { Providers } from '../../providers/providers.ts'
import { type Decision, decideWanted, type News, type Wanted } from '../decide/decide.ts'
import { existenceOf, isAbsent, isDenied, mayExist } from '../../reality/recorded/life-cycle.ts'
import { declaredIdentity } from '../../spec/identity.ts'
import { isOnlyRead } from '../../spec/only-read.ts'
import { withIgnored } from '../decide/ignored-changes.ts'
import { called, inNewNames } from '../../reality/recorded/called.ts'

/** The record that becomes a resource of the blueprint, and the decision about it. */
export interface Chosen {
  readonly record: ResourceRecord | undefined
  readonly decision: Decision
  /** The wanted spec. */
  readonly spec: ValueMap
}

/**
 * Chooses among all records that may become a resource: the one with its name, those that it was to replace or that were to replace it, and
 * one with another name that is the same thing. A record with the declared identity comes first. Otherwise the record with the least work
 * is chosen. A possible replacement comes before a certain one, and among equals, the current record is chosen.
 */
export function chooseGeneration(
  written: Wanted,
  generations: readonly ResourceRecord[],
  news: News & Pick<Gathered, 'providers'>,
  isReplaceRequested: boolean,
): Chosen {
  const { resource, spec } = written
  const identity = declaredIdentity(resource.definition, { spec, options: resource.options })
  const isRead = isOnlyRead(resource.definition, written)
  // A resource that was only read belongs to somebody else. It stays as it is, and a new thing is made.
  const isForeign = (record: ResourceRecord): boolean => !isRead && isOnlyRead(news.providers.type(record.type), record)
  const typed = generations.map((record) => asSame(record, resource))
  const possible = typed.filter((record) => !isDenied(record) && !isForeign(record))
  const same = identity === undefined ? [] : possible.filter((record) => isThing(record, identity, news.providers))
  // A record with the same identity comes before a record that only has the same name.
  const candidates = same.length > 0 ? same : possible
  const [only] = candidates
  const wanted = withIgnored(written, candidates)
  const decide = (record: ResourceRecord | undefined, isRequested: boolean): Chosen => {
    const { spec: decided, ...decision } = decideWanted(wanted, record, news, isRequested)
    return { record, decision, spec: decided ?? wanted.spec }
  }
  if (candidates.length < 2) return decide(only, isReplaceRequested)
  const exact = isReplaceRequested ? undefined : exactly(written, wanted, candidates, news)
  if (exact !== undefined) return exact
  const choices = candidates.map((record) => decide(record, false))
  const best = choices.reduce((chosen, other) => (isBetter(other, chosen) ? other : chosen))
  return isReplaceRequested ? decide(best.record, true) : best
}

/**
 * The record that is exactly as written, because a user has gone back to an earlier blueprint. Ignored changes must not make another record a better
 * choice.
 */
function exactly(
  written: Wanted,
  withIgnoredChanges: Wanted,
  candidates: readonly ResourceRecord[],
  news: News,
): Chosen | undefined {
  if (written === withIgnoredChanges) return undefined
  for (const record of candidates) {
    const { spec: decided, ...decision } = decideWanted(written, record, news, false)
    if (decision.action === 'none') return { record, decision, spec: decided ?? written.spec }
  }
  return undefined
}

/**
 * The record with the type of the resource, if the resource is declared to be this record. A thing of the old type is then changed as a thing of the
 * new type.
 */
function asSame(record: ResourceRecord, { sameAs, type }: Wanted['resource']): ResourceRecord {
  return record.id === sameAs && record.type !== type ? { ...record, type } : record
}

function isThing(record: ResourceRecord, identity: string, providers: Providers): boolean {
  return mayExist(record) && declaredIdentity(providers.type(record.type), record) === identity
}

function isBetter(a: Chosen, b: Chosen): boolean {
  const difference = effort(a) - effort(b)
  if (difference !== 0 || a.record === undefined || b.record === undefined) return difference < 0
  if (isOnlyPossible(a) !== isOnlyPossible(b)) return isOnlyPossible(a)
  if (a.record.replaced !== b.record.replaced) return b.record.replaced
  return a.record.createdAt > b.record.createdAt
}

/** Ranks the work of turning a record into the wanted resource. The lowest rank is preferred. */
function effort({ record, decision: { action, blocked } }: Chosen): number {
  const existence = record === undefined ? 'none' : existenceOf(record)
  if (action === 'none') return 0
  if (action === 'update' && existence === 'there') return 1
  if (existence === 'doubtful' && action !== 'replace') return blocked === undefined ? 2 : 3
  // A half-destroyed thing must be gone before its slot is used again.
  if (existence === 'going') return 4
  // An absent row is a successor that waits for room. If the old resource still exists, it is replaced; otherwise nothing is made beside it.
  if (action === 'create') return record !== undefined && isAbsent(record) ? 7 : 5
  return existence === 'there' ? 6 : 8
}

/** True for a replacement that may not be needed, because all the values that demand it are still unknown. */
function isOnlyPossible({ decision: { action, blocked, changes, replaceBecause } }: Chosen): boolean {
  if (action !== 'replace' || blocked !== undefined || replaceBecause.length === 0) return false
  const unknown = new Set(changes.flatMap(({ path, next }) => (isUnknown(next) ? [path] : [])))
  return replaceBecause.every((path) => unknown.has(path))
}

/**
 * Records the choice: one record becomes the resource of the name, the others its older generations. A record in doubt takes the name from
 * an existing one only once it has been made. Older generations record whether they are retained, because they may only go in a later run.
 *
 * @param asOld adds the present removal policy to an older generation; absent if there is none
 */
export function regrouped(
  name: string,
  chosen: ResourceRecord | undefined,
  generations: readonly ResourceRecord[],
  asOld?: (record: ResourceRecord) => ResourceRecord,
): readonly StateChange[] {
  // Nearly always, there is only one record, which stays the resource.
  const [only, another] = generations
  if (another === undefined && only !== undefined && only === chosen && only.name === name && !only.replaced) return []
  const isDoubtful = chosen !== undefined && existenceOf(chosen) === 'doubtful'
  const holders = generations.filter((record) => !record.replaced && record.id !== chosen?.id)
  // If no record has the name yet, the first holder gets it.
  const holder = holders.find((record) => record.name === name) ?? holders[0]
  const isHeld = isDoubtful && holder !== undefined && mayExist(holder)
  return generations.flatMap((record): readonly StateChange[] => {
    const isChosen = record.id === chosen?.id
    if (!isChosen && !mayExist(record)) return [{ kind: 'forget', resourceId: record.id }]
    const isResource = isHeld ? record === holder : isChosen
    // The chosen record may have a new type.
    const said = isChosen ? chosen : asOld === undefined || isResource ? record : asOld(record)
    if (said === record && record.name === name && record.replaced !== isResource) return []
    return [{ kind: 'resource', resource: isResource ? asResource(said, name) : asGeneration(said, name) }]
  })
}

/** The record as the resource of a name. */
export function asResource(record: ResourceRecord, name: string): ResourceRecord {
  return record.replaced || record.name !== name ? { ...called(record, name), replaced: false } : record
}

/** The record as another generation of the resource of a name: older, or an attempt at a newer one. */
export function asGeneration(record: ResourceRecord, name: string): ResourceRecord {
  return { ...called(record, name), replaced: true }
}

/** Updates the names of renamed records, also in their readers. */
export function withReaders(
  changes: readonly StateChange[],
  records: readonly ResourceRecord[],
): readonly StateChange[] {
  if (changes.length === 0) return changes
  const changed = new Map(changes.map((change) => [idOf(change), change]))
  const named = new Map(records.map(({ id, name }) => [id, name]))
  const renamed = changes.flatMap((change) =>
    change.kind === 'resource' && named.get(change.resource.id) !== change.resource.name ? [change.resource] : [],
  )
  if (renamed.length === 0) return changes
  const newNames = new Map(renamed.map(({ id, name }) => [id, name]))
  for (const record of records) {
    const names = new Map(record.reads.map((id) => [named.get(id), newNames.get(id)]))
    const change = changed.get(record.id)
    if (change?.kind === 'forget') continue
    const latest = change?.kind === 'resource' ? change.resource : record
    const resource = inNewNames(latest, (name) => names.get(name) ?? name)
    if (resource !== latest) changed.set(record.id, { kind: 'resource', resource })
  }
  return [...changed.values()]
}

function idOf(change: StateChange): string | undefined {
  if (change.kind === 'resource') return change.resource.id
  return change.kind === 'forget' ? change.resourceId : undefined
}
