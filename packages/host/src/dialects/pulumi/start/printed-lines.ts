/** In characters: a longer line of a plugin is not kept whole. */
const longestLine = 16 << 10

/** Cuts the output of a process into lines. */
export class PrintedLines {
  readonly #decoder = new TextDecoder()
  #rest = ''

  add(bytes: Uint8Array): readonly string[] {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n')
    this.#rest = (lines.pop() ?? '').slice(-longestLine)
    return lines.map((line) => line.replace(/\r$/, '').slice(0, longestLine))
  }
}
