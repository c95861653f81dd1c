import { guarded, type Route, RpcServer } from '@slipway/protocol'
import { PortVisitors, type VisitorsOptions } from './port-visitors.ts'
import { ToldRefusals } from './told-refusals.ts'

/**
 * A server at a local port for launched processes. Every local process can reach the port, so the host asks the system who is there.
 * @param maxMessageBytes of a request, and of an answer
 */
export function doorFor(routes: readonly Route[], options: VisitorsOptions, maxMessageBytes?: number): RpcServer {
  const refusals = new ToldRefusals(options.onTurnedAway)
  const visitors = new PortVisitors({ ...options, onTurnedAway: (refusal) => refusals.add(refusal) })
  const guard = guarded(routes, ({ socket }) => visitors.refusalOf(socket, 0)?.then((refusal) => refusal?.refusal))
  return new RpcServer(guard, {
    admit: (socket) => {
      visitors.enter(socket)
      return true
    },
    maxConnections: Number.POSITIVE_INFINITY,
    isKnown: (socket) => visitors.isAdmitted(socket),
    ...(maxMessageBytes !== undefined && { maxMessageBytes }),
  })
}
