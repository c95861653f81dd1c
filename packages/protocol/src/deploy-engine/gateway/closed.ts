import { Service } from '../gen/pluginservicev1.ts'
import { ErrorCode } from '../gen/sharedtypesv1.ts'
import { route } from '../../wire/rpc/server.ts'
import type { Route } from '../../wire/rpc/route.ts'

/**
 * Returns the routes through which plugins reach each other, for a host without a gateway: it has no functions and refuses every other
 * request.
 */
export function closedGatewayRoutes(): Route[] {
  return [
    route(Service.HasFunction, () => ({ functionCheckResult: { hasFunction: false } })),
    route(Service.ListFunctions, () => ({ functionList: {} })),
    route(Service.CallFunction, refused('call functions of other plugins')),
    route(Service.GetFunctionDefinition, refused('ask for functions of other plugins')),
    route(Service.DeployResource, refused('deploy resources of other plugins')),
    route(Service.DestroyResource, refused('destroy resources of other plugins')),
    route(Service.LookupResourceInState, refused('look up resources in its state')),
    route(Service.AcquireResourceLock, refused('lock resources')),
  ]
}

function refused(what: string) {
  return () => ({ errorResponse: { code: ErrorCode.UNEXPECTED, message: `this host does not let plugins ${what}` } })
}
