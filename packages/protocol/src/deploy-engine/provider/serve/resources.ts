import type { Provider } from '@slipway/model'

import { contextFromWire } from '../../convert/calls/context.ts'
import { diagnosticToWire } from '../../convert/calls/diagnostic.ts'
import { deployFromWire, metadataFromWire, stateFromWire } from '../../convert/calls/resource.ts'
import { answersToWire, knownPart, mapFromWire, requiredValueToWire } from '../../convert/values/value.ts'
import { Provider as Methods } from '../../gen/providerserverv1.ts'
import type { ResourceMetadataState } from '../../gen/sharedtypesv1.ts'
import { understood, type Answering } from './answering.ts'
import type { Route } from '../../../wire/rpc/route.ts'

/** Routes that validate, make, change, read and destroy resources. */
export function resourceRoutes(provider: Provider, answer: Answering): Route[] {
  return [
    answer(Methods.CustomValidateResource, async ({ resourceType, schemaResource, context }, call) => {
      const diagnostics = await provider.validateResource(
        {
          type: resourceType?.type ?? '',
          resourceName: '',
          spec: mapFromWire(knownPart(schemaResource?.spec), 'the spec'),
          context: contextFromWire(context),
        },
        call,
      )
      return { completeResponse: { diagnostics: diagnostics.map(diagnosticToWire) } }
    }),
    answer(Methods.DeployResource, async (request, call) => {
      const asked = understood(() => deployFromWire(request))
      const computed = await provider.deploy(asked, call)
      return { completeResponse: { computedFieldValues: answersToWire(computed) } }
    }),
    answer(Methods.ResourceHasStabilised, async (request, call) => {
      const { stabilised, computed } = await provider.hasStabilised(
        {
          ...identityFromWire(request),
          resourceName: request.slipwayResourceName,
          spec: mapFromWire(request.resourceSpec, 'the spec'),
          ...metadata(request.resourceMetadata),
          context: contextFromWire(request.context),
        },
        call,
      )
      return { resourceStabilisationInfo: { stabilised, computedFieldValues: answersToWire(computed) } }
    }),
    answer(Methods.GetResourceExternalState, async (request, call) => {
      const state = await provider.externalState(
        {
          ...identityFromWire(request),
          resourceName: request.resourceName,
          spec: mapFromWire(request.currentResourceSpec, 'the recorded spec'),
          ...metadata(request.currentResourceMetadata),
          ...(request.slipwayImportedAs !== '' && { importedAs: request.slipwayImportedAs }),
          context: contextFromWire(request.context),
        },
        call,
      )
      // An empty node means that there is no such resource; an empty spec travels as `none`.
      return { resourceSpecState: state === undefined ? {} : requiredValueToWire(state) }
    }),
    answer(Methods.DestroyResource, async (request, call) => {
      const asked = understood(() => ({
        ...identityFromWire(request),
        resourceName: request.resourceState?.name ?? '',
        current: stateFromWire(request.resourceState),
        context: contextFromWire(request.context),
      }))
      await provider.destroy(asked, call)
      return { result: { destroyed: true } }
    }),
  ]
}

interface WithIdentity {
  readonly resourceType: { readonly type: string } | undefined
  readonly resourceId: string
  readonly instanceId: string
  readonly instanceName: string
}

export function identityFromWire({ resourceType, resourceId, instanceId, instanceName }: WithIdentity) {
  return { type: resourceType?.type ?? '', resourceId, resourceName: '', instanceId, instanceName }
}

function metadata(wire: ResourceMetadataState | undefined) {
  const converted = metadataFromWire(wire)
  return converted === undefined ? {} : { metadata: converted }
}
