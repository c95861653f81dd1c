import type { monitor } from '@slipway/protocol/pulumi'
import { formatUrn, ownType, parseUrn, qualifiedBelow, type UrnParts } from './urn.ts'

/** A resource with aliases. */
export interface Aliased {
  readonly type: string
  readonly name: string
  readonly parent: string | undefined
  readonly aliases: readonly monitor.RegisterResourceRequest['aliases'][number][]
  readonly aliasUrns: readonly string[]
}

/**
 * Other URNs that a resource may be recorded under: those of its aliases, each also below its parent's former URN.
 *
 * @param formerOf the former recorded URN of a requested resource, if different: an alias names a parent by its present URN
 */
export function aliasUrnsOf(
  resource: Aliased,
  { stack, project }: Pick<UrnParts, 'stack' | 'project'>,
  formerOf: (urn: string) => string | undefined,
): readonly string[] {
  const { type, name, parent, aliases, aliasUrns } = resource
  const named = [...aliases.flatMap((alias) => urnsOf(alias, resource, { stack, project }, formerOf)), ...aliasUrns]
  const formerParent = parent === undefined ? undefined : formerOf(parent)
  if (formerParent === undefined || parent === undefined) return [...new Set(named)]
  const below = [{ type, name }, ...named.flatMap((urn) => ownNameOf(urn))].map((own) =>
    formatUrn({
      stack: parseUrn(formerParent)?.stack ?? stack,
      project: parseUrn(formerParent)?.project ?? project,
      qualifiedType: qualifiedBelow(formerParent, own.type),
      name: renamedWith(own.name, parent, formerParent),
    }),
  )
  return [...new Set([...named, ...below])]
}

/**
 * Converts aliases of Node.js SDKs from before 2023. These omit the parent to mean no parent, and state no parent to mean the present one.
 */
export function meantByOldNode(aliases: Aliased['aliases']): Aliased['aliases'] {
  return aliases.map((alias) => {
    const { spec } = alias
    if (spec === undefined || given(spec.parentUrn) !== undefined) return alias
    return { ...alias, spec: { ...spec, parentUrn: undefined, noParent: spec.noParent !== true } }
  })
}

function ownNameOf(urn: string): readonly { readonly type: string; readonly name: string }[] {
  const parts = parseUrn(urn)
  return parts === undefined ? [] : [{ type: ownType(parts), name: parts.name }]
}

/** The former name of a child. Children are often named after their parent and renamed with it. */
function renamedWith(name: string, parent: string, formerParent: string): string {
  const [now, before] = [parseUrn(parent)?.name, parseUrn(formerParent)?.name]
  return now !== undefined && before !== undefined && name.startsWith(now) ? before + name.slice(now.length) : name
}

function urnsOf(
  { urn, spec }: Aliased['aliases'][number],
  { type, name, parent }: Aliased,
  { stack, project }: Pick<UrnParts, 'stack' | 'project'>,
  formerOf: (urn: string) => string | undefined,
): readonly string[] {
  if (urn !== undefined) return [urn]
  const namedParent = given(spec?.parentUrn)
  const before = namedParent === undefined ? undefined : formerOf(namedParent)
  const above = namedParent ?? parent
  const parents = spec?.noParent === true ? [undefined] : before === undefined ? [above] : [before, above]
  return parents.map((each) =>
    formatUrn({
      stack: given(spec?.stack) ?? stack,
      project: given(spec?.project) ?? project,
      qualifiedType: qualifiedBelow(each, given(spec?.type) ?? type),
      name: given(spec?.name) ?? name,
    }),
  )
}

function given(text: string | undefined): string | undefined {
  return text === '' ? undefined : text
}
