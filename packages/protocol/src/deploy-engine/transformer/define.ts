import {
  endsOfLinkType,
  type LinkTypeDefinition,
  type ResourceTypeDefinition,
  type TransformerDefinition,
  type TransformerRequest,
} from '@slipway/model'

import { WireError } from '../../wire/codec/wire-error.ts'
import { annotationsFromWire, cardinalityFromWire } from '../convert/definitions/link-definition.ts'
import { configFromWire } from '../convert/definitions/definition.ts'
import { present } from '../convert/present.ts'
import { schemaFromWire } from '../convert/definitions/schema.ts'
import { plainWords } from '../../plain-words.ts'
import { Transformer as Methods } from '../gen/transformerserverv1.ts'
import { each, listed, namesOf, Scale } from '../provider/define.ts'
import { descriptionOf } from '../provider/description-of.ts'
import { examplesOf } from '../provider/examples-of.ts'
import type { CallOptions, PluginCalls } from '../provider/plugin-calls.ts'

/** The definition without the plugin's id and version. */
type OwnWords = Omit<TransformerDefinition, 'pluginId' | 'pluginVersion'>

/** Asks for every requested definition at once, and for nothing else. See `defineProvider`. */
export async function defineTransformer(
  calls: PluginCalls,
  { abstractResourceTypes, abstractLinkTypes = [] }: TransformerRequest,
  options: CallOptions,
): Promise<OwnWords> {
  const scale = new Scale(calls, options)
  const [own, types, links] = await Promise.all([
    scale.weighed(ownWords(calls, scale.options)),
    each(abstractResourceTypes, (type) => scale.weighed(abstractType(calls, type, scale.options))),
    each(abstractLinkTypes, (type) => scale.weighed(abstractLink(calls, type, scale.options))),
  ])
  return {
    ...own,
    abstractResourceTypes: listed(own.abstractResourceTypeNames, types),
    ...present({ abstractLinkTypes: listed(own.abstractLinkTypeNames ?? [], links) }),
  }
}

async function ownWords(
  calls: PluginCalls,
  options: CallOptions,
): Promise<Omit<OwnWords, 'abstractResourceTypes' | 'abstractLinkTypes'>> {
  const request = { hostId: calls.hostId }
  const [name, config, types, links] = await Promise.all([
    calls.call(Methods.GetTransformName, request, options),
    calls.callIfKnown(Methods.GetConfigDefinition, request, options),
    calls.callIfKnown(Methods.ListAbstractResourceTypes, request, options),
    calls.callIfKnown(Methods.ListAbstractLinkTypes, request, options),
  ])
  const { configDefinition } = config ?? {}
  return {
    transformName: plainWords(calls.needed(name.nameInfo, options).transformName),
    config: calls.understood(options, () =>
      configDefinition === undefined ? { fields: {}, allowAdditionalFields: true } : configFromWire(configDefinition),
    ),
    abstractResourceTypeNames: namesOf(types?.abstractResourceTypes?.resourceTypes),
    ...present({ abstractLinkTypeNames: (links?.linkTypes?.linkTypes ?? []).map(plainWords) }),
  }
}

/** Describes an abstract type. It has no resources of its own, so the fields that matter only for them keep neutral values. */
async function abstractType(calls: PluginCalls, type: string, options: CallOptions): Promise<ResourceTypeDefinition> {
  const request = { abstractResourceType: { type }, hostId: calls.hostId, context: {} }
  const [spec, info, description, examples, links, terminal] = await Promise.all([
    calls.call(Methods.GetAbstractResourceSpecDefinition, request, options),
    calls.callIfKnown(Methods.GetAbstractResourceType, request, options),
    calls.callIfKnown(Methods.GetAbstractResourceTypeDescription, request, options),
    calls.callIfKnown(Methods.GetAbstractResourceExamples, request, options),
    calls.callIfKnown(Methods.CanAbstractResourceLinkTo, request, options),
    calls.callIfKnown(Methods.IsAbstractResourceCommonTerminal, request, options),
  ])
  const given = calls.needed(calls.needed(spec.specDefinition, options).schema, options)
  return {
    type,
    label: plainWords(info?.resourceTypeInfo?.label ?? '') || type,
    schema: calls.understood(options, () => schemaFromWire(given)),
    destroyBeforeCreate: false,
    settlement: 'ask',
    stabilisedDependencies: [],
    ...present({
      description: descriptionOf(description),
      idField: spec.specDefinition?.idField,
      canLinkTo: namesOf(links?.resourceTypes?.resourceTypes),
      isCommonTerminal: terminal?.data?.isCommonTerminal,
      examples: examplesOf(examples),
    }),
  }
}

/** Describes an abstract link. It is never created, so its definition has only the parts that matter in blueprints. */
async function abstractLink(calls: PluginCalls, type: string, options: CallOptions): Promise<LinkTypeDefinition> {
  const request = { linkType: type, hostId: calls.hostId, context: {} }
  const [description, annotations, cardinality] = await Promise.all([
    calls.callIfKnown(Methods.GetAbstractLinkTypeDescription, request, options),
    calls.callIfKnown(Methods.GetAbstractLinkAnnotationDefinitions, request, options),
    calls.callIfKnown(Methods.GetAbstractLinkCardinality, request, options),
  ])
  return calls.understood(options, () => {
    if (endsOfLinkType(type) === undefined) throw new WireError('malformed', `"${type}" is not the type of a link`)
    return {
      type,
      kind: 'soft',
      annotations: annotationsFromWire(annotations?.annotationDefinitions?.definitions ?? {}),
      cardinality: cardinalityFromWire(cardinality?.cardinalityInfo),
      provides: [],
      requires: [],
      ...present({ description: descriptionOf(description) }),
    }
  })
}
