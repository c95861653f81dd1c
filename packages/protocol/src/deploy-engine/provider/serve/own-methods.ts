import { isMap, PluginFailure, type Provider, type Value, type ValueMap, valueMap } from '@slipway/model'

import { WireError } from '../../../wire/codec/wire-error.ts'
import { contextFromWire } from '../../convert/calls/context.ts'
import { Unheard } from '../../convert/calls/error.ts'
import { jsonFromWire, jsonToWire } from '../../convert/values/json.ts'
import { mapFromWire } from '../../convert/values/value.ts'
import { deployFromWire } from '../../convert/calls/resource.ts'
import { Provider as Methods, type SlipwayListResourcesResponse } from '../../gen/providerserverv1.ts'
import { understood, type Answering } from './answering.ts'
import { identityFromWire } from './resources.ts'
import type { Init } from '../../../wire/codec/message.ts'
import type { Route } from '../../../wire/rpc/route.ts'

/** Routes of Slipway's own methods: hosts call them when a definition announces them. */
export function ownRoutes(provider: Provider, answer: Answering): Route[] {
  return [
    answer(Methods.SlipwayDiffResource, async (request, call) => {
      const { changes: _, current, ...asked } = understood(() => deployFromWire(request))
      if (provider.diff === undefined || current === undefined) throw new Unheard('there is nothing to compare')
      const { replaceBecause, destroyFirst } = await provider.diff({ ...asked, current }, call)
      return { diff: { replaceBecause, destroyFirst } }
    }),
    answer(Methods.SlipwayUpgradeResource, async (request, call) => {
      if (provider.upgrade === undefined) throw new Unheard('there is nothing to upgrade')
      const asked = understood(() => ({
        ...identityFromWire(request),
        resourceName: request.resourceName,
        schemaVersion: Number(request.schemaVersion),
        spec: mapOf(jsonFromWire(request.spec)),
        context: contextFromWire(request.context),
      }))
      return { spec: jsonToWire(await provider.upgrade(asked, call)) }
    }),
    answer(Methods.SlipwayListResources, async (request, call): Promise<Init<SlipwayListResourcesResponse>> => {
      const asked = understood(() => ({
        type: request.resourceType?.type ?? '',
        query: request.query === undefined ? valueMap() : mapFromWire(request.query, 'the query'),
        limit: Number(request.limit),
        context: contextFromWire(request.context),
      }))
      try {
        const found = await provider.list?.(asked, call)
        return found === undefined ? {} : { listed: { resources: found.things, isCut: found.isCut } }
      } catch (thrown) {
        // An answer without a list means that the provider has no list.
        if (thrown instanceof PluginFailure && thrown.code === 'protocol/unimplemented') return {}
        throw thrown
      }
    }),
  ]
}

function mapOf(value: Value): ValueMap {
  if (!isMap(value)) throw new WireError('malformed', 'the recorded spec is not a map')
  return value
}
