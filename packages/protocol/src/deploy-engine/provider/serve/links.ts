import {
  endsOfLinkType,
  type LinkProvider,
  type LinkTypeDefinition,
  type Provider,
  type ProviderDefinition,
} from '@slipway/model'

import type { Route } from '../../../wire/rpc/route.ts'
import { linkContextFromWire } from '../../convert/calls/context.ts'
import { diagnosticToWire } from '../../convert/calls/diagnostic.ts'
import {
  currentLinkFromWire,
  intermediaryToWire,
  linkActionFromWire,
  linkChangesFromWire,
  linkChangesToWire,
  linkedChangesFromWire,
  linkedFromWire,
} from '../../convert/calls/link.ts'
import {
  annotationsToWire,
  capabilitiesToWire,
  kindToWire,
  priorityToWire,
} from '../../convert/definitions/link-definition.ts'
import { scalarsFromWire } from '../../convert/values/scalar.ts'
import { knownPart, mapFromWire, requiredValueToWire } from '../../convert/values/value.ts'
import { type LinkState, Provider as Methods, type UpdateLinkResourceRequest } from '../../gen/providerserverv1.ts'
import { type Answering, understood } from './answering.ts'
import { descriptionToWire } from './describe.ts'

interface OfType {
  readonly linkType: { readonly type: string } | undefined
}

/** Routes that describe the links of a provider, and routes that call them. */
export function linkRoutes(provider: Provider, answer: Answering): Route[] {
  return [...descriptionRoutes(provider, answer), ...callRoutes(provider, answer)]
}

function descriptionRoutes(provider: Provider, answer: Answering): Route[] {
  const define = (linkTypes: readonly string[]): Promise<ProviderDefinition> =>
    provider.define({ resourceTypes: [], dataSourceTypes: [], functions: [], linkTypes })
  const find = async ({ linkType }: OfType): Promise<LinkTypeDefinition> => {
    const type = linkType?.type ?? ''
    const found = (await define([type])).linkTypes?.[type]
    if (found === undefined) throw noLink(type)
    return found
  }
  return [
    answer(Methods.ListLinkTypes, async () => ({
      linkTypes: { linkTypes: ((await define([])).linkTypeNames ?? []).map((type) => ({ type })) },
    })),
    answer(Methods.GetLinkKind, async (request) => ({
      linkKindInfo: { kind: kindToWire((await find(request)).kind) },
    })),
    answer(Methods.GetLinkPriorityResource, async (request) => {
      const { type, priority } = await find(request)
      return { priorityInfo: priorityToWire(priority, endsOfLinkType(type) ?? ['', '']) }
    }),
    answer(Methods.GetLinkTypeDescription, async (request) => {
      const { description = '' } = await find(request)
      return { description: descriptionToWire(description) }
    }),
    answer(Methods.GetLinkAnnotationDefinitions, async (request) => ({
      annotationDefinitions: { definitions: annotationsToWire((await find(request)).annotations) },
    })),
    answer(Methods.GetLinkCardinality, async (request) => {
      const { a, b } = (await find(request)).cardinality
      return { cardinalityInfo: { cardinalityA: a, cardinalityB: b } }
    }),
    answer(Methods.GetLinkCapabilities, async (request) => ({
      capabilitiesInfo: capabilitiesToWire(await find(request)),
    })),
  ]
}

function callRoutes(provider: Provider, answer: Answering): Route[] {
  const links = (type: string): LinkProvider => {
    if (provider.links === undefined) throw noLink(type)
    return provider.links
  }
  const updateRoute = (end: 'a' | 'b'): Route =>
    answer(end === 'a' ? Methods.UpdateLinkResourceA : Methods.UpdateLinkResourceB, async (request, call) => {
      const asked = understood(() => updateFromWire(request, end))
      const { data, mappings } = await links(asked.type).updateResource(asked, call)
      return { completeResponse: { linkData: requiredValueToWire(data), resourceDataMappings: mappings } }
    })
  return [
    ...planningRoutes(links, answer),
    updateRoute('a'),
    updateRoute('b'),
    intermediariesRoute(links, answer),
    intermediaryStateRoute(links, answer),
  ]
}

type Links = (type: string) => LinkProvider

/** Routes of the calls that change nothing outside. */
function planningRoutes(links: Links, answer: Answering): Route[] {
  return [
    answer(Methods.ValidateLink, async (request, call) => {
      const a = { resourceName: request.resourceAName, type: request.resourceAType?.type ?? '' }
      const b = { resourceName: request.resourceBName, type: request.resourceBType?.type ?? '' }
      const asked = understood(() => ({
        type: `${a.type}::${b.type}`,
        a: { ...a, spec: mapFromWire(knownPart(request.resourceASpec), 'the spec') },
        b: { ...b, spec: mapFromWire(knownPart(request.resourceBSpec), 'the spec') },
        annotations: scalarsFromWire(request.annotations),
        context: linkContextFromWire(request.linkContext),
      }))
      const diagnostics = await links(asked.type).validate(asked, call)
      return { completeResponse: { diagnostics: diagnostics.map(diagnosticToWire) } }
    }),
    answer(Methods.StageLinkChanges, async (request, call) => {
      const asked = understood(() => {
        const [typeA, typeB] = endsOf(request)
        const [a, changesOfA] = linkedChangesFromWire(request.resourceAChanges, typeA)
        const [b, changesOfB] = linkedChangesFromWire(request.resourceBChanges, typeB)
        return {
          ...identity(request, a, b, ''),
          a,
          b,
          changes: { a: changesOfA, b: changesOfB },
          ...current(request.currentLinkState),
          context: linkContextFromWire(request.context),
        }
      })
      const changes = await links(asked.type).stage(asked, call)
      return { completeResponse: { changes: linkChangesToWire(changes) } }
    }),
  ]
}

function intermediariesRoute(links: Links, answer: Answering): Route {
  return answer(Methods.UpdateLinkIntermediaryResources, async (request, call) => {
    const asked = understood(() => {
      const [typeA, typeB] = endsOf(request)
      const a = linkedFromWire(request.resourceAInfo, typeA)
      const b = linkedFromWire(request.resourceBInfo, typeB)
      return {
        ...identity(request, a, b, request.instanceName),
        action: linkActionFromWire(request.updateType),
        changes: linkChangesFromWire(request.changes),
        a,
        b,
        ...current(request.currentLinkState),
        context: linkContextFromWire(request.context),
      }
    })
    const { data, mappings, intermediaries } = await links(asked.type).updateIntermediaries(asked, call)
    return {
      completeResponse: {
        linkData: requiredValueToWire(data),
        resourceDataMappings: mappings,
        intermediaryResourceStates: intermediaries.map((resource) => intermediaryToWire(resource, asked.instanceId)),
      },
    }
  })
}

function intermediaryStateRoute(links: Links, answer: Answering): Route {
  return answer(Methods.GetLinkIntermediaryExternalState, async (request, call) => {
    const asked = understood(() => {
      const [typeA, typeB] = endsOf(request)
      const a = linkedFromWire(request.resourceAInfo, typeA)
      const b = linkedFromWire(request.resourceBInfo, typeB)
      const recorded = current(request.currentLinkState).current
      return {
        ...identity(request, a, b, request.instanceName),
        a,
        b,
        current: recorded ?? { status: 'created' as const, data: {}, intermediaries: [], lastDeployed: 0 },
        context: linkContextFromWire(request.context),
      }
    })
    const states = await links(asked.type).intermediaryStates(asked, call)
    const types = new Map(asked.current.intermediaries.map(({ resourceId, type }) => [resourceId, type]))
    const entries = Object.entries(states).map(([resourceId, spec]) => [
      resourceId,
      {
        resourceId,
        resourceType: types.get(resourceId),
        specData: spec && requiredValueToWire(spec),
        exists: spec !== undefined,
      },
    ])
    return { completeResponse: { intermediaryStates: Object.fromEntries(entries) } }
  })
}

function updateFromWire(request: UpdateLinkResourceRequest, end: 'a' | 'b') {
  const [typeA, typeB] = endsOf(request)
  const resource = linkedFromWire(request.resourceInfo, end === 'a' ? typeA : typeB)
  const other = linkedFromWire(request.otherResourceInfo, end === 'a' ? typeB : typeA)
  const [a, b] = end === 'a' ? [resource, other] : [other, resource]
  return {
    ...identity(request, a, b, request.instanceName),
    end,
    action: linkActionFromWire(request.updateType),
    changes: linkChangesFromWire(request.changes),
    resource,
    other,
    ...current(request.currentLinkState),
    context: linkContextFromWire(request.context),
  }
}

interface Named {
  readonly resourceName: string
  readonly instanceId: string
}

interface OfLink extends OfType {
  readonly linkId?: string
  readonly currentLinkState: LinkState | undefined
}

/** Identifies a link. Hosts send only the required fields of the link itself; the rest comes from its ends. */
function identity({ linkType, linkId, currentLinkState }: OfLink, a: Named, b: Named, instanceName: string) {
  return {
    type: linkType?.type ?? '',
    linkId: linkId || (currentLinkState?.id ?? ''),
    linkName: currentLinkState?.name || `${a.resourceName}::${b.resourceName}`,
    instanceId: a.instanceId || b.instanceId || (currentLinkState?.instanceId ?? ''),
    instanceName,
  }
}

function current(wire: LinkState | undefined) {
  return wire === undefined ? {} : { current: currentLinkFromWire(wire) }
}

function endsOf({ linkType }: OfType): readonly [string, string] {
  return endsOfLinkType(linkType?.type ?? '') ?? ['', '']
}

function noLink(type: string): Error {
  return new Error(`there is no link type ${JSON.stringify(type)}`)
}
