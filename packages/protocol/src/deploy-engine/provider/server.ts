import type { Provider } from '@slipway/model'

import { describeRoutes } from './serve/describe.ts'
import { linkRoutes } from './serve/links.ts'
import { ownRoutes } from './serve/own-methods.ts'
import { resourceRoutes } from './serve/resources.ts'
import { variableRoutes } from './serve/variables.ts'
import { dataSourceRoutes } from './serve/data-sources.ts'
import { answering, type GatewayOfCall } from './serve/answering.ts'
import type { Route } from '../../wire/rpc/route.ts'

/**
 * Returns all routes of a provider plugin, for its server. `hostId` returns the id from the host's answer to the registration. The server
 * reads it on each call and, as the dialect requires, refuses every call before that answer.
 */
export function providerRoutes(
  provider: Provider,
  hostId: () => string | undefined,
  gatewayOf?: GatewayOfCall,
): Route[] {
  const answer = answering(hostId, gatewayOf)
  return [
    ...describeRoutes(provider, answer),
    ...resourceRoutes(provider, answer),
    ...ownRoutes(provider, answer),
    ...dataSourceRoutes(provider, answer),
    ...linkRoutes(provider, answer),
    ...variableRoutes(provider, answer),
  ]
}
