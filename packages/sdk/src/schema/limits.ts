import type { $ZodStringFormatDef, $ZodType } from 'zod/v4/core'
import type { PropertySchema } from '@slipway/model'
import { checksOf, defOf, type CheckDefinition } from './zod.ts'

type Limits = Partial<{ -readonly [K in keyof PropertySchema]: PropertySchema[K] }>

/** The checks of a scalar or list that the engine can make on its own, before anything is called. */
export function limitsOf(schema: $ZodType): Limits {
  const def = defOf(schema)
  const limits: Limits = {}
  if (def.type === 'number') limits.type = 'float'
  if (def.type === 'bigint') limits.type = 'integer'
  if (def.type === 'boolean') limits.type = 'boolean'
  const checks = checksOf(schema)
  if (checks.some((check) => check.check === 'number_format' && check.format.includes('int'))) limits.type = 'integer'
  for (const check of checks) read(check, limits)
  return limits
}

function read(def: CheckDefinition, limits: Limits): void {
  switch (def.check) {
    case 'greater_than':
      Object.assign(limits, bound('minimum', def.value, def.inclusive ? 0 : 1, limits.type))
      break
    case 'less_than':
      Object.assign(limits, bound('maximum', def.value, def.inclusive ? 0 : -1, limits.type))
      break
    case 'min_length':
      limits.minLength = def.minimum
      break
    case 'max_length':
      limits.maxLength = def.maximum
      break
    case 'length_equals':
      limits.minLength = def.length
      limits.maxLength = def.length
      break
    case 'string_format':
      readPattern(def, limits)
      break
    default:
    // the rest is checked by zod when a spec arrives
  }
}

/** Only the first pattern, and none with flags: the wire has no place for them. */
function readPattern(def: Pick<$ZodStringFormatDef, 'pattern'>, limits: Limits): void {
  if (def.pattern === undefined || def.pattern.flags !== '') return
  limits.pattern ??= def.pattern.source
}

/** An exclusive limit is expressed only for integers, as the next one; `step` leads there and is 0 for an inclusive limit. */
function bound(
  name: 'minimum' | 'maximum',
  value: number | bigint | Date,
  step: number,
  type: string | undefined,
): Limits {
  if (value instanceof Date || (step !== 0 && type !== 'integer')) return {}
  return { [name]: typeof value === 'bigint' ? value + BigInt(step) : value + step }
}
