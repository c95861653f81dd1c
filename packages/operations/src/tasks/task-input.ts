import { isList, isMap, isSecret, isUnknown, type Value, type ValueMap, valueMap } from '@slipway/model'
import { parametersText } from '@slipway/stages/local'

/** The values that a stage task can get. */
export interface TaskValues {
  readonly instance: string
  /** The variables by name, without unknown ones. */
  readonly variables: ReadonlyMap<string, Value>
  /** The exports. Before a deployment, the exports of the last one. */
  readonly exports: ValueMap
}

/**
 * Writes the content of the file that SLIPWAY_TASK_INPUT names for a stage task: the instance, its variables and its exports.
 *
 * @param secrets names of secret variables and exports that the task may see
 */
export function taskInput({ instance, variables, exports }: TaskValues, secrets: readonly string[] = []): string {
  const told = new Set(secrets)
  const known = (entries: Iterable<readonly [string, Value]>): ValueMap =>
    valueMap(
      [...entries].flatMap(([name, value]) => {
        const plain = plainOf(value, told.has(name))
        return plain === undefined ? [] : [[name, plain] as const]
      }),
    )
  return `${parametersText({ instance, variables: known(variables), exports: known(Object.entries(exports)) })}\n`
}

/** Returns the plain value; `undefined` if any part is unknown, or secret and not requested. A partial value would be wrong. */
function plainOf(value: Value, isTold: boolean): Value | undefined {
  if (isSecret(value)) return isTold ? plainOf(value.value, isTold) : undefined
  if (isUnknown(value)) return undefined
  if (isList(value)) return allOf(value.map((item) => plainOf(item, isTold)))
  if (!isMap(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, plainOf(item, isTold)] as const)
  const whole = allOf(entries.map(([, item]) => item))
  return whole && valueMap(entries.map(([key], at) => [key, whole[at] as Value] as const))
}

function allOf(items: readonly (Value | undefined)[]): readonly Value[] | undefined {
  return items.every((item) => item !== undefined) ? items : undefined
}
