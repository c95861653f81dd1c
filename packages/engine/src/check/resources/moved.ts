import { didYouMean, type DiagnosticList } from '@slipway/source'
import type { Blueprint, MovedDeclaration } from '../../language/declarations.ts'
import type { Origin } from '../../language/expression.ts'
import type { CheckedBlueprint, CheckedResource } from '../checked.ts'

/** A resource, or a child with everything in it, that has been renamed. */
type Moved = NonNullable<CheckedBlueprint['moved']>[number]

/** Reports entries of `metadata.slipway.moved` that contradict each other or the blueprint. */
export function checkMoved(
  { moved = [], resources }: Pick<Blueprint, 'moved' | 'resources'>,
  list: DiagnosticList,
): readonly Moved[] {
  const byFrom = new Map<string, MovedDeclaration>()
  const names = [...resources.keys()]
  const next = new Map(moved.map(({ from, to }) => [from.value, to.value]))
  const isThere = (name: string): boolean => resources.has(name) || names.some((one) => one.startsWith(`${name}/`))
  const refuse = ({ origin: { start, end } }: MovedDeclaration['from'], message: string, hint: string): void =>
    list.error('blueprint/bad-moved', start, end, message, { hint })
  for (const entry of moved) {
    const { from, to } = entry
    const before = byFrom.get(from.value)
    byFrom.set(from.value, entry)
    if (before !== undefined && before.to.value !== to.value)
      refuse(from, `${from.value} cannot get two names: ${before.to.value} and ${to.value}`, 'remove one entry')
    else if (resources.has(from.value))
      refuse(
        from,
        `${from.value} is still a resource of this blueprint, so it cannot be the former name of ${to.value}`,
        'remove the resource or the entry',
      )
    else if (leadsBack(from.value, next))
      refuse(from, `the names lead back from ${to.value} to ${from.value}`, 'remove one of the entries')
  }
  for (const { from, to } of moved) {
    if (isThere(to.value) || byFrom.has(to.value)) continue
    const message = `${from.value} cannot become ${to.value}: this blueprint has no ${to.value}`
    const hint =
      didYouMean(to.value, names) ??
      'the recorded resource is destroyed, like every resource that the blueprint does not have'
    list.warning('blueprint/moved-nowhere', to.origin.start, to.origin.end, message, { hint })
  }
  return moved.map(({ from, to }) => ({ from: from.value, to: to.value }))
}

function leadsBack(name: string, next: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>()
  for (let at = next.get(name); at !== undefined && !seen.has(at); at = next.get(at)) {
    if (at === name) return true
    seen.add(at)
  }
  return false
}

/** The ids of existing things that resources become, from `metadata.slipway.import` and from options, by name of the resource. */
export function checkImports(
  { imports = [], resources }: Pick<Blueprint, 'imports' | 'resources'>,
  checked: ReadonlyMap<string, Importing>,
  list: DiagnosticList,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const written = new Map<string, Origin>()
  for (const [name, { options, origin }] of checked) {
    if (options?.import === undefined) continue
    found.set(name, options.import)
    written.set(name, origin)
  }
  for (const { to, id } of imports) {
    const { start, end } = to.origin
    if (!resources.has(to.value)) {
      const message = `${id.value} cannot be imported as ${to.value}: this blueprint has no such resource`
      const hint = didYouMean(to.value, resources.keys()) ?? 'add the resource with its real properties'
      list.error('blueprint/bad-import', start, end, message, { hint })
    } else if (found.has(to.value) && found.get(to.value) !== id.value) {
      const message = `${to.value} cannot be both ${found.get(to.value)} and ${id.value}`
      list.error('blueprint/bad-import', start, end, message, { hint: 'remove one entry' })
    }
    found.set(to.value, id.value)
    written.set(to.value, to.origin)
  }
  refuseSame(found, written, checked, list)
  return found
}

type Importing = Pick<CheckedResource, 'type' | 'options' | 'condition' | 'origin'>

/**
 * Refuses the same thing for two resources. With another configuration, however, the same id may be another thing, and only one of two conditional
 * resources may exist.
 */
function refuseSame(
  found: ReadonlyMap<string, string>,
  written: ReadonlyMap<string, Origin>,
  checked: ReadonlyMap<string, Importing>,
  list: DiagnosticList,
): void {
  const first = new Map<string, string>()
  for (const [name, id] of found) {
    const resource = checked.get(name)
    const { start, end } = written.get(name) ?? {}
    if (resource === undefined || resource.condition !== undefined || start === undefined || end === undefined) continue
    const thing = JSON.stringify([resource.type, resource.options?.provider ?? '', id])
    const other = first.get(thing)
    if (other === undefined) first.set(thing, name)
    else {
      const { message, hint } = importedTwice(name, other, resource.type, id)
      list.error('blueprint/bad-import', start, end, message, { hint })
    }
  }
}

export function importedTwice(name: string, other: string, type: string, id: string) {
  return {
    message: `${name} and ${other} (${type}) cannot both be ${id}`,
    hint: 'leave one of them out, or its import',
  }
}
