import { inspect } from 'node:util'
import type { CodedReference } from '@slipway/engine'
import type { Value } from '@slipway/model'
import type { CallPlace } from './call-place.ts'

/** A value with the names of its source resources. */
export interface Resolved {
  readonly value: Value
  readonly needs: ReadonlySet<string>
  /** The parts of the value that are fields of resources, or are made from such fields. Absent: the whole value comes from all of `needs`. */
  readonly refers?: readonly CodedReference[]
}

/** Returns the parts of a value that come straight from resources. */
export function referencesOf({ needs, refers }: Resolved): readonly CodedReference[] {
  return refers ?? (needs.size === 0 ? [] : [{ path: [], names: [...needs] }])
}

/** Returns the references of a value that was made from these values as a whole. */
export function asWhole(...sources: readonly Resolved[]): readonly CodedReference[] {
  const names = [...new Set(sources.flatMap((source) => referencesOf(source).flatMap((each) => each.names)))]
  return names.length === 0 ? [] : [{ path: [], names }]
}

/** A call of `known()` in a program. */
export interface KnownCall {
  /** The field of the call: `result of id`. `undefined` for a value from several fields. */
  readonly field: string | undefined
  readonly place: CallPlace | undefined
}

/** The owner of outputs. It follows each one, so that no failure goes unnoticed. */
export interface Listener {
  /** Follows the work until it ends. @param from the call that the work follows from */
  heed(work: Promise<unknown>, from?: KnownCall): void
  /** Reports a failure that nothing else handles. */
  unheard(thrown: unknown): void
}

const resolved = new WeakMap<Later, Promise<Resolved>>()
const listeners = new WeakMap<Later, Listener>()
const fields = new WeakMap<Later, string>()

/** A value that is known later. */
export class Later {
  /** Makes a later value from work. Programs do not call this: their outputs come from resources. */
  constructor(work: Promise<Resolved>, listener: Listener | undefined, field?: string) {
    resolved.set(this, work)
    if (field !== undefined) fields.set(this, field)
    // A failure reaches only callers that need the value.
    work.catch(() => undefined)
    if (listener === undefined) return
    listeners.set(this, listener)
    listener.heed(work)
  }

  /** Refuses to write the value as text. @throws TypeError always: the value has no text yet */
  toString(): string {
    throw new TypeError(
      'an output is not text yet: write Output.text`…${output}…`, or output.map((value) => `…${value}…`)',
    )
  }

  /** Refuses to write the value as JSON. @throws TypeError always */
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

/** Returns the eventual value. Fails if its source fails. */
export async function resolvedOf(later: Later): Promise<Resolved> {
  const work = resolved.get(later)
  if (work === undefined) throw new TypeError('this is not an output of a resource')
  return await work
}

export function listenerOf(later: Later): Listener | undefined {
  return listeners.get(later)
}

/** Returns the field that the value is or comes from: `result of id`. */
export function fieldOf(later: Later): string | undefined {
  return fields.get(later)
}
