import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../check/checked.ts'
import { existenceOf, mayExist } from '../reality/life-cycle.ts'
import type { Renames } from './match.ts'

type Records = ReadonlyMap<string, readonly ResourceRecord[]>

/**
 * Names that records get because the blueprint says what they were called before, or calls them again what they were called
 * then: by id of the record.
 *
 * @throws Failure `engine/name-taken` when something else is recorded under the new name, and that is wanted
 */
export function formerNames(
  { resources, moved = [] }: Pick<CheckedBlueprint, 'resources' | 'moved'>,
  records: readonly ResourceRecord[],
): Renames {
  const renames = new Map<string, string>()
  if (moved.length === 0 && !isRenamed(resources, records)) return renames
  const movedTo = movedNames(
    moved,
    Map.groupBy(records, ({ name }) => name),
    namesIn(resources),
  )
  for (const { id, name } of records) {
    const to = movedTo.get(name)
    if (to !== undefined) renames.set(id, to)
  }
  // An alias is a name in the blueprint of today: in a child that got another name, too.
  const byName = Map.groupBy(records, ({ name }) => movedTo.get(name) ?? name)
  const taken = new Set<string>()
  const held = new Set<string>()
  const rename = (from: string, to: string): void => {
    taken.add(from)
    held.add(to)
    for (const { id } of byName.get(from) ?? []) renames.set(id, to)
  }
  for (const [name, { type, options }] of resources) {
    // One that is there under its own name has no use for another. Something else may have that name, and go; or what an earlier run has
    // begun to destroy.
    const named = byName.get(name) ?? []
    if (options?.aliases === undefined || isHeld(ofType(named, type).filter((record) => !isGoing(record)))) continue
    const former = options.aliases.find((alias) => {
      const found = byName.get(alias) ?? []
      return !taken.has(alias) && isHeld(isHeld(named) ? ofType(found, type) : found)
    })
    if (former !== undefined) rename(former, name)
  }
  const formerly = namesByFormer(records.filter(({ name }) => !movedTo.has(name)))
  for (const [name, { type, definition }] of formerly.size === 0 ? [] : resources) {
    // What tells things of a type apart tells more than a name.
    if (definition.identity !== undefined || held.has(name) || isHeld(byName.get(name))) continue
    const isThis = (now: string): boolean => {
      const all = byName.get(now) ?? []
      // Who has the name may have gone, and left an older one behind.
      const found = isHeld(all) ? all : all.filter(mayExist)
      return !taken.has(now) && !resources.has(now) && ofType(found, type).length > 0
    }
    const now = formerly.get(name)?.findLast(isThis)
    if (now !== undefined) rename(now, name)
  }
  return renames
}

/** Most blueprints and states know of no other names. */
function isRenamed(resources: CheckedBlueprint['resources'], records: readonly ResourceRecord[]): boolean {
  return (
    resources.values().some(({ options }) => options?.aliases !== undefined) ||
    records.some(({ formerNames: known }) => known !== undefined)
  )
}

/**
 * Names of today by those of before. A run gives new names before its first step, and may fail then: who goes back to the blueprint
 * of before must find everything again.
 */
function namesByFormer(records: readonly ResourceRecord[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { name, formerNames: known = [] } of records)
    for (const former of known) found.set(former, [...(found.get(former) ?? []), name])
  return found
}

/** Names of today and of before that resources are known by. */
function namesIn(resources: CheckedBlueprint['resources']): ReadonlySet<string> {
  return new Set(Array.from(resources, ([name, { options }]) => [name, ...(options?.aliases ?? [])]).flat())
}

/**
 * New names of what is there, by its name. What no longer applies says nothing; nor does who would get the name of something else,
 * when nobody wants what has that name: each goes by the name that it has.
 */
function movedNames(
  moved: NonNullable<CheckedBlueprint['moved']>,
  byName: Records,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (moved.length === 0) return found
  const next = new Map(moved.map(({ from, to }) => [from, to]))
  for (const [name, records] of byName) {
    if (!isHeld(records)) continue
    const to = lastName(name, next)
    if (to !== name) found.set(name, to)
  }
  const owners = new Map<string, string>()
  for (const [from, to] of found) {
    const other = owners.get(to) ?? (isHeld(byName.get(to)) && !found.has(to) ? to : undefined)
    if (other === undefined) owners.set(to, from)
    else if (wanted.has(to)) throw nameTaken(from, to, other)
    else found.delete(from)
  }
  return found
}

/** Follows the entries from name to name: those of the thing itself, and of a child that it is in. */
function lastName(name: string, next: ReadonlyMap<string, string>): string {
  let at = name
  // Names of a blueprint lead nowhere twice; those of a child and of what is in it could.
  for (let steps = 0; steps <= next.size; steps++) {
    const own = next.get(at)
    const child = own === undefined ? childOf(at, next) : undefined
    if (own === undefined && child === undefined) return at
    at = own ?? `${next.get(child ?? '') ?? ''}${at.slice(child?.length)}`
  }
  return at
}

function childOf(name: string, next: ReadonlyMap<string, string>): string | undefined {
  for (let slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1)) {
    const child = name.slice(0, slash)
    if (next.has(child)) return child
  }
  return undefined
}

function nameTaken(from: string, to: string, other: string): Failure {
  const who =
    other === to ? `${to} is already recorded, in addition to ${from}` : `${other} and ${from} would both be ${to}`
  return new Failure('engine/name-taken', `${from} cannot be renamed to ${to}: ${who}`, {
    hint: `if ${from} should be destroyed, remove its entry from metadata.slipway.moved; slipway state list shows what is recorded`,
  })
}

function isHeld(records: readonly ResourceRecord[] = []): boolean {
  return records.some((record) => !record.replaced && mayExist(record))
}

function isGoing(record: ResourceRecord): boolean {
  return existenceOf(record) === 'going'
}

function ofType(records: readonly ResourceRecord[], type: string): readonly ResourceRecord[] {
  return records.filter((record) => record.type === type)
}
