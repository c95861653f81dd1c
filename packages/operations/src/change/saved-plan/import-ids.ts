import type { Plan } from '@slipway/engine'

/** By name of what a plan imports: the id of its record. */
export function importIdsIn({ steps }: Plan): ReadonlyMap<string, string> {
  return new Map(
    steps.flatMap(({ name, wish, current }) =>
      wish?.importedAs === undefined || current === undefined ? [] : [[name, current.id] as const],
    ),
  )
}
