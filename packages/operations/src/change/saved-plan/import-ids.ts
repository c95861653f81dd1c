import type { Plan } from '@slipway/engine'

/** Returns the record ids of a plan's imports, by name. */
export function importIdsIn({ steps }: Plan): ReadonlyMap<string, string> {
  return new Map(
    steps.flatMap(({ name, wish, current }) =>
      wish?.importedAs === undefined || current === undefined ? [] : [[name, current.id] as const],
    ),
  )
}
