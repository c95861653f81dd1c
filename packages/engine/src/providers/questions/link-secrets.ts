import {
  type FieldChange,
  isMap,
  type LinkChanges,
  mapEntries,
  revealed,
  secret,
  SecretTraces,
  type Value,
  type ValueMap,
} from '@slipway/model'

type Mark = (said: Value) => Value

/** Marks the values of a plugin's answer about a link as secret if they contain a given secret, in any spelling. */
export function marksSecrets(given: readonly Value[]): (said: ValueMap) => ValueMap {
  const mark = markOf(given)
  return (said) => mapEntries(said, mark)
}

/** Marks secrets in the changes that a plugin announces for a link. */
export function withSecretsMarked(changes: LinkChanges, given: readonly ValueMap[]): LinkChanges {
  const mark = markOf(given)
  const marked = ({ path, previous, next }: FieldChange): FieldChange => ({
    path,
    ...(previous === undefined ? {} : { previous: mark(previous) }),
    ...(next === undefined ? {} : { next: mark(next) }),
  })
  return { ...changes, added: changes.added.map(marked), modified: changes.modified.map(marked) }
}

function markOf(given: readonly Value[]): Mark {
  const traces = given.map((spec) => new SecretTraces(spec))
  const mark: Mark = (value) => {
    if (isMap(value)) return mapEntries(value, mark)
    return traces.some((trace) => trace.areIn(value)) ? secret(revealed(value)) : value
  }
  return mark
}
