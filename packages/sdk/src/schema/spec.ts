import {
  $ZodNever,
  $ZodOptional,
  safeParse,
  type $ZodObject,
  type $ZodType,
  type input,
  type output,
} from 'zod/v4/core'
import { equalValues, revealed, valueMap, type PropertySchema, type Value, type ValueMap } from '@slipway/model'
import { badInput, unexpected } from '../errors.ts'
import { adapt } from './adapt.ts'
import { reasonsOfIssues } from './issues.ts'
import { marksOf, type Computed, type ComputedWhenOmitted } from './markers.ts'
import { propertySchema } from './property-schema.ts'
import { toValueMap } from './to-value.ts'
import { catchallOf, mayBeMissing, shapeOf, withShape } from './zod.ts'

type Shape<S extends $ZodObject> = S['_zod']['def']['shape']
type KeysMarked<T, Mark> = { [K in keyof T]: T[K] extends Mark ? K : never }[keyof T]
type Flat<T> = { [K in keyof T]: T[K] }

/** The blueprint's part of a spec: everything but the computed properties. */
export type Inputs<S extends $ZodObject> = Flat<
  Omit<output<S>, KeysMarked<Shape<S>, Computed | ComputedWhenOmitted>> &
    Partial<Pick<output<S>, KeysMarked<Shape<S>, ComputedWhenOmitted> & keyof output<S>>>
>

/** The provider's part of a spec. */
export type Outputs<S extends $ZodObject> = Flat<
  Pick<output<S>, KeysMarked<Shape<S>, Computed> & keyof output<S>> &
    Partial<Pick<output<S>, KeysMarked<Shape<S>, ComputedWhenOmitted> & keyof output<S>>>
>

/** The inputs that a program gives; properties with a default are optional. */
export type GivenInputs<S extends $ZodObject> = Flat<
  Omit<input<S>, KeysMarked<Shape<S>, Computed | ComputedWhenOmitted>> &
    Partial<Pick<input<S>, KeysMarked<Shape<S>, ComputedWhenOmitted> & keyof input<S>>>
>

/** A resource as it was recorded. Computed properties are missing when its making was cut short. */
export type Recorded<S extends $ZodObject> = Flat<Inputs<S> & Partial<Outputs<S>>>

/** The spec of one resource type: described to the engine, read from it, and returned. */
export interface Spec<S extends $ZodObject> {
  /** Converted at the first call, then kept. */
  definition(): PropertySchema
  /** A spec as a blueprint gives it, defaults filled in. BAD_INPUT with a reason per mistake. */
  parse(spec: ValueMap): Inputs<S>
  /**
   * A recorded spec. It is never refused: one that does not fit was recorded by another version of the plugin, or
   * belongs to a creation that was refused, and must be destroyed all the same. Unknown properties are dropped.
   */
  parseRecorded(spec: ValueMap): Recorded<S>
  /** Throws UNEXPECTED with a reason per mistake when the spec cannot be a recorded one; `what` begins the message. */
  requireRecorded(spec: ValueMap, what: string): void
  /** Mistakes in an incomplete spec: a missing property is no mistake. */
  check(spec: ValueMap): { readonly issues: readonly SpecIssue[]; readonly partial: Partial<Inputs<S>> }
  /** Computed values by path below the resource: `spec.id`. UNEXPECTED when `complete` and one is missing. */
  computed(given: object, complete: boolean): Record<string, Value>
  /** True for a recorded spec; false for one that was only wanted, if deploying would have computed a value. */
  isMade(spec: ValueMap): boolean
  /** The real spec: the properties that the plugin found, over the recorded ones. */
  actual(found: object, recorded: ValueMap): ValueMap
}

export interface SpecIssue {
  readonly path: readonly PropertyKey[]
  readonly reason: string
}

/** Prepares the schema of a resource type. `type` is for messages. */
export function specOf<S extends $ZodObject>(type: string, schema: S): Spec<S> {
  const shape = shapeOf(schema)
  const catchall = catchallOf(schema)
  const properties = Object.entries(shape).map(([name, property]) => ({ name, property, role: marksOf(property).role }))
  const computedNames = properties.filter(({ role }) => role !== undefined).map(({ name }) => name)
  const neverGiven = new Set(properties.filter(({ role }) => role === 'computed').map(({ name }) => name))
  const due = [...neverGiven].filter((name) => !mayBeMissing(shape[name] as $ZodType))
  const all = properties.map(
    ({ name, property, role }) => [name, role === undefined ? property : optional(property)] as const,
  )
  const given = all.filter(([name]) => !neverGiven.has(name))
  const nothingElse = catchall ?? new $ZodNever({ type: 'never' })
  const inputs = withShape(schema, Object.fromEntries(given), nothingElse)
  const recorded = withShape(schema, Object.fromEntries(all), catchall)
  let definition: PropertySchema | undefined

  function definitionOf(): PropertySchema {
    definition ??= propertySchema(schema, `${type} spec`)
    return definition
  }

  return {
    definition: definitionOf,
    parse: (spec) => parse(inputs, withoutKeys(spec, neverGiven), type) as Inputs<S>,
    parseRecorded: (spec) => check<Recorded<S>>(recorded, spec).partial as Recorded<S>,
    requireRecorded(spec, what) {
      const exact = withShape(schema, Object.fromEntries(all), nothingElse)
      const result = safeParse(exact, adapt(exact, revealed(spec)), { reportInput: true })
      if (result.success) return
      const reasons = reasonsOfIssues(result.error.issues, 'spec')
      throw unexpected(`${what} is not a ${type}: this is a bug in the plugin`, reasons)
    },
    check: (spec) => check<Inputs<S>>(inputs, spec),
    computed(values, complete) {
      const computed = toValueMap(values, 'the result of deploy')
      const missing = complete ? due.filter((name) => computed[name] === undefined) : []
      if (missing.length > 0)
        throw unexpected(`${type} did not compute ${missing.join(', ')}: this is a bug in the plugin`)
      return Object.fromEntries(
        computedNames.flatMap((name) => (computed[name] === undefined ? [] : [[`spec.${name}`, computed[name]]])),
      )
    },
    isMade: (spec) => due.length === 0 || due.some((name) => spec[name] !== undefined),
    actual: (found, before) =>
      withoutNews({ ...before, ...toValueMap(found, 'the result of read') }, before, definitionOf()),
  }
}

function parse(schema: $ZodObject, spec: ValueMap, type: string): unknown {
  const result = safeParse(schema, adapt(schema, revealed(spec)), { reportInput: true })
  if (result.success) return result.data
  throw badInput(`the spec is not one of a ${type}`, reasonsOfIssues(result.error.issues, 'spec'))
}

function check<T>(schema: $ZodObject, spec: ValueMap): { issues: readonly SpecIssue[]; partial: Partial<T> } {
  const partial = adapt(schema, revealed(spec))
  const result = safeParse(schema, partial, { reportInput: true })
  if (result.success) return { issues: [], partial: result.data as Partial<T> }
  const issues = result.error.issues
    .filter((issue) => issue.code === 'custom' || issue.input !== undefined)
    .flatMap((issue) => reasonsOfIssues([issue], 'spec').map((reason) => ({ path: issue.path, reason })))
  return { issues, partial: partial as Partial<T> }
}

function optional(property: $ZodType): $ZodType {
  return new $ZodOptional({ type: 'optional', innerType: property })
}

function withoutKeys(map: ValueMap, dropped: ReadonlySet<string>): ValueMap {
  return valueMap(Object.entries(map).filter(([key]) => !dropped.has(key)))
}

/** A property that the blueprint leaves out, and that really has its default, is not reported: it would look like drift. */
function withoutNews(actual: ValueMap, recorded: ValueMap, { attributes = {} }: PropertySchema): ValueMap {
  const isNews = ([name, value]: [string, Value]): boolean =>
    recorded[name] !== undefined || (value !== null && !equalsDefault(value, attributes[name]))
  return valueMap(Object.entries(actual).filter(isNews))
}

function equalsDefault(value: Value, property: PropertySchema | undefined): boolean {
  return property?.default !== undefined && equalValues(value, property.default)
}
