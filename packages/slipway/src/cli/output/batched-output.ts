import type { Output } from '../console.ts'

/** Lines of one turn of the event loop, written at once: a thousand events must not cost a thousand system calls. */
export class BatchedOutput {
  readonly #output: Output
  #pending = ''
  #scheduled: NodeJS.Immediate | undefined

  constructor(output: Output) {
    this.#output = output
  }

  write(text: string): void {
    this.#pending += text
    this.#scheduled ??= setImmediate(() => this.flush())
  }

  flush(): void {
    if (this.#scheduled !== undefined) clearImmediate(this.#scheduled)
    this.#scheduled = undefined
    const text = this.#pending
    this.#pending = ''
    if (text !== '') this.#output.write(text)
  }
}
