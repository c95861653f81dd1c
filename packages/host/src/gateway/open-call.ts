import type { CallUnderWay, ChangedByCall } from '@slipway/model'
import type { CallingPlugin } from './caller.ts'
import type { CallSubject } from './subject.ts'

export class OpenCall implements CallUnderWay {
  /** The name by which the plugin may refer to it. */
  readonly tag: string
  readonly pluginId: string
  readonly within?: CallUnderWay
  readonly subject: CallSubject
  readonly #namespace: string
  #end: AbortController | undefined
  #isOver = false

  constructor(tag: string, { id, namespace }: CallingPlugin, subject: CallSubject, within: CallUnderWay | undefined) {
    this.tag = tag
    this.pluginId = id
    this.#namespace = namespace
    this.subject = subject
    if (within !== undefined) this.within = within
  }

  get changes(): ChangedByCall | undefined {
    return this.subject.changes
  }

  get title(): string {
    return this.subject.functionName === undefined
      ? this.subject.title
      : `${this.#namespace}::${this.subject.functionName}`
  }

  /** Made when it is asked for: few calls use the gateway. */
  get ended(): AbortSignal {
    this.#end ??= new AbortController()
    if (this.#isOver) this.#end.abort()
    return this.#end.signal
  }

  end(): void {
    this.#isOver = true
    this.#end?.abort()
  }
}
