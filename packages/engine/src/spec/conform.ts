import { isList, isMap, isSecret, isUnknown, revealed, secret, valueMap } from '@slipway/model'
import type { MutableValueMap, PropertySchema, Value } from '@slipway/model'
import { limits, nearest } from '@slipway/source'
import { stepsThrough } from '../language/bounded.ts'
import { listBytes, mapBytes, type Budget } from '../language/budget.ts'
import { formatPath } from '../language/path.ts'
import type { PathStep } from '../language/expression.ts'
import { describe } from '../language/scalar-text.ts'
import { own } from '../language/own.ts'
import { scalarProblem, sizeProblem } from './scalar-rules.ts'
import { meantShape, shapeWords } from './union-shapes.ts'

/** A problem with a value, without a place in a text. */
export interface ValueProblem {
  readonly code: string
  readonly path: readonly PathStep[]
  /** `key`: the name is wrong, not what it stands for. */
  readonly at: 'key' | 'value'
  readonly message: string
  readonly hint?: string
}

export interface ConformOptions {
  readonly report: (problem: ValueProblem) => void
  /** The owner of the schema, for messages: `local/file`. */
  readonly subject: string
  /** How a number was written where it stands, when that is known: text made of `1.10` keeps the zero. */
  readonly written?: (path: readonly PathStep[]) => string | undefined
  /** Pays for the work. */
  readonly budget: Budget
}

/**
 * Fits a value to a schema: defaults are put in, none is left out, numbers become text where text is wanted, what is
 * sensitive is marked. Unknown parts are taken on trust. Everything that does not fit is reported, and left as it is; of
 * more than a hundred problems the first hundred.
 */
export function conform(schema: PropertySchema, value: Value, options: ConformOptions): Value {
  return new Conforming(options).fit(schema, value)
}

class Conforming {
  readonly #options: ConformOptions
  readonly #path: PathStep[] = []
  #problems = 0
  /** Inside a secret: problems are told without the value. */
  #isHidden = false

  constructor(options: ConformOptions) {
    this.#options = options
  }

  fit(schema: PropertySchema, value: Value): Value {
    this.#options.budget.takeSteps()
    if (schema.asGiven === true) return value
    if (isUnknown(value)) return schema.sensitive === true ? secret(value) : value
    if (!isSecret(value) && schema.sensitive !== true) return this.#fitKnown(schema, value)
    const wasHidden = this.#isHidden
    this.#isHidden = true
    const fitted = secret(this.#fitMarked(schema, isSecret(value) ? value.value : value))
    this.#isHidden = wasHidden
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
    // Going through names is cheap beside fitting what they stand for.
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
    // Most lists are whole, and a filtered copy takes three times their room.
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
    // Text takes any number: what the value already is comes before what it could become.
    const texts = oneOf.filter(({ type }) => type === 'string')
    const others = oneOf.filter(({ type }) => type !== 'string')
    const near: (readonly ValueProblem[])[] = []
    for (const alternative of typeof value === 'string' ? oneOf : [...others, ...texts]) {
      const { fitted, problems } = this.#attempt(alternative, value)
      if (problems.length === 0) return fitted
      if (problems.every(({ code, path }) => code !== 'blueprint/wrong-type' || path.length > this.#path.length))
        near.push(problems)
    }
    if (near.length === 0) return this.#wrongType([...new Set(oneOf.map(typeWords))].join(' or '), value)
    const meant = meantShape(near)
    for (const problem of meant ?? []) this.#options.report(problem)
    if (meant === undefined) this.#noShape(oneOf)
    return value
  }

  /** Fits a value as if the schema were the only one, and keeps what there is to say. */
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

  /** Fits what lies one step down; without a schema anything goes, and none is still left out. */
  #below(step: PathStep | undefined, schema: PropertySchema | undefined, value: Value): Value {
    if (step !== undefined) this.#path.push(step)
    const fitted = schema === undefined ? this.#free(value) : this.fit(schema, value)
    if (step !== undefined) this.#path.pop()
    return fitted
  }

  #free(value: Value): Value {
    this.#options.budget.takeSteps()
    if (isSecret(value)) return secret(this.#free(value.value))
    if (isList(value)) return this.#list({ type: 'array' }, value)
    if (isMap(value)) return this.#map({ type: 'map' }, value)
    const problem = sizeProblem(value, (shown) => this.#describe(shown))
    if (problem !== undefined)
      this.#report(problem.code, 'value', `${this.#name()} ${problem.message}`, 'write it in quotes, as text')
    return value
  }

  /** A property most likely given under a wrong name is not reported as missing, too. */
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

  /** Gives the name that was most likely meant. */
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

  #wrongType(wanted: string, value: Value): Value {
    const message = `${this.#name()} must be a ${wanted}, but is ${this.#describe(value)}`
    this.#report('blueprint/wrong-type', 'value', message, typeHint(wanted, value))
    return value
  }

  /** The subject of a message: `"health.http"`, or the whole. */
  #name(): string {
    return this.#path.length === 0 ? this.#options.subject : `"${formatPath('', this.#path)}"`
  }

  #describe(value: Value): string {
    return describe(this.#isHidden ? secret(value) : value)
  }

  /** True when nobody would be told of another problem: there is no use in working out its words. */
  get #isFull(): boolean {
    return this.#problems >= limits.diagnostics
  }

  #report(code: string, at: 'key' | 'value', message: string, hint?: string): void {
    if (this.#isFull) return
    this.#problems++
    this.#options.report({ code, path: [...this.#path], at, message, ...(hint === undefined ? {} : { hint }) })
  }
}

function isFilledIn(schema: PropertySchema | undefined): boolean {
  return schema?.computed === true || schema?.computedWhenOmitted === true
}

function typeWords({ type }: PropertySchema): string {
  if (type === 'array') return 'list'
  return type === 'object' ? 'map' : type
}

function typeHint(wanted: string, value: Value): string | undefined {
  if (wanted === 'list') return isMap(value) ? undefined : 'write it as a list of one: [ … ]'
  return undefined
}

/** The default of an attribute that is left out. A nullable one is left to its provider: there, null is a value. */
function defaultOf(attribute: PropertySchema | undefined): Value | undefined {
  return attribute?.nullable === true ? undefined : (attribute?.default ?? undefined)
}
