import { addTo, byEach } from '@slipway/graph'
import { documentAt, type DeclaredLink, type DocumentMap, type DocumentNode, type LinkGraph } from '@slipway/model'

interface Declared {
  readonly name: string
  readonly type: string
  readonly labels: ReadonlySet<string>
  readonly selected: readonly string[]
  readonly excluded: ReadonlySet<string>
}

/** The links between resources that select others by label. One common label is enough. */
export function linkGraphOf(document: DocumentMap, abstractTypes: { has(type: string): boolean }): LinkGraph {
  const resources = documentAt(document, 'resources')
  const declared = resources?.kind === 'map' ? resources.entries.map(({ key, value }) => declaredIn(key, value)) : []
  const labelled = byEach(declared, ({ labels }) => labels)
  const classes: Record<string, 'abstract' | 'concrete'> = Object.create(null)
  for (const { name, type } of declared) classes[name] = abstractTypes.has(type) ? 'abstract' : 'concrete'
  return { links: declared.flatMap((from) => linksFrom(from, labelled)), resources: classes }
}

function linksFrom(from: Declared, labelled: ReadonlyMap<string, readonly Declared[]>): readonly DeclaredLink[] {
  const labelsByTarget = new Map<Declared, string[]>()
  for (const label of from.selected) {
    for (const to of labelled.get(label) ?? []) {
      if (to === from || from.excluded.has(to.name)) continue
      addTo(labelsByTarget, to, label)
    }
  }
  return Array.from(labelsByTarget, ([to, labels]) => ({
    from: from.name,
    to: to.name,
    fromType: from.type,
    toType: to.type,
    labels,
  }))
}

function declaredIn(name: string, resource: DocumentNode): Declared {
  const selector = documentAt(resource, 'linkSelector')
  const excluded = documentAt(selector, 'exclude')
  const type = documentAt(resource, 'type')
  return {
    name,
    type: textOf(type),
    labels: new Set(labelsIn(documentAt(documentAt(resource, 'metadata'), 'labels'))),
    selected: labelsIn(documentAt(selector, 'byLabel')),
    excluded: new Set(excluded?.kind === 'list' ? excluded.items.map(textOf) : [textOf(excluded)]),
  }
}

/** The labels of a resource as texts: `app=orders`. */
function labelsIn(node: DocumentNode | undefined): readonly string[] {
  return node?.kind === 'map' ? node.entries.map(({ key, value }) => `${key}=${textOf(value)}`) : []
}

function textOf(node: DocumentNode | undefined): string {
  return node?.kind === 'scalar' && node.value !== null ? String(node.value) : ''
}
