import { isMap, mapEntries, revealed, secret, SecretTraces, type Value, type ValueMap } from '@slipway/model'

/** Marks what a plugin says of a link as secret where it tells a secret that it was given, in whatever spelling. */
export function marksSecrets(given: readonly ValueMap[]): (said: ValueMap) => ValueMap {
  const traces = given.map((spec) => new SecretTraces(spec))
  const marked = (value: Value): Value => {
    if (isMap(value)) return mapEntries(value, marked)
    return traces.some((trace) => trace.areIn(value)) ? secret(revealed(value)) : value
  }
  return (said) => mapEntries(said, marked)
}
