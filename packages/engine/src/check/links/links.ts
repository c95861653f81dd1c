import { byEach } from '@slipway/graph'
import { linkTypeOf, type PropertySchema } from '@slipway/model'
import type { ProvidedLink } from '../definitions/link-in.ts'
import type { Blueprint, ResourceDeclaration, Written } from '../../language/declarations.ts'
import type { Budget } from '../../language/budget.ts'
import type { Expression, Origin } from '../../language/expression.ts'
import { own } from '../../language/own.ts'
import { bareName, childOf } from '../../language/child-name.ts'
import { referencesIn } from '../../language/references.ts'
import type { CheckedLink } from '../checked.ts'
import type { DefinitionLookup } from '../definitions/definitions.ts'

/**
 * The links of a blueprint: from each resource with a `linkSelector` to the resources that have all its labels, and from each resource that refers
 * to another one in a field that makes links. A link is only made if a provider has a link between the two types.
 */
export function findLinks({ resources }: Blueprint, lookup: DefinitionLookup, budget: Budget): readonly CheckedLink[] {
  const found = new Map<string, CheckedLink>()
  const labelled = byLabels(resources.values())
  const add = (a: ResourceDeclaration, b: ResourceDeclaration, origin: Origin): void => {
    budget.takeSteps()
    const name = `${a.name}::${b.name}`
    const link = a.name === b.name || found.has(name) ? undefined : provided(a, b, lookup)
    if (link !== undefined) found.set(name, { name, a: a.name, b: b.name, origin, ...link })
  }
  for (const a of resources.values()) {
    const { linkSelector, spec, type } = a
    if (linkSelector !== undefined) for (const b of selected(a, labelled)) add(a, b, linkSelector.origin)
    const schema = lookup.resourceType(type.value)?.schema
    if (schema === undefined || !activates(schema)) continue
    for (const { name, origin } of activating(spec, schema)) {
      const b = resources.get(name)
      if (b !== undefined) add(a, b, origin)
    }
  }
  return [...found.values()]
}

function provided(
  a: ResourceDeclaration,
  b: ResourceDeclaration,
  lookup: DefinitionLookup,
): Pick<CheckedLink, 'type' | 'definition' | 'namespace'> | undefined {
  const type = linkTypeOf(a.type.value, b.type.value)
  const link: ProvidedLink | undefined = lookup.link(type)
  return link === undefined ? undefined : { type, ...link }
}

/** Resources by each of their labels: `app=site`. */
function byLabels(resources: Iterable<ResourceDeclaration>): ReadonlyMap<string, readonly ResourceDeclaration[]> {
  return byEach(resources, ({ labels }) => Object.entries(labels).map(([key, value]) => `${key}=${value}`))
}

/** The types of all resources that each linkSelector selects, with or without a link, by name of its resource. */
export function selectedTypes({ resources }: Blueprint): ReadonlyMap<string, readonly string[]> {
  const labelled = byLabels(resources.values())
  const selecting = [...resources.values()].filter(({ linkSelector }) => linkSelector !== undefined)
  return new Map(selecting.map((one) => [one.name, selected(one, labelled).map(({ type }) => type.value)]))
}

/** The resources that a selector selects. It only sees its own blueprint, neither its children nor its parent. */
function selected(
  { name, linkSelector }: ResourceDeclaration,
  labelled: ReadonlyMap<string, readonly ResourceDeclaration[]>,
): readonly ResourceDeclaration[] {
  const labels = Object.entries(linkSelector?.byLabel ?? {})
  const [first] = labels
  if (first === undefined) return []
  // The excluded names belong to the same blueprint. If an abstract resource is excluded, everything that a transformer makes from it is excluded as
  // well.
  const excluded = new Set(linkSelector?.exclude.map(({ value }) => bareName(value)))
  const isExcluded = (other: ResourceDeclaration): boolean =>
    excluded.has(bareName(other.name)) || (other.madeFrom !== undefined && excluded.has(other.madeFrom.resource))
  const candidates = labelled.get(`${first[0]}=${first[1]}`) ?? []
  return candidates.filter(
    (other) =>
      labels.every(([key, value]) => own(other.labels, key) === value) &&
      childOf(other.name) === childOf(name) &&
      !isExcluded(other),
  )
}

const activatingSchemas = new WeakMap<PropertySchema, boolean>()

/** True if a reference to another resource makes a link in one of these fields. */
export function activates(schema: PropertySchema): boolean {
  const known = activatingSchemas.get(schema)
  if (known !== undefined) return known
  const below = [...Object.values(schema.attributes ?? {}), ...(schema.oneOf ?? [])]
  const inside = [...below, ...[schema.items, schema.mapValues].filter((one) => one !== undefined)]
  const is = schema.activatesLinkOnReference === true || inside.some(activates)
  activatingSchemas.set(schema, is)
  return is
}

interface Activation {
  readonly name: string
  readonly origin: Origin
}

/** The references to resources in fields that make links. */
function activating(expression: Expression, schema: PropertySchema): readonly Activation[] {
  if (schema.activatesLinkOnReference === true) {
    const references = referencesIn(expression).filter(({ to }) => to === 'resource')
    return references.map(({ name, origin }) => ({ name, origin }))
  }
  if (expression.kind === 'list') {
    const { items } = schema
    return items === undefined ? [] : expression.items.flatMap((item) => activating(item, items))
  }
  if (expression.kind !== 'map') return []
  if (schema.oneOf !== undefined) return schema.oneOf.flatMap((option) => activating(expression, option))
  return expression.entries.flatMap(([key, value]) => {
    const member = own(schema.attributes, key) ?? schema.mapValues
    return member === undefined ? [] : activating(value, member)
  })
}

/** The ends of a link in the order in which they must be made, if one must exist before the other; `undefined` if any order is possible. */
export function endsInOrder({ a, b, definition }: CheckedLink): readonly [first: string, second: string] | undefined {
  if (definition.kind !== 'hard' || definition.priority === undefined) return undefined
  return definition.priority === 'a' ? [a, b] : [b, a]
}

/** The blueprint with dependencies between linked resources: if one end must exist before the other is made, the other depends on it. */
export function withLinkOrder(blueprint: Blueprint, links: readonly CheckedLink[]): Blueprint {
  const later = new Map<string, Written<string>[]>()
  for (const link of links) {
    const [first, second] = endsInOrder(link) ?? []
    if (first === undefined || second === undefined) continue
    const needed = later.get(second) ?? []
    later.set(second, [...needed, { value: first, origin: link.origin }])
  }
  if (later.size === 0) return blueprint
  const resources = Array.from(blueprint.resources, ([name, resource]) => {
    const needed = later.get(name)
    const { dependsOn } = resource
    return [name, needed === undefined ? resource : { ...resource, dependsOn: [...dependsOn, ...needed] }] as const
  })
  return { ...blueprint, resources: new Map(resources) }
}
