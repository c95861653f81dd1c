import {
  containsSecret,
  containsUnknown,
  isUnknown,
  revealed,
  secret,
  someValue,
  Unknown,
  type Value,
} from '@slipway/model'
import { capture, listenerIn, settled } from './captured.ts'
import { placeOfCall } from './call-place.ts'
import { HeardPromise } from './heard-promise.ts'
import { fieldOf, Later, listenerOf, type Resolved, resolvedOf } from './later.ts'
import { partOf } from './path-of-value.ts'
import { type Plain, plainOf } from './plain.ts'

/** A value that may be known later, or that has such parts. An `undefined` field is left out. */
export type Input<T> =
  | Output<T>
  | (T extends readonly (infer Item)[]
      ? readonly Input<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]: Input<T[Key]> }
        : T)

/** The type of an input once all of it is known. */
export type Known<T> =
  T extends Output<infer Inside>
    ? Inside
    : T extends readonly unknown[]
      ? { readonly [Index in keyof T]: Known<T[Index]> }
      : T extends object
        ? { readonly [Key in keyof T]: Known<T[Key]> }
        : T

/** A value that can be part of a text. */
type Printed = string | number | bigint | boolean

/**
 * A value that is known once its source exists. Pass it to other resources, alone or inside a larger value: they wait for it and depend on
 * its source.
 */
export class Output<T> extends Later {
  /** Combines several outputs into one: a list of outputs, or an object that contains some. */
  static all<const Inputs>(inputs: Inputs): Output<Known<Inputs>> {
    const captured = capture(inputs, 'what Output.all is given')
    return new Output<Known<Inputs>>(settled(captured), listenerIn(captured))
  }

  /** Text with outputs in it: Output.text`<a href="${site.output('url')}">` */
  static text(parts: TemplateStringsArray, ...values: readonly (Printed | Output<Printed>)[]): Output<string> {
    return Output.all(values).map((known) =>
      parts.map((part, index) => (index === 0 ? part : `${printed(known[index - 1])}${part}`)).join(''),
    )
  }

  /** Makes a value secret: never shown, and sealed in files. Values derived from it are secret, too. */
  static secret<T extends Plain>(value: T | Output<T>): Output<T> {
    const captured = capture(value, 'the secret')
    const resolved = settled(captured).then(({ value: known, needs }): Resolved => ({
      value: isUnknown(known) ? known : secret(revealed(known)),
      needs,
    }))
    return new Output<T>(resolved, listenerIn(captured))
  }

  /**
   * Transforms the value with a function, called once the whole value is known. During a plan with an unknown part the function is not
   * called, and the result is unknown, too. The result for a secret is secret. The function may return another output or a promise.
   */
  map<U>(change: (value: T) => U | Promise<U>): Output<Known<U>> {
    const resolved = resolvedOf(this).then(async ({ value, needs }): Promise<Resolved> => {
      const missing = unknownIn(value)
      // A value that contains a secret is secret before all of it is known.
      if (missing !== undefined) return { value: containsSecret(value) ? secret(missing) : missing, needs }
      const made = await change(plainOf(revealed(value)) as T)
      const result = await settled(capture(made ?? null, 'what map has made'))
      const isHidden = containsSecret(value) && !isUnknown(result.value)
      return { value: isHidden ? secret(revealed(result.value)) : result.value, needs: needs.union(result.needs) }
    })
    return new Output<Known<U>>(resolved, listenerOf(this), fieldOf(this))
  }

  /** A part of the value. */
  get<Key extends keyof NonNullable<T>>(key: Key): Output<NonNullable<T>[Key]> {
    const resolved = resolvedOf(this).then(({ value, needs }): Resolved => ({
      value: partOf(value, [key as string | number]),
      needs,
    }))
    return new Output<NonNullable<T>[Key]>(resolved, listenerOf(this), fieldOf(this))
  }

  /**
   * The value itself, for decisions; `undefined` while a plan does not know it. A secret loses its mark here: to keep it, use `map`. Fails
   * if the source is unavailable.
   */
  known(): Promise<T | undefined> {
    const known = resolvedOf(this).then(({ value }) =>
      containsUnknown(value) ? undefined : (plainOf(revealed(value)) as T),
    )
    const listener = listenerOf(this)
    if (listener === undefined) return known
    // oxlint-disable-next-line typescript/unbound-method -- nobody calls it: it says where the stack begins that we look at
    const place = placeOfCall(this.known)
    return HeardPromise.of(known, { listener, from: { field: fieldOf(this), place } })
  }
}

/** The first unknown part. */
export function unknownIn(value: Value): Unknown | undefined {
  let found: Unknown | undefined
  someValue(value, (part) => {
    if (part instanceof Unknown) found ??= part
    return found !== undefined
  })
  return found
}

function printed(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    default: {
      const what = value === null || value === undefined ? 'nothing' : 'a list or an object'
      throw new TypeError(`text cannot contain ${what}: make text of it with map`)
    }
  }
}
