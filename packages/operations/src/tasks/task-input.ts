import { isList, isMap, isSecret, isUnknown, type Value, type ValueMap, valueMap } from '@slipway/model'
import { parametersText } from '@slipway/stages/local'

/** The values that a stage task can be told. */
export interface TaskValues {
  readonly instance: string
  /** By name; without those that nobody knows. */
  readonly variables: ReadonlyMap<string, Value>
  /** Before a deployment, those of the last one. */
  readonly exports: ValueMap
}

/**
 * What a stage task reads where SLIPWAY_TASK_INPUT says: `{instance, variables, exports}` as JSON.
 *
 * @param secrets names of variables and exports that the task is given although they are secret
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

/** `undefined` for what is not known, or secret and not asked for, wholly or in part: half a value is no value. */
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
