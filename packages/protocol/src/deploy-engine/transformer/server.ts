import type { LinkTypeDefinition, ResourceTypeDefinition, Transformer, TransformRequest } from '@slipway/model'

import type { Route } from '../../wire/rpc/route.ts'
import { blueprintFromWire, blueprintToWire } from '../convert/documents/blueprint.ts'
import { resourceDocument } from '../convert/documents/blueprint-resource.ts'
import { transformerContextFromWire } from '../convert/calls/context.ts'
import { configToWire } from '../convert/definitions/definition.ts'
import { diagnosticToWire } from '../convert/calls/diagnostic.ts'
import { annotationsToWire } from '../convert/definitions/link-definition.ts'
import { graphFromWire } from '../convert/documents/link-graph.ts'
import { schemaToWire } from '../convert/definitions/schema.ts'
import { TaggingSupport } from '../gen/sharedtypesv1.ts'
import { Transformer as Methods, type BlueprintTransformRequest } from '../gen/transformerserverv1.ts'
import { type Answering, answering, understood } from '../provider/serve/answering.ts'
import { descriptionToWire } from '../provider/serve/describe.ts'

/** Returns all routes of a transformer plugin, for its server; for `hostId` see `providerRoutes`. */
export function transformerRoutes(transformer: Transformer, hostId: () => string | undefined): Route[] {
  const answer = answering(hostId)
  return [
    ...describeRoutes(transformer, answer),
    ...workRoutes(transformer, answer),
    ...linkRoutes(transformer, answer),
  ]
}

function describeRoutes(transformer: Transformer, answer: Answering): Route[] {
  const own = () => transformer.define({ abstractResourceTypes: [] })
  const find = async (asked: { readonly type: string } | undefined): Promise<ResourceTypeDefinition> => {
    const type = asked?.type ?? ''
    const found = (await transformer.define({ abstractResourceTypes: [type] })).abstractResourceTypes[type]
    if (found === undefined) throw new Error(`there is no abstract resource type ${JSON.stringify(type)}`)
    return found
  }
  return [
    answer(Methods.GetTransformName, async () => ({ nameInfo: { transformName: (await own()).transformName } })),
    answer(Methods.GetConfigDefinition, async () => ({ configDefinition: configToWire((await own()).config) })),
    answer(Methods.ListAbstractResourceTypes, async () => {
      const { abstractResourceTypeNames } = await own()
      return { abstractResourceTypes: { resourceTypes: abstractResourceTypeNames.map((type) => ({ type })) } }
    }),
    answer(Methods.GetAbstractResourceSpecDefinition, async ({ abstractResourceType }) => {
      const { schema, idField } = await find(abstractResourceType)
      return { specDefinition: { schema: schemaToWire(schema), idField, taggingSupport: TaggingSupport.NONE } }
    }),
    answer(Methods.CanAbstractResourceLinkTo, async ({ abstractResourceType }) => {
      const { canLinkTo = [] } = await find(abstractResourceType)
      return { resourceTypes: { resourceTypes: canLinkTo.map((type) => ({ type })) } }
    }),
    answer(Methods.IsAbstractResourceCommonTerminal, async ({ abstractResourceType }) => {
      const { canLinkTo = [], isCommonTerminal = canLinkTo.length === 0 } = await find(abstractResourceType)
      return { data: { isCommonTerminal } }
    }),
    answer(Methods.GetAbstractResourceType, async ({ abstractResourceType }) => {
      const { type, label } = await find(abstractResourceType)
      return { resourceTypeInfo: { type: { type }, label } }
    }),
    answer(Methods.GetAbstractResourceTypeDescription, async ({ abstractResourceType }) => {
      const { description = '' } = await find(abstractResourceType)
      return { description: descriptionToWire(description) }
    }),
    answer(Methods.GetAbstractResourceExamples, async ({ abstractResourceType }) => {
      const { examples = [] } = await find(abstractResourceType)
      return { examples: { examples, formattedExamples: examples } }
    }),
  ]
}

function workRoutes(transformer: Transformer, answer: Answering): Route[] {
  return [
    answer(Methods.CustomValidateAbstractResource, async (request, call) => {
      const { abstractResourceType, schemaResource, context } = request
      const asked = understood(() => ({
        type: abstractResourceType?.type ?? '',
        resourceName: '',
        resource: schemaResource === undefined ? nothing : resourceDocument(schemaResource),
        context: transformerContextFromWire(context),
      }))
      const diagnostics = await transformer.validateResource(asked, call)
      return { completeResponse: { diagnostics: diagnostics.map(diagnosticToWire) } }
    }),
    answer(Methods.ValidateLinks, async (request, call) => {
      const asked = understood(() => transformFromWire({ ...request, inputBlueprint: request.blueprint }))
      const diagnostics = await transformer.validateLinks(asked, call)
      return { completeResponse: { diagnostics: diagnostics.map(diagnosticToWire) } }
    }),
    answer(Methods.Transform, async (request, call) => {
      const asked = understood(() => transformFromWire(request))
      const { blueprint, diagnostics } = await transformer.transform(asked, call)
      const transformedBlueprint = blueprintToWire(blueprint)
      return { result: { transformedBlueprint, diagnostics: diagnostics.map(diagnosticToWire) } }
    }),
  ]
}

const nothing = { kind: 'map', entries: [] } as const

function transformFromWire({
  inputBlueprint,
  linkGraph,
  context,
}: Pick<BlueprintTransformRequest, 'inputBlueprint' | 'linkGraph' | 'context'>): TransformRequest {
  return {
    blueprint: inputBlueprint === undefined ? nothing : blueprintFromWire(inputBlueprint),
    graph: graphFromWire(linkGraph),
    context: transformerContextFromWire(context),
  }
}

/** Routes for the link types that the transformer declares. It checks the links of a blueprint together with the rest of the blueprint. */
function linkRoutes(transformer: Transformer, answer: Answering): Route[] {
  const find = async (type: string): Promise<LinkTypeDefinition> => {
    const { abstractLinkTypes } = await transformer.define({ abstractResourceTypes: [], abstractLinkTypes: [type] })
    const found = abstractLinkTypes?.[type]
    if (found === undefined) throw new Error(`there is no abstract link type ${JSON.stringify(type)}`)
    return found
  }
  return [
    answer(Methods.ListAbstractLinkTypes, async () => {
      const { abstractLinkTypeNames = [] } = await transformer.define({ abstractResourceTypes: [] })
      return { linkTypes: { linkTypes: abstractLinkTypeNames } }
    }),
    answer(Methods.GetAbstractLinkType, async ({ linkType }) => ({
      linkType: { linkType: (await find(linkType)).type },
    })),
    answer(Methods.GetAbstractLinkTypeDescription, async ({ linkType }) => {
      const { description = '' } = await find(linkType)
      return { description: descriptionToWire(description) }
    }),
    answer(Methods.GetAbstractLinkAnnotationDefinitions, async ({ linkType }) => ({
      annotationDefinitions: { definitions: annotationsToWire((await find(linkType)).annotations) },
    })),
    answer(Methods.GetAbstractLinkCardinality, async ({ linkType }) => {
      const { cardinality } = await find(linkType)
      return { cardinalityInfo: { cardinalityA: cardinality.a, cardinalityB: cardinality.b } }
    }),
  ]
}
