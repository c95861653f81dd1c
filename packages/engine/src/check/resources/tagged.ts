import { createHash } from 'node:crypto'
import type { ResourceTypeDefinition } from '@slipway/model'
import type { Expression } from '../../language/expression.ts'
import type { CheckedBlueprint, CheckedResource } from '../checked.ts'
import { workedOutOnce } from '../worked-out-once.ts'

/** Tags by name, such as `slipway:instance`. */
export type Tags = Readonly<Record<string, string>>

/**
 * The blueprint with tags on each resource that can have them: its type has a map `tags` of text that a blueprint may give. A tag in the blueprint
 * itself counts more. If the blueprint gives all tags with one expression, none are added.
 */
export function taggedBlueprint(blueprint: CheckedBlueprint, tags: Tags): CheckedBlueprint {
  const resources = new Map(
    Array.from(blueprint.resources, ([name, one]) => [name, taggedResource(one, tags)] as const),
  )
  const hash = workedOutOnce(() =>
    createHash('sha256')
      .update(JSON.stringify([blueprint.hash(), tags]))
      .digest('hex'),
  )
  return { ...blueprint, resources, hash }
}

/** A resource with the tags, if it can have them. */
export function taggedResource(resource: CheckedResource, tags: Tags): CheckedResource {
  const { definition, spec } = resource
  if (!takesTags(definition) || spec.kind !== 'map') return resource
  const index = spec.entries.findIndex(([key]) => key === 'tags')
  const given = spec.entries[index]?.[1]
  if (given !== undefined && given.kind !== 'map' && !isNothing(given)) return resource
  const own = given?.kind === 'map' ? given.entries : []
  const said = new Set(own.map(([key]) => key))
  const more = Object.entries(tags).flatMap(([key, value]) =>
    said.has(key) ? [] : [[key, { kind: 'literal', value, origin: resource.origin } as const] as const],
  )
  const all: Expression = { kind: 'map', entries: [...own, ...more], origin: given?.origin ?? resource.origin }
  const others = spec.entries.filter(([key]) => key !== 'tags')
  return { ...resource, spec: { kind: 'map', entries: [...others, ['tags', all]], origin: spec.origin } }
}

function isNothing(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null
}

function takesTags({ schema, tagsItself }: ResourceTypeDefinition): boolean {
  const tags = schema.attributes?.['tags']
  return (
    tagsItself !== true &&
    tags?.type === 'map' &&
    tags.computed !== true &&
    (tags.mapValues?.type ?? 'string') === 'string'
  )
}
