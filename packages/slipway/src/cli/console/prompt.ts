import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { Failure } from '@slipway/model'
import { visibleLines } from '@slipway/source/visible'
import type { Console } from './console.ts'
import { keysAside } from './pressed-keys.ts'
import { whileAsking } from './sign-of-life.ts'
import { TypedAhead } from './typed-ahead.ts'

/** The typed-ahead input of the one terminal that a process has. */
const ahead = new TypedAhead(process.stdin)

/** Asks a question on stderr and reads the answer from stdin; only where `Console.canAsk`. Ctrl-C rejects. */
export async function ask(question: string, signal?: AbortSignal): Promise<string> {
  return await answerTo(visibleLines(question), process.stderr, signal)
}

/** Asks without echoing the answer. */
export async function askHidden(console: Console, question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  // Starts reading first: until then the terminal itself echoes the input, and a program answers at once.
  const answer = answerTo('', silent)
  console.err.write(question)
  try {
    return await answer
  } finally {
    console.err.write('\n')
  }
}

/** Drops the rest of the input when an answer was not valid: it is not meant for the same question. */
export function forgetTypedAhead(): void {
  ahead.forget()
}

function answerTo(question: string, output: NodeJS.WritableStream, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted()
  const listenAgain = keysAside()
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  passOnInterrupt(lines)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const abort = (): void => {
    reject(signal?.reason as Error)
    lines.close()
  }
  signal?.addEventListener('abort', abort, { once: true })
  // The user has pressed Ctrl-D: there is no more input.
  lines.once('close', () => reject(noAnswer()))
  lines.question(question, (answer) => {
    resolve(answer)
    // Closes at once, so that nothing more of a paste is read or shown.
    lines.close()
    ahead.keepRest()
  })
  const { text, isWhole } = ahead.take()
  if (text !== '') lines.write(text)
  if (isWhole) lines.write(null, { name: 'return' })
  return whileAsking(promise).finally(() => {
    signal?.removeEventListener('abort', abort)
    listenAgain()
  })
}

function noAnswer(): Failure {
  return new Failure('cli/no-answer', 'the question was not answered: the input has ended', {
    hint: 'give the answers on the command line: --var name=value, --yes',
  })
}

/** While a line is read, Ctrl-C is a key like any other; this restores its usual effect. */
function passOnInterrupt(lines: Interface): void {
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
}

/**
 * True for `y` and `yes`, in any case; false for anything else. Text that was pasted before the question appeared does not count: nobody can agree
 * to an unseen question.
 */
export async function confirm(question: string, signal?: AbortSignal): Promise<boolean> {
  forgetTypedAhead()
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `, signal)).trim())
}
