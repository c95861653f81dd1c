import { route, RpcServer } from '@slipway/protocol'
import { Engine, LogSeverity } from '@slipway/protocol/pulumi'
import { doorFor } from '../../peers/door.ts'
import { quoted } from '../../quoted.ts'
import type { GreetingOptions } from '../dialect.ts'

/**
 * What a plugin finds at the address of its engine, from before it starts.
 *
 * @param isOpen to whoever comes: nobody knows who runs a plugin that was not launched
 */
export function engineDoor(options: GreetingOptions, isOpen: boolean): RpcServer {
  const { peers, group, onRefused, note } = options
  const log = route(Engine.Log, ({ severity, message }) => {
    note(`${severity >= LogSeverity.WARNING ? 'warns' : 'says'}: ${quoted(message)}`)
    return {}
  })
  if (isOpen) return new RpcServer([log], { maxConnections: Number.POSITIVE_INFINITY })
  return doorFor([log], { peers, group, onTurnedAway: onRefused })
}
