import { inspect } from 'node:util'
import type { ToldError } from './messages.ts'
import { atPlace } from '../inline/call-place.ts'
import { LeftOut, NotHad } from '../inline/resources.ts'
import { placeInStack } from './place-in-stack.ts'

/** An error of the engine inside the function of a stack. If the function does not catch it, the engine gets its original error back. */
export class EngineError extends Error {
  override readonly name: string
  readonly ours: number

  constructor({ name, message, ours = 0 }: ToldError) {
    super(message)
    this.name = name
    this.ours = ours
  }
}

const notHad = 'NotHad'
const leftOut = 'LeftOut'

/** Recreates an error of the engine in the process of a stack. */
export function errorFromEngine(told: ToldError, resource: string): Error {
  if (told.name === notHad) return new NotHad(resource)
  if (told.name === leftOut) return new LeftOut(told.message)
  return new EngineError(told)
}

/** Serialises an error in the process of a stack: an error of its function, or one from the engine. */
export function toldByStack(thrown: unknown): ToldError {
  if (thrown instanceof LeftOut) return { name: leftOut, message: thrown.resource }
  if (thrown instanceof NotHad) return { name: notHad, message: '' }
  if (thrown instanceof EngineError) return { name: thrown.name, message: thrown.message, ours: thrown.ours }
  if (!(thrown instanceof Error)) return { name: 'Error', message: textOf(thrown) }
  const { name, stack = '' } = thrown
  return {
    name: shortened(name, longestName),
    message: shortened(withCauses(thrown), longestMessage),
    stack: shortened(stack, longestMessage),
    place: placeInStack(stack),
  }
}

/** How many characters of an error are told: a message may quote all that somebody has answered. */
const longestMessage = 1 << 16
const longestName = 200

/** How many causes below each other are told, how many beside each other, and how many characters of them all. */
const deepestCause = 4
const mostBeside = 3
const longestWords = 2000

/** The message of an error of the function, which goes on with its causes: `fetch failed: connect ECONNREFUSED 127.0.0.1:443`. */
function withCauses(error: Error): string {
  return joined([error.message, shortened(causesOf(error), longestWords)], ': ')
}

function causesOf(error: Error, above: readonly unknown[] = []): string {
  if (above.length === deepestCause) return ''
  const path = [...above, error]
  const causes = directCausesOf(error).filter((cause) => !path.includes(cause))
  const told = causes.slice(0, mostBeside).map((cause) => {
    const words = wordsOf(cause)
    // Many messages already end with that of their cause.
    return joined(
      [quotes(error.message, words) ? '' : words, cause instanceof Error ? causesOf(cause, path) : ''],
      ': ',
    )
  })
  const others = causes.length - told.length
  return joined([...new Set(told), others > 0 ? `… and ${others} more` : ''], '; ')
}

/** True if the message has the words, and not only as a part of a longer word. */
function quotes(message: string, words: string): boolean {
  const start = message.indexOf(words)
  if (start < 0) return false
  return !/\w/.test(message.slice(Math.max(start - 1, 0), start) + message.charAt(start + words.length))
}

function directCausesOf(error: Error): readonly unknown[] {
  const errors: unknown = error instanceof AggregateError ? error.errors : []
  return [...(Array.isArray(errors) ? errors : []), ...(error.cause == null ? [] : [error.cause])]
}

function textOf(thrown: unknown): string {
  return joined(['the program threw something that is not an error', shortened(wordsOf(thrown), longestWords)], ': ')
}

/** The message of an error, and anything else on one line; '' for what cannot be shown. */
function wordsOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message
  if (typeof thrown === 'string') return thrown
  try {
    return inspect(thrown, { depth: 4, compact: true, breakLength: Infinity }).replaceAll(/\s*\n\s*/g, ' ')
  } catch {
    return ''
  }
}

function joined(words: readonly string[], by: string): string {
  return words.filter((each) => each !== '').join(by)
}

/** Cuts a text at its end with `…`, where the redactor also finds the beginning of a secret. */
function shortened(words: string, most: number): string {
  return words.length > most ? `${words.slice(0, most)}…` : words
}

/** The engine's errors that were sent to a stack, by number. */
export class OurErrors {
  readonly #known = new Map<number, unknown>()

  tell(thrown: unknown): ToldError {
    if (thrown instanceof LeftOut) return { name: leftOut, message: thrown.resource }
    if (thrown instanceof NotHad) return { name: notHad, message: '' }
    const ours = this.#known.size + 1
    this.#known.set(ours, thrown)
    const { name, message } = thrown instanceof Error ? thrown : { name: 'Error', message: String(thrown) }
    return { name, message, ours }
  }

  /** Returns the error that a stack reports. */
  read({ name, message, stack, place, ours }: ToldError): unknown {
    if (name === leftOut) return new LeftOut(message)
    if (name === notHad) return new NotHad(message)
    if (ours !== undefined && this.#known.has(ours)) return this.#known.get(ours)
    const error = new Error(`${atPlace(place)}${message}`)
    error.name = name
    if (stack !== undefined) error.stack = stack
    return error
  }
}
