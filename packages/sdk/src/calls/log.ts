export type LogLevel = 'debug' | 'info' | 'notice' | 'warn' | 'error'

/**
 * A plugin's own messages. They go to the host's log of the plugin, and to `slipway logs`. The user of the operation also sees a `notice`
 * at once, such as the progress of a slow resource.
 */
export type Log = Readonly<Record<LogLevel, (message: string) => void>>

export type LogSink = (level: LogLevel, message: string) => void

/** Writes one line per message to standard error, which belongs to the host's log. */
export const stderrSink: LogSink = (level, message) => {
  process.stderr.write(`[${level}] ${message.replaceAll('\n', '\n  ')}\n`)
}

/** A log whose messages start with their subject: the resource of the call. */
export function logOf(sink: LogSink, subject: string): Log {
  const at = (level: LogLevel) => (message: string) => sink(level, `${subject}: ${message}`)
  return { debug: at('debug'), info: at('info'), notice: at('notice'), warn: at('warn'), error: at('error') }
}
