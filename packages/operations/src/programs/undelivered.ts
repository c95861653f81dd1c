import type { OperationEvent } from '../events.ts'

type Message = OperationEvent & { readonly type: 'program-message' }

const begin = 'failed to deliver log message. '
const why = 'error: '
const original = 'original message: '
const severity = / message severity: (\w+)$/

const levels: Readonly<Record<string, Message['level']>> = { warn: 'warning', error: 'error' }

/** Lines of one message; a program that prints the SDK's words itself gets its lines back. */
const mostLines = 500

/**
 * What a program prints, line by line, as messages. The SDK for Node.js sends what a program logs about a resource that could not be made,
 * and all that it logs after that, to nobody, and prints it instead, in words of its own around it: the message is told as it was meant.
 */
export class PrintedMessages {
  readonly #tell: (message: Message) => void
  /** Of a message that has not come to its end yet. */
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

  /** Nothing more comes. */
  end(): void {
    for (const line of this.#held.splice(0)) this.#say('info', line)
  }

  #say(level: Message['level'], message: string): void {
    this.#tell({ type: 'program-message', level, message })
  }
}
