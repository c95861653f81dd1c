import { endsOfLinkType, type LinkTypeDefinition } from '@slipway/model'

import { WireError } from '../../wire/codec/wire-error.ts'
import {
  annotationsFromWire,
  capabilitiesFromWire,
  cardinalityFromWire,
  kindFromWire,
  priorityFromWire,
} from '../convert/definitions/link-definition.ts'
import { present } from '../convert/present.ts'
import { Provider as Methods } from '../gen/providerserverv1.ts'
import { descriptionOf } from './description-of.ts'
import type { CallOptions, PluginCalls } from './plugin-calls.ts'

/** Asks a plugin to describe one link type. Methods that its SDK lacks count as "nothing declared". */
export async function defineLinkType(
  calls: PluginCalls,
  type: string,
  options: CallOptions,
): Promise<LinkTypeDefinition> {
  const request = { linkType: { type }, hostId: calls.hostId, context: {} }
  const [kind, priority, description, annotations, cardinality, capabilities] = await Promise.all([
    calls.call(Methods.GetLinkKind, request, options),
    calls.callIfKnown(Methods.GetLinkPriorityResource, request, options),
    calls.callIfKnown(Methods.GetLinkTypeDescription, request, options),
    calls.callIfKnown(Methods.GetLinkAnnotationDefinitions, request, options),
    calls.callIfKnown(Methods.GetLinkCardinality, request, options),
    calls.callIfKnown(Methods.GetLinkCapabilities, request, options),
  ])
  return calls.understood(options, () => {
    const ends = endsOfLinkType(type)
    if (ends === undefined) throw new WireError('malformed', `"${type}" is not the type of a link`)
    const end = priorityFromWire(priority?.priorityInfo, ends)
    return {
      type,
      kind: kindFromWire(kind.linkKindInfo?.kind),
      annotations: annotationsFromWire(annotations?.annotationDefinitions?.definitions ?? {}),
      cardinality: cardinalityFromWire(cardinality?.cardinalityInfo),
      ...capabilitiesFromWire(capabilities?.capabilitiesInfo),
      ...(end === undefined ? {} : { priority: end }),
      ...present({ description: descriptionOf(description) }),
    }
  })
}
