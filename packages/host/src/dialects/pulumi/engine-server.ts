import { route, RpcServer } from '@slipway/protocol'
import { Engine, LogSeverity, ResourceStatus, type ViewDesk } from '@slipway/protocol/pulumi'
import { doorFor } from '../../peers/guarded-server.ts'
import { quoted } from '../../quoted.ts'
import type { GreetingOptions } from '../dialect.ts'

/** The schema of a large cloud has tens of megabytes. */
const maxMessageBytes = 400 * 1024 * 1024

/**
 * What a plugin finds at the address of its engine, from before it starts.
 *
 * @param views takes what it tells of the resources that it is at
 * @param isOpen to whoever comes, who is served no more than that: nobody knows who runs a plugin that was not launched
 */
export function engineDoor(options: GreetingOptions, views: ViewDesk, isOpen: boolean): RpcServer {
  const { peers, group, onRefused, note, services } = options
  const log = route(Engine.Log, ({ severity, message }) => {
    note(`${severity >= LogSeverity.WARNING ? 'warns' : 'says'}: ${quoted(message)}`)
    return {}
  })
  const told = route(ResourceStatus.PublishViewSteps, (request) => {
    views.publish(request)
    return {}
  })
  if (isOpen) return new RpcServer([log, told], { maxConnections: Number.POSITIVE_INFINITY })
  return doorFor([log, told, ...services], { peers, group, onTurnedAway: onRefused }, maxMessageBytes)
}
