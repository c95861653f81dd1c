import { type ComputedValues, type Value, type ValueMap, valueMap } from '@slipway/model'

/** The computed values of a resource, field by field, because each may be secret separately. */
export function computedOf({
  id,
  checked,
  outputs,
  views,
  isReadFirst,
  initErrors,
}: {
  readonly id: string | undefined
  readonly checked: ValueMap
  readonly outputs: ValueMap
  /** The resource's views, if its plugin reports them. */
  readonly views?: readonly ValueMap[] | undefined
  /** True if its plugin wants it read before each change. Absent: the record stays. */
  readonly isReadFirst?: boolean | undefined
  /** The reasons why it is incomplete. Absent: the record stays. */
  readonly initErrors?: readonly string[] | undefined
}): ComputedValues {
  const computed: Record<string, Value> = id === undefined ? {} : { 'spec.id': id }
  addFields(computed, 'spec.checked', checked)
  addFields(computed, 'spec.outputs', outputs)
  if (views !== undefined) computed['spec.views'] = views
  if (isReadFirst !== undefined) computed['spec.isReadFirst'] = isReadFirst
  if (initErrors !== undefined) computed['spec.initErrors'] = initErrors
  return computed
}

/** Like `computedOf`, for outputs from a program. */
export function outputFields(outputs: ValueMap): ComputedValues {
  const computed: Record<string, Value> = {}
  addFields(computed, 'spec.outputs', outputs)
  return computed
}

function addFields(computed: Record<string, Value>, path: string, fields: ValueMap): void {
  // This replaces the whole map, so that fields go that are no longer there. A field that is known to be null is a part of the answer.
  computed[path] = valueMap(Object.entries(fields).filter(([, value]) => value === null))
  for (const name in fields) {
    const value = fields[name] ?? null
    if (value !== null) computed[pathBelow(path, name)] = value
  }
}

function pathBelow(path: string, name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}
