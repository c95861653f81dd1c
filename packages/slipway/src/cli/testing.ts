import type { Console } from './console.ts'

/** A console that keeps what is written to it. */
export class RecordedConsole implements Console {
  readonly canAsk = false
  readonly env = {}
  readonly cwd = process.cwd()
  outText = ''
  errText = ''
  readonly out = { ...plain, write: (text: string): void => void (this.outText += text) }
  readonly err = { ...plain, write: (text: string): void => void (this.errText += text) }
}

const plain = { isTerminal: false, columns: 80, color: false }
