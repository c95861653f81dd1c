import { $ZodPipe, $ZodTransform, $ZodUnknown, type $ZodType } from 'zod/v4/core'
import { PartialFunction, type Value } from '@slipway/model'
import { defOf } from './zod.ts'

/**
 * The schema of a function, for parameters and results of `defineFunction`: one that is taken is called with `host.call`, one that is
 * given is a `PartialFunction`.
 */
export const aFunction: $ZodType<PartialFunction> = new $ZodPipe({
  type: 'pipe',
  in: new $ZodUnknown({ type: 'unknown' }),
  out: new $ZodTransform({
    type: 'transform',
    transform: (input, context) => {
      const found = input instanceof PartialFunction ? input : PartialFunction.from((input ?? null) as Value)
      if (found === undefined) context.issues.push({ code: 'custom', message: 'must be a function', input })
      return found
    },
  }),
}) as unknown as $ZodType<PartialFunction>

/** True of `aFunction`, also where it may be left out. */
export function isFunctionSchema(schema: $ZodType): boolean {
  const def = defOf(schema)
  if (def.type === 'optional' || def.type === 'nullable') return isFunctionSchema(def.innerType)
  return schema === aFunction
}
