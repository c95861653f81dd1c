import { inspect } from 'node:util'
import type { Value } from '@slipway/model'
import type { CallPlace } from './call-place.ts'

/** A value and the names of the resources it comes from. */
export interface Resolved {
  readonly value: Value
  readonly needs: ReadonlySet<string>
}

/** A call of `known()` in a program. */
export interface KnownCall {
  /** The field in question: `result of id`. `undefined` for a value from several fields. */
  readonly field: string | undefined
  readonly place: CallPlace | undefined
}

/** The owner of outputs. It follows each one, so that no failure goes unnoticed. */
export interface Listener {
  /** @param from the call that the work follows from: */
  heed(work: Promise<unknown>, from?: KnownCall): void
  /** Reports a failure that nothing else handles. */
  unheard(thrown: unknown): void
}

const resolved = new WeakMap<Later, Promise<Resolved>>()
const listeners = new WeakMap<Later, Listener>()
const fields = new WeakMap<Later, string>()

/** A value that is known later. */
export class Later {
  /** Outputs come from resources; programs make none themselves. */
  constructor(work: Promise<Resolved>, listener: Listener | undefined, field?: string) {
    resolved.set(this, work)
    if (field !== undefined) fields.set(this, field)
    // A failure reaches only callers that need the value.
    work.catch(() => undefined)
    if (listener === undefined) return
    listeners.set(this, listener)
    listener.heed(work)
  }

  /** @throws TypeError always: the value has no text yet */
  toString(): string {
    throw new TypeError(
      'an output is not text yet: write Output.text`…${output}…`, or output.map((value) => `…${value}…`)',
    )
  }

  /** @throws TypeError always */
  toJSON(): string {
    throw new TypeError('an output is not known yet: write output.map((value) => JSON.stringify(value))')
  }

  [inspect.custom](): string {
    return 'Output { known later }'
  }
}

/** Makes a proxy share the value of `later`. */
export function standsFor(proxy: Later, later: Later): void {
  for (const known of [resolved, listeners, fields] as readonly WeakMap<Later, unknown>[])
    if (known.has(later)) known.set(proxy, known.get(later))
}

/** The eventual value. Fails if its source fails. */
export async function resolvedOf(later: Later): Promise<Resolved> {
  const work = resolved.get(later)
  if (work === undefined) throw new TypeError('this is not an output of a resource')
  return await work
}

export function listenerOf(later: Later): Listener | undefined {
  return listeners.get(later)
}

/** The field that the value is or comes from: `result of id`. */
export function fieldOf(later: Later): string | undefined {
  return fields.get(later)
}
