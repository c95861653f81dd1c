import { isMap, type FetchRequest, type FunctionCallRequest, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { PackageSchema } from '../../convert/schema.ts'

/** A call of a plugin's function: its token and its arguments. */
export interface Invocation {
  readonly token: string
  readonly args: ValueMap
}

/** Returns the function call behind a data source: each of its filters is an argument. */
export function invocationOf({ type, filters }: FetchRequest): Invocation {
  return {
    token: type,
    args: valueMap(
      filters.map(({ field, operator, search }) => [field, operator === '=' ? (search[0] ?? null) : search]),
    ),
  }
}

/** Returns the function call behind a call in an expression, which has one map of arguments. */
export function invocationOfCall(
  { name, args: [args = valueMap()] }: FunctionCallRequest,
  schema: PackageSchema,
): Invocation | undefined {
  const token = Object.keys(schema.functions ?? {}).find((each) => functionName(each) === name)
  return token === undefined || !isMap(args) ? undefined : { token, args }
}

/** Returns the exports of a data source, taken from an answer. */
export function exported({ exports }: FetchRequest, answer: ValueMap): ValueMap {
  const values: (readonly [string, Value])[] = Object.entries(exports).map(([name, { aliasFor = name }]) => [
    name,
    answer[aliasFor] ?? null,
  ])
  return valueMap(values)
}

/** Returns the name of a function in expressions: `aws_ec2_getAmi` is `aws:ec2/getAmi:getAmi`, `random_getPet` is `random:index:getPet`. */
export function functionName(token: string): string {
  const [pkg = '', module = '', member = ''] = token.split(':')
  const middle = module.split('/')[0] ?? ''
  const parts = middle === '' || middle === 'index' ? [pkg, member] : [pkg, middle, member]
  return parts.join('_').replaceAll(/\W/g, '_')
}
