import {
  isList,
  isMap,
  isSecret,
  isUnknown,
  PassedOn,
  revealed,
  secret,
  secretFrom,
  valueMap,
  type MutableValueMap,
  type PropertySchema,
  type Value,
} from '@slipway/model'
import { limits, nearest } from '@slipway/source'
import { stepsThrough } from '../language/bounded.ts'
import { listBytes, mapBytes, type Budget } from '../language/budget.ts'
import { formatPath } from '../language/path.ts'
import type { PathStep } from '../language/expression.ts'
import { describe } from '../language/scalar-text.ts'
import { own } from '../language/own.ts'
import { isRounded } from '../language/parse/exact-number.ts'
import { scalarProblem, sizeProblem } from './scalar-rules.ts'
import { meantShape, shapeWords } from './union-shapes.ts'

/** A problem with a value, without a place in a text. */
export interface ValueProblem {
  readonly code: string
  readonly path: readonly PathStep[]
  /** The faulty part: `key` if the name is wrong, and not the value. */
  readonly at: 'key' | 'value'
  readonly message: string
  readonly hint?: string
}

export interface ConformOptions {
  readonly report: (problem: ValueProblem) => void
  /** The owner of the schema, for messages: `local/file`. */
  readonly subject: string
  /** Gives the written form of a number, if it is known. Text that is made from `1.10` keeps the zero. */
  readonly written?: (path: readonly PathStep[]) => string | undefined
  /** The budget that pays for the work. */
  readonly budget: Budget
}

/**
 * Fits a value to a schema: defaults are filled in, nones are left out, numbers become text if text is wanted, and sensitive values are marked.
 * Unknown parts count as fitting. Parts that do not fit are reported, and stay as they are. Only the first hundred problems are reported.
 */
export function conform(schema: PropertySchema, value: Value, options: ConformOptions): Value {
  return new Conforming(options).fit(schema, value)
}

/** An unknown value, with the mark that it will have. */
function marked({ sensitive, writeOnly }: PropertySchema, value: Value): Value {
  if (writeOnly === true) return new PassedOn(value)
  return sensitive === true ? secret(value) : value
}

class Conforming {
  readonly #options: ConformOptions
  readonly #path: PathStep[] = []
  #problems = 0
  /** True inside a secret, where problems are reported without the value. */
  #isHidden = false
  /** True inside a write-only value. */
  #isWriteOnly = false

  constructor(options: ConformOptions) {
    this.#options = options
  }

  fit(schema: PropertySchema, value: Value): Value {
    this.#options.budget.takeSteps()
    if (schema.asGiven === true) return value
    if (isUnknown(value)) return marked(schema, value)
    if (!isSecret(value) && schema.sensitive !== true && schema.writeOnly !== true) return this.#fitKnown(schema, value)
    const wasHidden = this.#isHidden
    const wasWriteOnly = this.#isWriteOnly
    this.#isHidden = true
    this.#isWriteOnly ||= schema.writeOnly === true
    this.#refusePassedOn(value)
    const [inner, parts] = isSecret(value) ? [value.value, value.parts] : [value]
    const given = this.#fitMarked(schema, inner)
    const fitted = schema.writeOnly === true ? new PassedOn(given, parts) : secret(given, parts)
    this.#isHidden = wasHidden
    this.#isWriteOnly = wasWriteOnly
    return fitted
  }

  #fitMarked(schema: PropertySchema, value: Value): Value {
    return isUnknown(value) ? value : revealed(this.#fitKnown(schema, value))
  }

  #fitKnown(schema: PropertySchema, value: Value): Value {
    if (value === null && schema.nullable === true) return null
    switch (schema.type) {
      case 'object':
        return isMap(value) ? this.#object(schema, value) : this.#wrongType('map', value)
      case 'map':
        return isMap(value) ? this.#map(schema, value) : this.#wrongType('map', value)
      case 'array':
        return isList(value) ? this.#list(schema, value) : this.#wrongType('list', value)
      case 'union':
        return this.#union(schema, value)
      case 'string':
      case 'integer':
      case 'float':
      case 'boolean':
        return this.#scalar(schema, value)
    }
  }

  #object(schema: PropertySchema, value: { readonly [key: string]: Value }): Value {
    const { attributes } = schema
    if (attributes === undefined) return this.#map(schema, value)
    const names = Object.keys(attributes)
    // A loop over names is cheap compared with fitting their values.
    this.#options.budget.takeSteps(names.length / 8)
    const fitted = this.#newMap(value)
    const mistyped = new Set<string>()
    for (const key in value) {
      const given = value[key] ?? null
      const attribute = own(attributes, key)
      if (attribute === undefined) mistyped.add(this.#unknownAttribute(key, attributes) ?? '')
      else if (attribute.computed === true) this.#computedAttribute(key)
      else if (given !== null) fitted[key] = this.#below(key, attribute, given)
    }
    for (const key of names) {
      const fallback = defaultOf(attributes[key])
      if (fallback !== undefined && !(key in fitted)) fitted[key] = this.#below(key, attributes[key], fallback)
    }
    this.#requireAll(schema, fitted, mistyped)
    return fitted
  }

  #map({ mapValues }: PropertySchema, value: { readonly [key: string]: Value }): Value {
    const fitted = this.#newMap(value)
    for (const key in value) {
      const given = value[key] ?? null
      if (given !== null) fitted[key] = this.#below(key, mapValues, given)
    }
    return fitted
  }

  #newMap(like: object): MutableValueMap {
    this.#options.budget.takeBytes(mapBytes(Object.keys(like).length))
    return valueMap()
  }

  #list(schema: PropertySchema, value: readonly Value[]): Value {
    this.#options.budget.takeBytes(listBytes(value.length))
    const fitted = value.map((item, index) => (item === null ? null : this.#below(index, schema.items, item)))
    // Most lists contain no nones, and a filtered copy takes three times the memory.
    const kept = fitted.includes(null) ? fitted.filter((item) => item !== null) : fitted
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
    if (kept.length < minLength || kept.length > maxLength) {
      const wanted = kept.length < minLength ? `at least ${minLength}` : `at most ${maxLength}`
      this.#report('blueprint/out-of-range', 'value', `${this.#name()} has ${kept.length} items, but needs ${wanted}`)
    }
    return kept
  }

  #union({ oneOf = [] }: PropertySchema, value: Value): Value {
    if (oneOf.length === 0) return this.#below(undefined, undefined, value)
    // Any number could become text, so types that the value already has come first.
    const texts = oneOf.filter(({ type }) => type === 'string')
    const others = oneOf.filter(({ type }) => type !== 'string')
    const near: (readonly ValueProblem[])[] = []
    // A number that would be rounded is better given as its digits, where a text of digits is allowed.
    const ofDigits = texts.filter(({ pattern }) => pattern !== undefined && this.#isRounded(value))
    for (const alternative of typeof value === 'string' ? oneOf : [...ofDigits, ...others, ...texts]) {
      const { fitted, problems } = this.#attempt(alternative, value)
      if (problems.length === 0) return fitted
      if (problems.every(({ code, path }) => code !== 'blueprint/wrong-type' || path.length > this.#path.length))
        near.push(problems)
    }
    if (near.length === 0) return this.#wrongType([...new Set(oneOf.map(typeWords))].join(' or '), value)
    const meant = meantShape(near)
    const takesNumbers = others.some(({ type }) => type === 'float' || type === 'integer')
    for (const problem of meant ?? [])
      this.#options.report(
        takesNumbers && problem.code === 'blueprint/pattern' ? { hint: numberHint, ...problem } : problem,
      )
    if (meant === undefined) this.#noShape(oneOf)
    return value
  }

  /** Fits a value as if the schema were the only one, and returns the problems instead of reporting them. */
  #attempt(schema: PropertySchema, value: Value): { fitted: Value; problems: readonly ValueProblem[] } {
    const problems: ValueProblem[] = []
    const attempt = new Conforming({ ...this.#options, report: (problem) => problems.push(problem) })
    attempt.#path.push(...this.#path)
    attempt.#isHidden = this.#isHidden
    return { fitted: attempt.fit(schema, value), problems }
  }

  #scalar(schema: PropertySchema, value: Value): Value {
    const { budget } = this.#options
    budget.takeSteps(stepsThrough(value))
    const fitted = schema.type === 'string' ? this.#asText(value) : value
    const problem = scalarProblem(schema, fitted, (shown) => this.#describe(shown), budget)
    if (problem !== undefined) {
      this.#report(problem.code, 'value', `${this.#name()} ${problem.message}`, problem.hint)
    }
    return fitted
  }

  #asText(value: Value): Value {
    if (typeof value === 'boolean') return String(value)
    if (typeof value !== 'number' && typeof value !== 'bigint') return value
    return this.#options.written?.(this.#path) ?? String(value)
  }

  #isRounded(value: Value): boolean {
    if (typeof value !== 'number' && typeof value !== 'bigint') return false
    const written = this.#options.written?.(this.#path)
    return written !== undefined && isRounded(written, value)
  }

  /** Fits the value one step below. Without a schema, any value fits, but nones are left out. */
  #below(step: PathStep | undefined, schema: PropertySchema | undefined, value: Value): Value {
    if (step !== undefined) this.#path.push(step)
    const fitted = schema === undefined ? this.#free(value) : this.fit(schema, value)
    if (step !== undefined) this.#path.pop()
    return fitted
  }

  #free(value: Value): Value {
    this.#options.budget.takeSteps()
    this.#refusePassedOn(value)
    if (isSecret(value)) return secretFrom([value], this.#free(value.value), value.parts)
    if (isList(value)) return this.#list({ type: 'array' }, value)
    if (isMap(value)) return this.#map({ type: 'map' }, value)
    const problem = sizeProblem(value, (shown) => this.#describe(shown))
    if (problem !== undefined)
      this.#report(problem.code, 'value', `${this.#name()} ${problem.message}`, 'write it in quotes, as text')
    return value
  }

  /** Reports missing properties. If a property was most likely given under a mistyped name, it is not reported as missing as well. */
  #requireAll({ required = [], attributes = {} }: PropertySchema, given: object, mistyped: ReadonlySet<string>): void {
    const missing = required.filter(
      (name) => !(name in given) && !mistyped.has(name) && !isFilledIn(own(attributes, name)),
    )
    if (missing.length === 0) return
    const words = missing.map((name) => `"${formatPath('', [...this.#path, name])}"`).join(' and ')
    const about = missing.length === 1 ? own(attributes, missing[0] ?? '')?.description : undefined
    const hint = about === undefined ? undefined : `"${missing[0]}": ${about}`
    this.#report('blueprint/missing-attribute', 'key', `${this.#options.subject} needs ${words}`, hint)
  }

  /** Reports an unknown attribute. Returns the name that was most likely meant. */
  #unknownAttribute(key: string, attributes: Readonly<Record<string, PropertySchema>>): string | undefined {
    if (this.#isFull) return undefined
    const settable = Object.keys(attributes).filter((name) => attributes[name]?.computed !== true)
    const meant = nearest(key, settable)
    const hint = meant === undefined ? `there are: ${settable.join(', ') || 'none'}` : `did you mean "${meant}"?`
    this.#path.push(key)
    const message = `${this.#options.subject} has no attribute "${formatPath('', this.#path)}"`
    this.#report('blueprint/unknown-attribute', 'key', message, hint)
    this.#path.pop()
    return meant
  }

  #computedAttribute(key: string): void {
    this.#path.push(key)
    const message = `"${key}" is computed by the provider and cannot be given`
    this.#report('blueprint/computed-attribute', 'key', message, 'remove it')
    this.#path.pop()
  }

  #noShape(oneOf: readonly PropertySchema[]): void {
    const hint = `write ${[...new Set(oneOf.map(shapeWords))].join(' or ')}`
    this.#report('blueprint/wrong-type', 'value', `${this.#name()} has none of the allowed shapes`, hint)
  }

  #refusePassedOn(value: Value): void {
    if (!(value instanceof PassedOn) || this.#isWriteOnly) return
    const message = `${this.#name()} would be recorded, but an ephemeral value must not be`
    const hint = 'use the value in a write-only property, or read it from a data source'
    this.#report('blueprint/ephemeral-value', 'value', message, hint)
  }

  #wrongType(wanted: string, value: Value): Value {
    const message = `${this.#name()} must be a ${wanted}, but is ${this.#describe(value)}`
    this.#report('blueprint/wrong-type', 'value', message, typeHint(wanted, value))
    return value
  }

  /** The subject of a message: `"health.http"`, or the name of the whole value. */
  #name(): string {
    return this.#path.length === 0 ? this.#options.subject : `"${formatPath('', this.#path)}"`
  }

  #describe(value: Value): string {
    return describe(this.#isHidden ? secret(value) : value)
  }

  /** True if no further problem would be reported, so that its message need not be made. */
  get #isFull(): boolean {
    return this.#problems >= limits.diagnostics
  }

  #report(code: string, at: 'key' | 'value', message: string, hint?: string): void {
    if (this.#isFull) return
    this.#problems++
    this.#options.report({ code, path: [...this.#path], at, message, ...(hint === undefined ? {} : { hint }) })
  }
}

const numberHint = 'write a number, such as 8'

function isFilledIn(schema: PropertySchema | undefined): boolean {
  return schema?.computed === true || schema?.computedWhenOmitted === true
}

function typeWords({ type }: PropertySchema): string {
  if (type === 'array') return 'list'
  return type === 'object' ? 'map' : type
}

function typeHint(wanted: string, value: Value): string | undefined {
  if (wanted === 'list')
    return isMap(value) ? 'write it as a list of one: [{ name: value }]' : 'write it as a list of one: [ … ]'
  return 'write a map: { name: value }'
}

/** The default of an attribute that is left out. For a nullable attribute, the provider decides, because null is a value there. */
function defaultOf(attribute: PropertySchema | undefined): Value | undefined {
  return attribute?.nullable === true ? undefined : (attribute?.default ?? undefined)
}
