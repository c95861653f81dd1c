import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Failure } from '@slipway/model'
import { visibleLines } from '@slipway/source/visible'
import type { Console } from './console.ts'

/** Asks a question on stderr and reads the answer from stdin; only where `Console.canAsk`. Ctrl-C rejects. */
export async function ask(question: string, signal?: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  passOnInterrupt(lines)
  try {
    return await lines
      .question(visibleLines(question), signal === undefined ? {} : { signal })
      .catch(withoutAnswer(signal))
  } finally {
    lines.close()
  }
}

/** Asks without showing what is typed. */
export async function askHidden(console: Console, question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  passOnInterrupt(lines)
  console.err.write(question)
  try {
    return await lines.question('').catch(withoutAnswer())
  } finally {
    lines.close()
    console.err.write('\n')
  }
}

/** While a line is read, Ctrl-C is a key like any other; it should do what it does at any other time. */
function passOnInterrupt(lines: Interface): void {
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
}

/** Ctrl-D: there is nothing more to read. */
function withoutAnswer(signal?: AbortSignal): (error: unknown) => never {
  return (error) => {
    if (signal?.aborted === true || !(error instanceof Error) || error.name !== 'AbortError') throw error
    throw new Failure('cli/no-answer', 'the question was not answered: the input has ended', {
      hint: 'answers can be given on the command line: --var name=value, --yes',
    })
  }
}

/** True for `y` and `yes`, in any case; anything else is a no. */
export async function confirm(question: string, signal?: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `, signal)).trim())
}
