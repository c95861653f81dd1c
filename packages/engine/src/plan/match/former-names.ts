import { addTo } from '@slipway/graph'
import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import { childrenAround } from '../../language/child-name.ts'
import { isGoing, mayExist } from '../../reality/recorded/life-cycle.ts'
import type { Renames } from './match.ts'

type Records = ReadonlyMap<string, readonly ResourceRecord[]>

/**
 * New names of records, by id. The blueprint gives their former names, or uses a name again that they used to have.
 *
 * @throws Failure `engine/name-taken` if another wanted resource is recorded under the new name
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
  // Aliases use the present names, including the present name of a renamed child.
  const byName = Map.groupBy(records, ({ name }) => movedTo.get(name) ?? name)
  const taken = new Set<string>()
  const held = new Set<string>()
  const rename = (from: string, to: string): void => {
    taken.add(from)
    held.add(to)
    for (const { id } of byName.get(from) ?? []) renames.set(id, to)
  }
  for (const [name, { type, options }] of resources) {
    // A resource that exists under its own name needs no alias. It needs an alias if the name belongs to a record of another type, which goes, or to
    // a record that an earlier run has begun to destroy.
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
    // A declared identity is more reliable than a former name.
    if (definition.identity !== undefined || held.has(name) || isHeld(byName.get(name))) continue
    const isThis = (now: string): boolean => {
      const all = byName.get(now) ?? []
      // The resource with this name may be gone, while an older generation of it still exists.
      const found = isHeld(all) ? all : all.filter(mayExist)
      return !taken.has(now) && !resources.has(now) && ofType(found, type).length > 0
    }
    const now = formerly.get(name)?.findLast(isThis)
    if (now !== undefined) rename(now, name)
  }
  return renames
}

/** True if there are any aliases or former names, which is rare. */
function isRenamed(resources: CheckedBlueprint['resources'], records: readonly ResourceRecord[]): boolean {
  return (
    resources.values().some(({ options }) => options?.aliases !== undefined) ||
    records.some(({ formerNames: known }) => known !== undefined)
  )
}

/**
 * Present names, by former name. A run gives new names before its first step, and may fail after that. A user who then goes back to the old
 * blueprint must find everything again.
 */
function namesByFormer(records: readonly ResourceRecord[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { name, formerNames: known = [] } of records) for (const former of known) addTo(found, former, name)
  return found
}

/** All names and aliases of the resources. */
function namesIn(resources: CheckedBlueprint['resources']): ReadonlySet<string> {
  return new Set(Array.from(resources, ([name, { options }]) => [name, ...(options?.aliases ?? [])]).flat())
}

/**
 * New names of existing records, by present name. Entries that no longer apply are ignored. An entry is also ignored if it would give a record the
 * name of another, unwanted record; each record then keeps its own name.
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

/** Follows the `moved` entries from name to name: those for the resource itself and those for its child. */
function lastName(name: string, next: ReadonlyMap<string, string>): string {
  let at = name
  // The entries of one blueprint form no circle, but an entry for a child and an entry for a resource in it could.
  for (let steps = 0; steps <= next.size; steps++) {
    const own = next.get(at)
    const child = own === undefined ? childrenAround(at).find((one) => next.has(one)) : undefined
    if (own === undefined && child === undefined) return at
    at = own ?? `${next.get(child ?? '') ?? ''}${at.slice(child?.length)}`
  }
  return at
}

function nameTaken(from: string, to: string, other: string): Failure {
  const who =
    other === to ? `${to} is already recorded, in addition to ${from}` : `${other} and ${from} would both be ${to}`
  return new Failure('engine/name-taken', `${from} cannot be renamed to ${to}: ${who}`, {
    hint: `if ${from} should be destroyed, remove its entry from metadata.slipway.moved; slipway state list shows the records`,
  })
}

function isHeld(records: readonly ResourceRecord[] = []): boolean {
  return records.some((record) => !record.replaced && mayExist(record))
}

function ofType(records: readonly ResourceRecord[], type: string): readonly ResourceRecord[] {
  return records.filter((record) => record.type === type)
}
