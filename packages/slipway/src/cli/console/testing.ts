import type { Console, Output } from './console.ts'

export class RecordedConsole implements Console {
  readonly canAsk = false
  readonly env = {}
  readonly cwd = process.cwd()
  outText = ''
  errText = ''
  readonly out = outputTo((text) => (this.outText += text))
  readonly err = outputTo((text) => (this.errText += text))
}

/** An output without colours, which calls a function with each text. */
export function outputTo(write: (text: string) => void): Output {
  return { write, writeAsIs: write, isTerminal: false, columns: 80, color: false }
}
