import { reached, addTo } from '@slipway/graph'
import { Failure, shellWord } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { isIn } from '../../language/child-name.ts'
import { nameMeant } from '../../language/item-name.ts'
import { namesMadeFor } from './made-by-plugins.ts'
import { namesLike } from './names-like.ts'
import type { Renames } from './match.ts'
import type { Plan } from '../shape/plan.ts'
import type { ResourceOptions } from '../../language/resource-options.ts'

/** Names of the resources that a plan is about; `undefined` for all. */
export type Selection = ReadonlySet<string> | undefined

/** The names with which a user limits a plan. Without names, the plan is about everything. */
export interface Part {
  /** Names of resources. The plan is about them and the resources that they need. */
  readonly targets?: readonly string[]
  /** Names of resources. The plan is about all other resources, except those that need the named ones. Not together with `targets`. */
  readonly exclude?: readonly string[]
}

/** True if a plan is only about a part of the instance. */
export function isPart({ targets = [], exclude = [] }: Part): boolean {
  return targets.length + exclude.length > 0
}

type Wanted = ReadonlyMap<string, Needing>

/**
 * The selection of a plan: the targets and all that they need, or everything except the excluded resources.
 *
 * @param wanted the wanted resources; none for a `destroy` or a `refresh`
 * @throws Failure `engine/unknown-target`, `engine/exclude-beside-target`
 */
export function selectPart(
  { operation, targets = [], exclude = [] }: Part & Pick<Plan, 'operation'>,
  wanted: Wanted,
  records: readonly ResourceRecord[],
  renames: Renames = new Map(),
): Selection {
  if (exclude.length === 0) return selectTargets(targets, wanted, records, renames)
  if (targets.length > 0) throw excludeBesideTarget('plan')
  const left = withChildren(exclude, wanted, records)
  checkNames(left, wanted, records)
  // A refresh only reads, and reading a resource needs no other resource.
  const isAlone = operation === 'refresh'
  return allBut(left, { wanted, records, renamed: renamedWith(records, renames), isAlone })
}

/**
 * All resources that belong to some targets: the dependencies of wanted targets, those dependents of targets that go which go as well, and the
 * resources that were made for them.
 */
function selectTargets(
  targets: readonly string[],
  wanted: Wanted,
  records: readonly ResourceRecord[],
  renames: Renames,
): Selection {
  if (targets.length === 0) return undefined
  const named = withChildren(targets, wanted, records)
  checkNames(named, wanted, records)
  const made = namesMadeFor(records)
  const meant = named.map((name) => makerOf(name, made, wanted) ?? name)
  const renamed = renamedWith(records, renames)
  const unwanted = records.filter(({ name }) => !wanted.has(name))
  const dependents = new Map<string, string[]>()
  const names = new Map(records.map(({ id, name }) => [id, name]))
  for (const record of unwanted) {
    const containers = (record.standsIn ?? []).flatMap((id) => names.get(id) ?? [])
    for (const needed of new Set([...neededBy(record), ...containers])) addTo(dependents, needed, record.name)
  }
  return reached(meant, (name) => {
    const resource = wanted.get(name)
    const needed = resource === undefined ? dependents.get(name) : neededBy(resource)
    return [needed, renamed.get(name), made.get(name)].flatMap((some) => some ?? [])
  })
}

/** The wanted resource for which a plugin made the named resource. Only making the wanted resource again can make the named one again. */
function makerOf(name: string, made: ReadonlyMap<string, readonly string[]>, wanted: Wanted): string | undefined {
  if (wanted.has(name)) return undefined
  return wanted.keys().find((maker) => made.get(maker)?.includes(name) === true)
}

/**
 * The names that a user means. The name of a child, such as `network` or `network/subnets`, means everything in it, along with a resource of
 * the same name.
 */
function withChildren(
  targets: readonly string[],
  wanted: ReadonlyMap<string, unknown>,
  records: readonly ResourceRecord[],
): readonly string[] {
  const names = namesIn(wanted, records)
  return targets.flatMap((written) => {
    const target = nameMeant(written, names)
    const meant = [...names].filter((name) => name === target || isIn(name, target))
    return meant.length === 0 ? [target] : meant
  })
}

/** The old and new names of records. A plan about one of the names is also about the other. */
function renamedWith(records: readonly ResourceRecord[], renames: Renames): ReadonlyMap<string, readonly string[]> {
  const together = new Map<string, string[]>()
  for (const { id, name } of renames.size === 0 ? [] : records) {
    const next = renames.get(id)
    if (next === undefined) continue
    addTo(together, name, next)
    addTo(together, next, name)
  }
  return together
}

/** The names of the resources that a user wants replaced. Fails if a name is unknown, or if the plan is not about it. */
export function selectReplaced(
  written: readonly string[],
  selection: Selection,
  { exclude = [] }: Part,
  wanted: ReadonlyMap<string, unknown>,
  records: readonly ResourceRecord[],
): ReadonlySet<string> {
  const names = withChildren(written, wanted, records)
  checkNames(names, wanted, records)
  const left = names.filter((name) => selection?.has(name) === false)
  if (left.length === 0) return new Set(names)
  const isExcluded = exclude.length > 0
  const why = isExcluded ? '--exclude leaves it out' : 'the targets leave it out'
  throw new Failure('engine/replace-beside-target', `${left.join(', ')} cannot be replaced: ${why}`, {
    hint: isExcluded
      ? excludeBesideReplace
      : `add ${left.map((name) => `--target ${shellWord(name)}`).join(' ')}, or leave out --replace`,
  })
}

/** Fails if a user's name is neither in the blueprint nor in the state. If nothing is wanted, only the state counts. */
function checkNames(
  names: readonly string[],
  wanted: ReadonlyMap<string, unknown>,
  records: readonly ResourceRecord[],
): void {
  const known = namesIn(wanted, records)
  for (const name of names) {
    if (known.has(name)) continue
    const message =
      wanted.size === 0
        ? `there is no record of ${name}`
        : `there is no resource ${name} in the blueprint or in the state`
    throw new Failure('engine/unknown-target', message, { hint: namesLike(name, known) })
  }
}

function namesIn(wanted: ReadonlyMap<string, unknown>, records: readonly ResourceRecord[]): ReadonlySet<string> {
  return new Set([...wanted.keys(), ...records.map(({ name }) => name)])
}

interface Needing {
  readonly dependsOn: readonly string[]
  readonly options?: Pick<ResourceOptions, 'deletedWith'>
}

/** The resources without which a resource cannot be made: its dependencies and its container. */
function neededBy({ dependsOn, options }: Needing): readonly string[] {
  return options?.deletedWith === undefined ? dependsOn : [...dependsOn, options.deletedWith]
}

/** The resources that can be left out, and those that belong together. */
interface Whole {
  /** The wanted resources; none for a `destroy`. */
  readonly wanted: ReadonlyMap<string, Needing>
  readonly records: readonly ResourceRecord[]
  /** The names that are left out together with a name, because a record changes from one name to the other. */
  readonly renamed?: ReadonlyMap<string, readonly string[]>
  /** True if only the named resources are left out, whatever depends on them. */
  readonly isAlone?: boolean
}

/**
 * The names of everything that is not left out. A wanted resource that depends on a left-out one is left out, too. Otherwise it would be
 * made for a resource that differs from the blueprint. An unwanted resource is left out if a left-out one reads it or goes with it.
 * Everything that a plugin made for a left-out resource is left out with it.
 */
function allBut(names: readonly string[], { wanted, records, renamed, isAlone = false }: Whole): ReadonlySet<string> {
  const together = isAlone ? new Map<string, readonly string[]>() : leftTogether(wanted, records)
  const made = namesMadeFor(records)
  const left = reached(names, (name) => [together, made, renamed].flatMap((each) => each?.get(name) ?? []))
  return new Set([...wanted.keys(), ...records.map(({ name }) => name)]).difference(left)
}

/** The names that are left out with a resource, by its name. */
function leftTogether(wanted: Whole['wanted'], records: Whole['records']): ReadonlyMap<string, readonly string[]> {
  const together = new Map<string, string[]>()
  for (const [name, resource] of wanted) for (const needed of neededBy(resource)) addTo(together, needed, name)
  // A composed resource is left out if any of its parts is left out.
  for (const [maker, parts] of namesMadeFor(records)) for (const part of parts) addTo(together, part, maker)
  const unwanted = new Map(records.flatMap(({ id, name }) => (wanted.has(name) ? [] : [[id, name] as const])))
  const going = new Set(unwanted.values())
  for (const { name, dependsOn, reads, standsIn = [], options } of records) {
    const container = options?.deletedWith
    const needed = [...dependsOn, ...(container === undefined ? [] : [container])].filter((one) => going.has(one))
    for (const other of [...needed, ...[...reads, ...standsIn].flatMap((id) => unwanted.get(id) ?? [])])
      addTo(together, name, other)
  }
  return together
}

export function excludeBesideTarget(what: 'plan' | 'run'): Failure {
  return new Failure('engine/exclude-beside-target', `a ${what} can have targets or exclusions, not both`, {
    hint: 'leave out --target or --exclude',
  })
}

export const excludeBesideReplace = 'leave out --exclude or --replace'
