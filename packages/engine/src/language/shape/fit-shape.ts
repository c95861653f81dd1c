import {
  isList,
  isMap,
  isSecret,
  isUnknown,
  type PropertySchema,
  revealed,
  type Scalar,
  secret,
  type Value,
  valueMap,
} from '@slipway/model'
import { didYouMean, entryOf, type TreeNode } from '@slipway/source'
import type { PathStep } from '../expression.ts'
import { fitVariable } from '../fit-variable.ts'
import { own } from '../own.ts'
import { formatPath } from '../path.ts'
import { describe } from '../scalar-text.ts'

/** A part of a variable's value that does not fit. */
interface ShapeProblem {
  readonly code: string
  /** The path below the variable. */
  readonly path: readonly PathStep[]
  /**
   * The problem in words.
   *
   * @param from the source of the value: `--var net`, `its default`
   */
  readonly sentence: (from: string) => string
  readonly hint?: string
}

interface Fitted {
  /** The value, in which the fitting parts are converted. Parts with problems stay as given. */
  readonly value: Value
  readonly problems: readonly ShapeProblem[]
}

interface Around {
  /** The path of the variable: `variables.net`. */
  readonly root: string
  /** True if no part of the value may be shown. */
  readonly isHidden: boolean
}

/** The maximum number of problems of one value that are reported. */
const mostProblems = 20

/**
 * Fits a value to the shape of a variable: texts are read as scalars if they have exactly that form, defaults are filled in, nones are left out, and
 * secrets are marked. Unknown parts count as fitting.
 *
 * @param node the tree of the value, if it was written. A number for a text then counts as it was written
 */
export function fitShape(shape: PropertySchema, given: Value, around: Around, node?: TreeNode): Fitted {
  const fitting = new Fitting(around)
  return { value: fitting.fit(shape, given, node), problems: fitting.problems }
}

class Fitting {
  readonly problems: ShapeProblem[] = []
  readonly #root: string
  #isHidden: boolean
  readonly #path: PathStep[] = []

  constructor({ root, isHidden }: Around) {
    this.#root = root
    this.#isHidden = isHidden
  }

  fit(shape: PropertySchema, given: Value, node: TreeNode | undefined): Value {
    if (!isSecret(given) && shape.sensitive !== true) return isUnknown(given) ? given : this.#known(shape, given, node)
    const wasHidden = this.#isHidden
    this.#isHidden = true
    const plain = isSecret(given) ? given.value : given
    const fitted = isUnknown(plain) ? plain : revealed(this.#known(shape, plain, node))
    this.#isHidden = wasHidden
    return secret(fitted)
  }

  #known(shape: PropertySchema, given: Value, node: TreeNode | undefined): Value {
    switch (shape.type) {
      case 'array':
        return isList(given) ? this.#list(shape, given, node) : this.#wrongType('array', given)
      case 'map':
      case 'object':
        return isMap(given) ? this.#map(shape, given, node) : this.#wrongType('object', given)
      case 'union':
        return anything(given)
      case 'string':
      case 'integer':
      case 'float':
      case 'boolean':
        return this.#scalar(shape, shape.type, given, node)
    }
  }

  #list({ items }: PropertySchema, given: readonly Value[], node: TreeNode | undefined): Value {
    const fitted = given.map((item, index) =>
      item === null ? null : this.#below(index, items, item, node?.kind === 'list' ? node.items[index] : undefined),
    )
    return fitted.filter((item) => item !== null)
  }

  #map(shape: PropertySchema, given: { readonly [key: string]: Value }, node: TreeNode | undefined): Value {
    const { attributes, mapValues } = shape
    const fitted = valueMap()
    const mistyped = new Set<string | undefined>()
    for (const [key, value] of Object.entries(given)) {
      const below = attributes === undefined ? mapValues : own(attributes, key)
      if (attributes !== undefined && below === undefined) mistyped.add(this.#unknownProperty(key, attributes))
      else if (value !== null)
        fitted[key] = this.#below(key, below, value, node?.kind === 'map' ? entryOf(node, key) : undefined)
    }
    for (const [name, { default: fallback, sensitive }] of Object.entries(attributes ?? {})) {
      if (name in fitted || fallback === undefined) continue
      fitted[name] = sensitive === true ? secret(fallback) : fallback
    }
    for (const name of shape.required ?? [])
      if (!(name in fitted) && !mistyped.has(name)) this.#missingProperty(name, own(attributes, name))
    return fitted
  }

  #below(step: PathStep, shape: PropertySchema | undefined, value: Value, node: TreeNode | undefined): Value {
    this.#path.push(step)
    const fitted = shape === undefined ? anything(value) : this.fit(shape, value, node)
    this.#path.pop()
    return fitted
  }

  #scalar(
    { allowedValues = [] }: PropertySchema,
    type: Parameters<typeof fitVariable>[0],
    given: Value,
    node: TreeNode | undefined,
  ): Value {
    const isNumber = typeof given === 'number' || typeof given === 'bigint'
    const written = type === 'string' && isNumber && node?.kind === 'scalar' ? node.text : given
    const value = fitVariable(type, written)
    if (value === undefined) return this.#wrongType(type, given)
    if (allowedValues.length > 0 && !allowedValues.includes(value)) this.#notAllowed(value, allowedValues)
    return value
  }

  #notAllowed(value: Scalar, allowed: readonly Value[]): void {
    const near = typeof value === 'string' && !this.#isHidden ? didYouMean(value, allowed.map(String)) : undefined
    const [at, shown] = [this.#at, this.#shown(value)]
    const hint = near ?? `allowed: ${allowed.map(String).join(', ')}`
    this.#report('blueprint/not-allowed', (from) => `${at} does not allow ${shown}, which ${from} gives`, hint)
  }

  #wrongType(wanted: string, given: Value): Value {
    const [at, shown] = [this.#at, this.#shown(given)]
    const examples: Readonly<Record<string, string>> = {
      array: 'write a list: [a, b]',
      object: 'write a map: { name: value }',
    }
    const hint = examples[wanted]
    this.#report(
      'blueprint/wrong-type',
      (from) => `${at} must be of the type ${wanted}, and ${from} gives ${shown}`,
      hint,
    )
    return given
  }

  /** Reports an unknown property. Returns the name that was most likely meant, so that it is not reported as missing as well. */
  #unknownProperty(key: string, attributes: Readonly<Record<string, PropertySchema>>): string | undefined {
    const names = Object.keys(attributes)
    const near = didYouMean(key, names)
    const at = this.#at
    const hint = near ?? `there are: ${names.join(', ') || 'none'}`
    this.#report(
      'blueprint/unknown-key',
      (from) => `${at} has no property ${JSON.stringify(key.slice(0, 60))}, which ${from} gives`,
      hint,
    )
    return names.find((name) => near === `did you mean "${name}"?`)
  }

  #missingProperty(name: string, property: PropertySchema | undefined): void {
    const at = this.#at
    const about = property?.description
    this.#report(
      'blueprint/missing-key',
      (from) => `${at} needs "${name}", which ${from} does not give`,
      about === undefined ? undefined : `"${name}": ${about}`,
    )
  }

  get #at(): string {
    return formatPath(this.#root, this.#path)
  }

  #shown(value: Value): string {
    return describe(this.#isHidden ? secret(value) : value)
  }

  #report(code: string, sentence: ShapeProblem['sentence'], hint?: string): void {
    if (this.problems.length >= mostProblems) return
    this.problems.push({ code, path: [...this.#path], sentence, ...(hint !== undefined && { hint }) })
  }
}

/** A value without a declared shape, with its nones left out. */
function anything(value: Value): Value {
  if (isList(value)) return value.filter((item) => item !== null).map(anything)
  if (!isMap(value)) return value
  return valueMap(
    Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, anything(item)] as const])),
  )
}
