import type { DeclaredLink, LinkGraph } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import type { DeclaredLinkGraph, ResolvedLink } from '../../gen/transformerserverv1.ts'

/** Converts the graph of links. The dialect also lists the links by their ends. */
export function graphToWire({ links, resources }: LinkGraph): Init<DeclaredLinkGraph> {
  return {
    edges: links.map(linkToWire),
    resources: Object.fromEntries(Object.entries(resources).map(([name, resourceClass]) => [name, { resourceClass }])),
    edgesFrom: grouped(links, ({ from }) => from),
    edgesTo: grouped(links, ({ to }) => to),
  }
}

function grouped(
  links: readonly DeclaredLink[],
  nameOf: (link: DeclaredLink) => string,
): Record<string, { edges: Init<ResolvedLink>[] }> {
  const groups: Record<string, { edges: Init<ResolvedLink>[] }> = Object.create(null)
  for (const link of links) (groups[nameOf(link)] ??= { edges: [] }).edges.push(linkToWire(link))
  return groups
}

/** Converts a link. Our form of a label is `app=orders`. */
function linkToWire({ from, to, fromType, toType, labels }: DeclaredLink): Init<ResolvedLink> {
  const selectorKeys = labels.map((label) => `label::${label.replace('=', ':')}`)
  return { source: from, target: to, sourceType: fromType, targetType: toType, selectorKeys }
}

export function graphFromWire(wire: DeclaredLinkGraph | undefined): LinkGraph {
  const resources: Record<string, 'abstract' | 'concrete'> = Object.create(null)
  for (const [name, { resourceClass }] of Object.entries(wire?.resources ?? {}))
    resources[name] = resourceClass === 'abstract' ? 'abstract' : 'concrete'
  const links = (wire?.edges ?? []).map(({ source, target, sourceType, targetType, selectorKeys }) => ({
    from: source,
    to: target,
    fromType: sourceType,
    toType: targetType,
    labels: selectorKeys.map((key) => key.replace(/^label::/, '').replace(':', '=')),
  }))
  return { links, resources }
}
