import { configured, optional, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { Failure } from '@slipway/model'
import * as log from '../log/plugin.ts'
import { httpApi } from '../rest/plugin.ts'

/**
 * Shows and changes the levels of all loggers while the program runs: `GET /log/list`, `PUT /log/{logger}/{level}`, where
 * the agent has an HTTP server.
 */
export class LogManager implements Plugin {
  name = 'logmanager'
  readonly deps = { log: log.defaultPlugin, http: optional(httpApi) }

  init(context: PluginContext): void {
    const http = context.use(this.deps.http)?.http
    const levels = context.use(this.deps.log)
    http?.get('/log/list', () => levels.list())
    http?.put<{ Params: { logger: string; level: string } }>('/log/:logger/:level', (request, reply) => {
      const { logger, level } = request.params
      try {
        levels.setLevel(logger, level)
        return { logger, level }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        void reply.code(error.code === 'infra/unknown-logger' ? 404 : 400)
        return { code: error.code, message: error.message, hint: error.hint }
      }
    })
  }

  close(): void {}
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<LogManager>[]): LogManager {
  return configured(new LogManager(), options)
}

export function useDeps(change: (deps: LogManager['deps']) => void): PluginOption<LogManager> {
  return ({ deps }) => change(deps)
}
