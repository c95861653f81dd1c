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
  const { name, message, stack = '' } = thrown
  return { name, message, stack, place: placeInStack(stack) }
}

function textOf(thrown: unknown): string {
  try {
    return `the program threw something that is not an error: ${String(thrown)}`
  } catch {
    return 'the program threw something that is not an error'
  }
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
