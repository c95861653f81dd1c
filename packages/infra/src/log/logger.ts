import type * as Pino from 'pino'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** From the most messages to none. */
export type LogLevel = (typeof logLevels)[number]

/** Fields of a log line beside its text. An error belongs under `error`. */
export type LogFields = Readonly<Record<string, unknown>>

/** Writes lines under one name. Silent until the log plugin connects it. */
export class Logger {
  readonly name: string
  #pino: Pino.Logger | undefined
  #level: LogLevel | undefined

  constructor(name: string) {
    this.name = name
  }

  get level(): LogLevel {
    return this.#level ?? 'info'
  }

  set level(level: LogLevel) {
    this.#level = level
    if (this.#pino !== undefined) this.#pino.level = level
  }

  connect(root: Pino.Logger, level: LogLevel): void {
    this.#pino = root.child({ logger: this.name })
    this.level = this.#level ?? level
  }

  disconnect(): void {
    this.#pino = undefined
  }

  trace(text: string, fields?: LogFields): void {
    this.#write('trace', text, fields)
  }

  debug(text: string, fields?: LogFields): void {
    this.#write('debug', text, fields)
  }

  info(text: string, fields?: LogFields): void {
    this.#write('info', text, fields)
  }

  warn(text: string, fields?: LogFields): void {
    this.#write('warn', text, fields)
  }

  error(text: string, fields?: LogFields): void {
    this.#write('error', text, fields)
  }

  #write(level: Exclude<LogLevel, 'silent'>, text: string, fields: LogFields = {}): void {
    const { error, ...others } = fields
    this.#pino?.[level](error === undefined ? others : { err: error, ...others }, text)
  }
}
