import type { ResourceRecord } from '@slipway/stores'
import type { ResourceOptions } from '../language/resource-options.ts'
import { namesMadeFor } from './made-for.ts'

export interface Needing {
  readonly dependsOn: readonly string[]
  readonly options?: Pick<ResourceOptions, 'deletedWith'>
}

/** What a resource cannot be made without: what it depends on, and the container that it is to stand in. */
export function neededBy({ dependsOn, options }: Needing): readonly string[] {
  return options?.deletedWith === undefined ? dependsOn : [...dependsOn, options.deletedWith]
}

/** What can be left out, and what hangs together. */
interface Whole {
  /** What is wanted: nothing for a `destroy`. */
  readonly wanted: ReadonlyMap<string, Needing>
  readonly records: readonly ResourceRecord[]
  /** By name: names that are left out with it, because a record changes from one to the other. */
  readonly renamed?: ReadonlyMap<string, readonly string[]>
  /** Leave out only what is named, whatever depends on it. */
  readonly isAlone?: boolean
}

/**
 * The names of everything but what is left out. What is wanted and depends on that is left out, too: it would be made for
 * something that is not as the blueprint says. What nobody wants any more is left out as long as something that is left out
 * reads it or goes with it. What was made for something is left out with it.
 */
export function allBut(
  names: readonly string[],
  { wanted, records, renamed, isAlone = false }: Whole,
): ReadonlySet<string> {
  const left = new Set(names)
  const together = isAlone ? new Map<string, readonly string[]>() : leftTogether(wanted, records)
  const made = namesMadeFor(records)
  for (const name of left)
    for (const other of [together, made, renamed].flatMap((each) => each?.get(name) ?? [])) left.add(other)
  return new Set([...wanted.keys(), ...records.map(({ name }) => name)]).difference(left)
}

/** By name: what else is left out with it. */
function leftTogether(wanted: Whole['wanted'], records: Whole['records']): ReadonlyMap<string, readonly string[]> {
  const together = new Map<string, string[]>()
  const join = (name: string, other: string): void => void together.set(name, [...(together.get(name) ?? []), other])
  for (const [name, resource] of wanted) for (const needed of neededBy(resource)) join(needed, name)
  // A composed resource is left out with any of its parts.
  for (const [maker, parts] of namesMadeFor(records)) for (const part of parts) join(part, maker)
  const unwanted = new Map(records.flatMap(({ id, name }) => (wanted.has(name) ? [] : [[id, name] as const])))
  const going = new Set(unwanted.values())
  for (const { name, dependsOn, reads, standsIn = [], options } of records) {
    const container = options?.deletedWith
    const needed = [...dependsOn, ...(container === undefined ? [] : [container])].filter((one) => going.has(one))
    for (const other of [...needed, ...[...reads, ...standsIn].flatMap((id) => unwanted.get(id) ?? [])])
      join(name, other)
  }
  return together
}
