import { route, RpcServer } from '@slipway/protocol'
import { Engine, LogSeverity, ResourceStatus, type ViewDesk } from '@slipway/protocol/pulumi'
import { doorFor } from '../../../peers/guarded-server.ts'
import type { GreetingOptions } from '../../dialect.ts'

/** The schema of a large cloud has tens of megabytes. */
const maxMessageBytes = 400 * 1024 * 1024

/** The level of a message that the user should see; other messages only go into the log. */
function levelOf(severity: number): 'warning' | 'error' | undefined {
  if (severity === LogSeverity.WARNING) return 'warning'
  return severity === LogSeverity.ERROR ? 'error' : undefined
}

/**
 * The server at the address of the plugin's engine, open before the plugin starts.
 * @param views receives reports about the resources that the plugin works on
 * @param isOpen serves any caller, but only with this: nobody knows who runs a plugin that was not launched
 */
export function engineDoor(options: GreetingOptions, views: ViewDesk, isOpen: boolean): RpcServer {
  const { peers, group, onRefused, said, services } = options
  const log = route(Engine.Log, ({ severity, message, urn, ephemeral }) => {
    const level = ephemeral ? undefined : levelOf(severity)
    said({ level, text: message, about: urn.split('::').slice(3).join('::') })
    return {}
  })
  const told = route(ResourceStatus.PublishViewSteps, (request) => {
    views.publish(request)
    return {}
  })
  if (isOpen) return new RpcServer([log, told], { maxConnections: Number.POSITIVE_INFINITY })
  return doorFor([log, told, ...(services?.() ?? [])], { peers, group, onTurnedAway: onRefused }, maxMessageBytes)
}
