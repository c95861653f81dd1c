import { globalRegistry, type $ZodType } from 'zod/v4/core'
import { Failure, type PropertySchema, type PropertyType, type Scalar, type Value } from '@slipway/model'
import { toValue } from './to-value.ts'
import { limitsOf } from './limits.ts'
import { marksOf, type Marks } from './markers.ts'
import { defOf, mayBeOmitted } from './zod.ts'

type Draft = { -readonly [K in keyof PropertySchema]: PropertySchema[K] }

/** A schema, and its wrappers (`optional`, `nullable`, defaults, marks, description). */
interface Unwrapped {
  readonly inner: $ZodType
  readonly draft: Partial<Draft>
}

/**
 * Translates a zod schema for the engine. Leaves out refinements: they are checked when a spec arrives.
 * @param subject for messages: `local/file spec.mode`
 * @throws `sdk/unsupported-schema`, naming the subject, for anything without a counterpart in a blueprint (dates, functions, tuples,
 * recursion, …)
 */
export function propertySchema(schema: $ZodType, subject: string): PropertySchema {
  return convert(schema, subject, 0)
}

/** Deeper than any sane spec: recursion through `z.lazy` or getters. */
const maxDepth = 24

function convert(schema: $ZodType, subject: string, depth: number): PropertySchema {
  if (depth > maxDepth) throw unsupported(subject, 'a schema that contains itself')
  const { inner, draft } = unwrap(schema)
  return { ...(kindOf(inner, subject, depth) as PropertySchema), ...draft }
}

/** True when a value may be left out: optional, or with a default. */
export function isOptional(schema: $ZodType): boolean {
  return mayBeOmitted(schema) || marksOf(schema).role !== undefined
}

function unwrap(schema: $ZodType): Unwrapped {
  const draft: Partial<Draft> = {}
  let layer = schema
  for (;;) {
    Object.assign(draft, { ...fromMarks(marksOf(layer)), ...fromMeta(layer), ...draft })
    const def = defOf(layer)
    switch (def.type) {
      case 'nullable':
        draft.nullable = true
        layer = def.innerType
        break
      case 'default':
      case 'prefault':
        draft.default ??= toValue(def.defaultValue, 'a default')
        layer = def.innerType
        break
      case 'optional':
      case 'nonoptional':
      case 'readonly':
      case 'catch':
        layer = def.innerType
        break
      case 'pipe':
        layer = def.in
        break
      case 'lazy':
        layer = def.getter()
        break
      default:
        return { inner: layer, draft }
    }
  }
}

function kindOf(schema: $ZodType, subject: string, depth: number): Partial<Draft> {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
    case 'template_literal':
      return { type: 'string', ...limitsOf(schema) }
    case 'number':
    case 'bigint':
    case 'boolean':
      return limitsOf(schema)
    case 'literal':
      return choice(def.values, subject)
    case 'enum':
      return choice(Object.values(def.entries), subject)
    case 'array':
      return { type: 'array', items: convert(def.element, `${subject}[]`, depth + 1), ...limitsOf(schema) }
    case 'record':
      return { type: 'map', mapValues: convert(def.valueType, `${subject}{}`, depth + 1) }
    case 'object':
      return object(def.shape, subject, depth)
    case 'union':
      return union(def.options, subject, depth)
    case 'any':
    case 'unknown':
      return { type: 'union' }
    default:
      throw unsupported(subject, `z.${def.type}`)
  }
}

function object(shape: Readonly<Record<string, $ZodType>>, subject: string, depth: number): Partial<Draft> {
  const attributes: Record<string, PropertySchema> = {}
  const required: string[] = []
  for (const [name, attribute] of Object.entries(shape)) {
    attributes[name] = convert(attribute, `${subject}.${name}`, depth + 1)
    if (!isOptional(attribute)) required.push(name)
  }
  return { type: 'object', attributes, required }
}

/** A union of fixed values is one property with allowed values; `null` among the options makes it nullable. */
function union(options: readonly $ZodType[], subject: string, depth: number): Partial<Draft> {
  const [some, nothing] = partition(options, (option) => defOf(option).type !== 'null')
  const nullable = nothing.length > 0 ? { nullable: true } : {}
  const oneOf = some.map((option, index) => convert(option, `${subject}|${index}`, depth + 1))
  const [first] = oneOf
  if (first === undefined) throw unsupported(subject, 'a union without options')
  if (oneOf.length === 1) return { ...first, ...nullable }
  if (oneOf.every((one) => one.type === first.type && one.allowedValues !== undefined))
    return { type: first.type, allowedValues: oneOf.flatMap((one) => one.allowedValues ?? []), ...nullable }
  return { type: 'union', oneOf, ...nullable }
}

function choice(values: readonly unknown[], subject: string): Partial<Draft> {
  const [given, nothing] = partition(values, (value) => value !== null)
  const types = new Set(given.map(scalarType))
  const [type] = types
  if (types.size !== 1 || type === undefined) throw unsupported(subject, 'fixed values of more than one type')
  return { type, allowedValues: given as Scalar[], ...(nothing.length > 0 ? { nullable: true } : {}) }
}

function scalarType(value: unknown): PropertyType | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as PropertyType
  if (typeof value === 'bigint') return 'integer'
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'float') : undefined
}

function fromMarks(marks: Marks): Partial<Draft> {
  return {
    ...(marks.role === 'computed' && { computed: true }),
    ...(marks.role === 'computed-when-omitted' && { computedWhenOmitted: true }),
    ...(marks.mustRecreate === true && { mustRecreate: true }),
    ...(marks.linking === true && { activatesLinkOnReference: true }),
    ...(marks.sensitive === true && { sensitive: true }),
    ...(marks.ignoreDrift === true && { ignoreDrift: true }),
    ...(marks.trackDrift === true && { trackDrift: true }),
    ...(marks.loses !== undefined && { loses: marks.loses }),
    ...(marks.sortedBy !== undefined && { sortArrayByField: marks.sortedBy }),
  }
}

function fromMeta(schema: $ZodType): Partial<Draft> {
  const meta = globalRegistry.get(schema)
  if (meta === undefined) return {}
  return {
    ...(meta.title !== undefined && { label: meta.title }),
    ...(meta.description !== undefined && { description: meta.description }),
    ...(Array.isArray(meta['examples']) && { examples: meta['examples'] as Value[] }),
  }
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

function unsupported(subject: string, what: string): Failure {
  return new Failure('sdk/unsupported-schema', `${subject} is ${what}, which a blueprint cannot write`, {
    hint: 'use strings, numbers, booleans, literals, enums, objects, records, arrays, unions of these, and unknown',
  })
}
