import type { PropertySchema } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { PathStep } from '../language/expression.ts'
import { own } from '../language/own.ts'

export interface SchemaPathProblem {
  readonly message: string
  readonly hint?: string
}

/** Checks a path against a schema. Below open parts of a schema (unions, free maps), any path is fine. */
export function schemaPathProblem(
  schema: PropertySchema,
  path: readonly PathStep[],
  root: string,
): SchemaPathProblem | undefined {
  let at: PropertySchema | undefined = schema
  for (const step of path) {
    if (at === undefined || at.type === 'union') return undefined
    const problem = stepProblem(at, step, root)
    if (problem !== undefined) return problem
    at = schemaBelow(at, step)
  }
  return undefined
}

function stepProblem(schema: PropertySchema, step: PathStep, root: string): SchemaPathProblem | undefined {
  if (typeof step === 'number') {
    return schema.type === 'array' ? undefined : { message: `${root} has no item [${step}] there: it is not a list` }
  }
  if (schema.type === 'map') return undefined
  if (schema.type !== 'object') {
    const hint = partHint(schema, step)
    return {
      message: `${root} has no field "${step}" there: it is of the type ${schema.type}`,
      ...(hint === undefined ? {} : { hint }),
    }
  }
  const { attributes } = schema
  if (attributes === undefined || Object.hasOwn(attributes, step)) return undefined
  const names = Object.keys(attributes)
  const hint = didYouMean(step, names) ?? `there are: ${names.join(', ')}`
  return { message: `${root} has no attribute "${step}"`, hint }
}

function partHint({ type }: PropertySchema, step: string): string | undefined {
  if (step === 'length' && (type === 'array' || type === 'string')) return 'its length is len(…)'
  return type === 'array' ? 'a list is read by index: [0]' : undefined
}

/** The schema of the part at a path; `undefined` if the schema leaves the part open. */
export function schemaAt(schema: PropertySchema, path: readonly PathStep[]): PropertySchema | undefined {
  return path.reduce<PropertySchema | undefined>((at, step) => schemaBelow(at, step), schema)
}

/** The schema of the part one step below; `undefined` if the schema leaves the part open. */
export function schemaBelow(schema: PropertySchema | undefined, step: PathStep): PropertySchema | undefined {
  if (typeof step === 'number') return schema?.items
  return schema?.type === 'object' ? own(schema.attributes, step) : schema?.mapValues
}
