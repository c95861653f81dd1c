import { configured, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { Failure } from '@slipway/model'
import type * as Pino from 'pino'
import { z } from 'zod'
import * as config from '../config/plugin.ts'
import { type LogLevel, Logger, logLevels } from './logger.ts'

const level = z.enum(logLevels)
export const settingsSchema = z.strictObject({
  level: level.default('info').describe('what is logged: `trace`, `debug`, `info`, `warn`, `error`, `silent`'),
  levels: z.record(z.string(), level).default({}).describe('levels of single loggers, by name'),
})

/** A destination for lines of JSON. */
export interface LogDestination {
  write(line: string): void
}

/** Structured logs: a logger per plugin, with a level that can change while the program runs. Lines of JSON on stderr. */
export class Log implements Plugin {
  name = 'log'
  readonly deps = { config: config.defaultPlugin }
  destination: LogDestination = process.stderr
  readonly #loggers = new Map<string, Logger>()
  #root: Pino.Logger | undefined
  #settings: z.output<typeof settingsSchema> = { level: 'info', levels: {} }

  async init(context: PluginContext): Promise<void> {
    this.#settings = (await context.use(this.deps.config).read(this.name, settingsSchema, {})) ?? this.#settings
    const { pino, stdTimeFunctions } = await import('pino')
    this.#root = pino({ level: 'trace', base: null, timestamp: stdTimeFunctions.isoTime }, this.destination)
    for (const logger of this.#loggers.values()) this.#open(logger)
  }

  close(): void {
    for (const logger of this.#loggers.values()) logger.disconnect()
    this.#root?.flush()
    this.#root = undefined
  }

  /** The logger with a name; made at the first call. It writes nothing before init. */
  logger(name: string): Logger {
    const existing = this.#loggers.get(name)
    if (existing !== undefined) return existing
    const logger = new Logger(name)
    this.#loggers.set(name, logger)
    this.#open(logger)
    return logger
  }

  /** All loggers by name. */
  list(): { readonly logger: string; readonly level: LogLevel }[] {
    return Array.from(this.#loggers.values(), ({ name, level: current }) => ({ logger: name, level: current })).sort(
      (a, b) => (a.logger < b.logger ? -1 : 1),
    )
  }

  /** @throws Failure `infra/unknown-logger`, `infra/unknown-log-level` */
  setLevel(name: string, wanted: string): void {
    const logger = this.#loggers.get(name)
    if (logger === undefined) {
      throw new Failure('infra/unknown-logger', `there is no logger ${name}`, {
        hint: `there are: ${[...this.#loggers.keys()].join(', ')}`,
      })
    }
    const parsed = level.safeParse(wanted)
    if (!parsed.success) {
      throw new Failure('infra/unknown-log-level', `${wanted} is not a level`, {
        hint: `levels: ${logLevels.join(', ')}`,
      })
    }
    logger.level = parsed.data
  }

  #open(logger: Logger): void {
    if (this.#root === undefined) return
    logger.connect(this.#root, this.#settings.levels[logger.name] ?? this.#settings.level)
  }
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Log>[]): Log {
  return configured(new Log(), options)
}

export function useDestination(destination: LogDestination): PluginOption<Log> {
  return (log) => {
    log.destination = destination
  }
}

export function useDeps(change: (deps: Log['deps']) => void): PluginOption<Log> {
  return ({ deps }) => change(deps)
}
