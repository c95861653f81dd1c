import type { OperationEvent } from '../events.ts'

type Message = OperationEvent & { readonly type: 'program-message' }

const begin = 'failed to deliver log message. '
const why = 'error: '
const original = 'original message: '
const severity = / message severity: (\w+)$/

const levels: Readonly<Record<string, Message['level']>> = { warn: 'warning', error: 'error' }

/** Maximum number of lines in a message. If a program itself prints the SDK's words, its lines are shown unchanged. */
const mostLines = 500

/**
 * Turns the printed lines of a program into messages. If a resource could not be made, the SDK for Node.js fails to deliver logs about it
 * and all later logs. It prints them instead, inside its own words. This class restores the intended messages.
 */
export class PrintedMessages {
  readonly #tell: (message: Message) => void
  /** The lines of an unfinished message. */
  #held: string[] = []

  constructor(tell: (message: Message) => void) {
    this.#tell = tell
  }

  take(line: string): void {
    if (this.#held.length === 0 && line.trimEnd() !== begin.trimEnd()) return this.#say('info', line)
    this.#held.push(line)
    const isOther = this.#held.length === 2 && !line.startsWith(why)
    if (isOther || this.#held.length > mostLines) return this.end()
    const said = severity.exec(line)?.[1]
    const first = this.#held.findIndex((each) => each.startsWith(original))
    if (said === undefined || first < 0) return
    const message = this.#held.slice(first, -1).join('\n').slice(original.length)
    this.#held = []
    if (said !== 'debug') this.#say(levels[said] ?? 'info', message)
  }

  /** Ends the output. */
  end(): void {
    for (const line of this.#held.splice(0)) this.#say('info', line)
  }

  #say(level: Message['level'], message: string): void {
    this.#tell({ type: 'program-message', level, message })
  }
}
