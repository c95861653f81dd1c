import { guarded, route, RpcServer } from '@slipway/protocol'
import { Engine, LogSeverity } from '@slipway/protocol/pulumi'
import { PortVisitors } from '../../peers/port-visitors.ts'
import { quoted } from '../../quoted.ts'
import type { GreetingOptions } from '../dialect.ts'

/**
 * What a plugin finds at the address of its engine, from before it starts. Its port is open to everybody of this machine:
 * the system is asked who is there.
 *
 * @param isOpen to whoever comes: nobody knows who runs a plugin that was not launched
 */
export function engineDoor(options: GreetingOptions, isOpen: boolean): RpcServer {
  const { peers, group, onRefused, note } = options
  const visitors = new PortVisitors({ peers, group, onTurnedAway: onRefused })
  const log = route(Engine.Log, ({ severity, message }) => {
    note(`${severity >= LogSeverity.WARNING ? 'warns' : 'says'}: ${quoted(message)}`)
    return {}
  })
  const maxConnections = Number.POSITIVE_INFINITY
  if (isOpen) return new RpcServer([log], { maxConnections })
  const guard = guarded([log], ({ socket }) => visitors.refusalOf(socket, 0)?.then((refusal) => refusal?.refusal))
  return new RpcServer(guard, {
    admit: (socket) => {
      visitors.enter(socket)
      return true
    },
    maxConnections,
    isKnown: (socket) => visitors.isAdmitted(socket),
  })
}
