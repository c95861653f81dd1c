import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { nameMeant } from '../language/item-name.ts'
import type { Renames } from './match.ts'

/** Which resources a plan is about, by name. `undefined`: all. */
export type Selection = ReadonlySet<string> | undefined

/**
 * Everything to be looked at for some targets: with each that is wanted all it depends on, with each that is to go all that
 * depends on it and goes too.
 */
export function selectTargets(
  targets: readonly string[] | undefined,
  wanted: ReadonlyMap<string, { readonly dependsOn: readonly string[] }>,
  records: readonly ResourceRecord[],
  renames: Renames = new Map(),
): Selection {
  if (targets === undefined || targets.length === 0) return undefined
  const meant = withChildren(targets, wanted, records)
  checkNames(meant, wanted, records)
  const renamed = renamedWith(records, renames)
  const unwanted = records.filter(({ name }) => !wanted.has(name))
  const dependents = new Map<string, string[]>()
  for (const { name, dependsOn } of unwanted) {
    for (const dependency of dependsOn) dependents.set(dependency, [...(dependents.get(dependency) ?? []), name])
  }
  const selected = new Set(meant)
  for (const name of selected) {
    const reached = wanted.has(name) ? wanted.get(name)?.dependsOn : dependents.get(name)
    for (const other of [...(reached ?? []), ...(renamed.get(name) ?? [])]) selected.add(other)
  }
  return selected
}

/** The name of a child, `network` or `network/subnets`, stands for all that it has. */
function withChildren(
  targets: readonly string[],
  wanted: ReadonlyMap<string, unknown>,
  records: readonly ResourceRecord[],
): readonly string[] {
  const names = namesIn(wanted, records)
  return targets.flatMap((written) => {
    const target = nameMeant(written, names)
    if (names.has(target)) return [target]
    const within = [...names].filter((name) => name.startsWith(`${target}/`))
    return within.length === 0 ? [target] : within
  })
}

/** Names that records leave and take: one cannot be given without the other. */
function renamedWith(records: readonly ResourceRecord[], renames: Renames): ReadonlyMap<string, readonly string[]> {
  const together = new Map<string, string[]>()
  const join = (name: string, other: string): void => void together.set(name, [...(together.get(name) ?? []), other])
  for (const { id, name } of renames.size === 0 ? [] : records) {
    const next = renames.get(id)
    if (next === undefined) continue
    join(name, next)
    join(next, name)
  }
  return together
}

/** The names of what a user wants to have replaced. Fails when one is unknown, or the plan is not about it. */
export function selectReplaced(
  written: readonly string[],
  selection: Selection,
  wanted: ReadonlyMap<string, unknown>,
  records: readonly ResourceRecord[],
): ReadonlySet<string> {
  const known = namesIn(wanted, records)
  const names = written.map((name) => nameMeant(name, known))
  checkNames(names, wanted, records)
  const left = names.filter((name) => selection?.has(name) === false)
  if (left.length === 0) return new Set(names)
  throw new Failure('engine/replace-beside-target', `${left.join(', ')} cannot be replaced: the targets leave it out`, {
    hint: `add ${left.map((name) => `--target ${name}`).join(' ')}, or leave out --replace`,
  })
}

/** Fails when a name given by a user is neither in the blueprint nor in the state. */
function checkNames(
  names: readonly string[],
  wanted: ReadonlyMap<string, unknown>,
  records: readonly ResourceRecord[],
): void {
  const known = namesIn(wanted, records)
  for (const name of names) {
    if (known.has(name)) continue
    throw new Failure(
      'engine/unknown-target',
      `there is no resource ${name}, neither in the blueprint nor in the state`,
      {
        hint: known.size === 0 ? 'there are no resources at all' : `there are: ${[...known].slice(0, 20).join(', ')}`,
      },
    )
  }
}

function namesIn(wanted: ReadonlyMap<string, unknown>, records: readonly ResourceRecord[]): ReadonlySet<string> {
  return new Set([...wanted.keys(), ...records.map(({ name }) => name)])
}
