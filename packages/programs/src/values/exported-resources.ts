import { containsUnknown, isList, isMap, isSecret, secret, type Value, type ValueMap, valueMap } from '@slipway/model'

/** A mark that SDKs set, in a plan, in the map for a resource among a stack's outputs. */
const mark = '@isPulumiResource'

/**
 * The stack's outputs as after a real run. Whole resources lose their mark, and their values that a plan cannot know come from the record.
 */
export function exportsOfPlan(said: ValueMap, recorded: ValueMap): ValueMap {
  return valueMap(Object.entries(said).map(([name, value]) => [name, planned(value, recorded[name] ?? null)]))
}

function planned(value: Value, recorded: Value): Value {
  if (isSecret(value)) return secret(planned(value.value, isSecret(recorded) ? recorded.value : recorded))
  if (isList(value)) return value.map((item, at) => planned(item, isList(recorded) ? (recorded[at] ?? null) : null))
  if (!isMap(value)) return value
  const before = isMap(recorded) ? recorded : valueMap()
  if (value[mark] !== true) return exportsOfPlan(value, before)
  const fields = Object.entries(value).filter(([name]) => name !== mark)
  return valueMap(
    fields.map(([name, field]) => {
      const known = before[name]
      return [name, known !== undefined && containsUnknown(field) ? known : planned(field, known ?? null)] as const
    }),
  )
}
