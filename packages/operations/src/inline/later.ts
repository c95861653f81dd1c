import { inspect } from 'node:util'
import type { Value } from '@slipway/model'
import type { CallPlace } from './call-place.ts'

/** A value, and the names of the resources that it comes from. */
export interface Resolved {
  readonly value: Value
  readonly needs: ReadonlySet<string>
}

/** Where a program has called `known()`. */
export interface KnownCall {
  /** The field that it is about: `result of id`. Unknown for what is made of several. */
  readonly field: string | undefined
  readonly place: CallPlace | undefined
}

/** Whose outputs they are: told of each, so that none fails unheard. */
export interface Listener {
  /** @param from the call that it follows from: `known().then(…)` */
  heed(work: Promise<unknown>, from?: KnownCall): void
  /** What went wrong where nobody hears of it. */
  unheard(thrown: unknown): void
}

const resolved = new WeakMap<Later, Promise<Resolved>>()
const listeners = new WeakMap<Later, Listener>()
const fields = new WeakMap<Later, string>()

/** Something that is known later. */
export class Later {
  /** Outputs come from resources; programs make none themselves. */
  constructor(work: Promise<Resolved>, listener: Listener | undefined, field?: string) {
    resolved.set(this, work)
    if (field !== undefined) fields.set(this, field)
    // A caller that needs the value hears of a failure; nobody else has to.
    work.catch(() => undefined)
    if (listener === undefined) return
    listeners.set(this, listener)
    listener.heed(work)
  }

  /** @throws TypeError always: what is known later has no text now */
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

/** Has something be known as another one is: a proxy of it. */
export function standsFor(proxy: Later, later: Later): void {
  for (const known of [resolved, listeners, fields] as readonly WeakMap<Later, unknown>[])
    if (known.has(later)) known.set(proxy, known.get(later))
}

/** What becomes of it. Fails when what it comes from does. */
export async function resolvedOf(later: Later): Promise<Resolved> {
  const work = resolved.get(later)
  if (work === undefined) throw new TypeError('this is not an output of a resource')
  return await work
}

export function listenerOf(later: Later): Listener | undefined {
  return listeners.get(later)
}

/** The field that it is, or is made of: `result of id`. */
export function fieldOf(later: Later): string | undefined {
  return fields.get(later)
}
