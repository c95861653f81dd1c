import { containsUnknown, isList, isMap, isSecret, secret, type Value, type ValueMap, valueMap } from '@slipway/model'

/** SDKs set it, while nothing is done, in the map that stands for a resource among the outputs of a stack. */
const mark = '@isPulumiResource'

/**
 * Outputs of a stack as they would be after a real run. Whole resources among them lose their mark, and what a plan cannot
 * know of one is taken to be what was recorded.
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
