/* oxlint-disable no-underscore-dangle -- `_zod` is zod's documented name for library authors */
import { util, type $ZodCheck, type $ZodChecks, type $ZodObject, type $ZodType, type $ZodTypes } from 'zod/v4/core'

/* The only access to zod's internals in a schema. Works for `zod`, `zod/mini`, and other copies of them. */

export type Definition = $ZodTypes['_zod']['def']
export type CheckDefinition = $ZodChecks['_zod']['def']

export function defOf(schema: $ZodType): Definition {
  return (schema as $ZodTypes)._zod.def
}

export function shapeOf(schema: $ZodObject): Readonly<Record<string, $ZodType>> {
  return schema._zod.def.shape
}

/** A format such as `z.email()` is its own first check. */
export function checksOf(schema: $ZodType): readonly CheckDefinition[] {
  const { def } = schema._zod
  const own = 'check' in def ? [def] : []
  const added = (def.checks ?? []).map((check: $ZodCheck) => check._zod.def)
  return [...own, ...added] as unknown as readonly CheckDefinition[]
}

/** True when a value may be left out before parsing: it is optional, or has a default. */
export function mayBeOmitted(schema: $ZodType): boolean {
  return schema._zod.optin !== undefined
}

/** True when a value may be missing after parsing: it is optional, and has no default. */
export function mayBeMissing(schema: $ZodType): boolean {
  return schema._zod.optout === 'optional'
}

/** The schema of properties that the shape does not name; `undefined`: they are dropped. */
export function catchallOf(schema: $ZodObject): $ZodType | undefined {
  return schema._zod.def.catchall
}

/** The same object schema, including refinements, with other properties. */
export function withShape(
  schema: $ZodObject,
  shape: Readonly<Record<string, $ZodType>>,
  catchall: $ZodType | undefined,
): $ZodObject {
  return util.clone(schema, { ...schema._zod.def, shape, catchall })
}
