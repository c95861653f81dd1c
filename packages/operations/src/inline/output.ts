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
import { asWhole, fieldOf, Later, listenerOf, referencesOf, type Resolved, resolvedOf } from './later.ts'
import { partOf } from './path-of-value.ts'
import { type Plain, plainOf } from './plain.ts'

/** A value that may be known later, or that has such parts. A field with the value `undefined` is left out. */
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
 * A value that is known once its source exists. Pass the value to other resources, alone or inside a larger value: the resources wait for it and
 * depend on its source.
 */
export class Output<T> extends Later {
  /** Combines several outputs into one output: a list of outputs, or an object that contains outputs. */
  static all<const Inputs>(inputs: Inputs): Output<Known<Inputs>> {
    const captured = capture(inputs, 'the argument of Output.all')
    return new Output<Known<Inputs>>(settled(captured), listenerIn(captured))
  }

  /** Makes a text that contains outputs: Output.text`<a href="${site.output('url')}">` */
  static text(parts: TemplateStringsArray, ...values: readonly (Printed | Output<Printed>)[]): Output<string> {
    return Output.all(values).map((known) =>
      parts.map((part, index) => (index === 0 ? part : `${printed(known[index - 1])}${part}`)).join(''),
    )
  }

  /** Makes a value secret: it is never shown, and it is sealed in files. Values derived from it are also secret. */
  static secret<T extends Plain>(value: T | Output<T>): Output<T> {
    const captured = capture(value, 'the secret')
    const resolved = settled(captured).then(({ value: known, ...from }): Resolved => ({
      value: isUnknown(known) ? known : secret(revealed(known)),
      ...from,
    }))
    return new Output<T>(resolved, listenerIn(captured))
  }

  /**
   * Transforms the value with a function, called once the whole value is known. During a plan with an unknown part the function is not called, and
   * the result is also unknown. The result for a secret is secret. The function may return another output or a promise.
   */
  map<U>(change: (value: T) => U | Promise<U>): Output<Known<U>> {
    const resolved = resolvedOf(this).then(async (given): Promise<Resolved> => {
      const { value, needs } = given
      const missing = unknownIn(value)
      // A value that contains a secret is secret before all of it is known.
      if (missing !== undefined)
        return { value: containsSecret(value) ? secret(missing) : missing, needs, refers: asWhole(given) }
      const made = await change(plainOf(revealed(value)) as T)
      const result = await settled(capture(made ?? null, 'the result of map'))
      const isHidden = containsSecret(value) && !isUnknown(result.value)
      return {
        value: isHidden ? secret(revealed(result.value)) : result.value,
        needs: needs.union(result.needs),
        refers: asWhole(given, result),
      }
    })
    return new Output<Known<U>>(resolved, listenerOf(this), fieldOf(this))
  }

  /** Returns a part of the value. */
  get<Key extends keyof NonNullable<T>>(key: Key): Output<NonNullable<T>[Key]> {
    const resolved = resolvedOf(this).then((whole): Resolved => ({
      value: partOf(whole.value, [key as string | number]),
      needs: whole.needs,
      refers: referencesOf(whole).flatMap(({ path: [step, ...path], names }) =>
        step === undefined || step === key ? [{ path, names }] : [],
      ),
    }))
    return new Output<NonNullable<T>[Key]>(resolved, listenerOf(this), fieldOf(this))
  }

  /**
   * Returns the value itself, for decisions; `undefined` while a plan does not know it. A secret loses its mark here: to keep it, use `map`. Fails
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

/** Returns the first unknown part. */
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
      throw new TypeError(`text cannot contain ${what}: turn it into text with map`)
    }
  }
}
