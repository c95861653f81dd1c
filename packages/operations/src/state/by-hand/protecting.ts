import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'

/**
 * Returns the changes that protect a resource or lift its protection; none if nothing changes. Also changes the intent of an open call, because
 * settling the call records the result from the intent.
 */
export function protecting(
  { resources, intents }: Pick<InstanceState, 'resources' | 'intents'>,
  id: string,
  isProtected: boolean,
): readonly StateChange[] {
  const isOtherwise = (record: ResourceRecord): boolean =>
    record.id === id && (record.options?.protect === true) !== isProtected
  return [
    ...resources
      .filter(isOtherwise)
      .map((record): StateChange => ({ kind: 'resource', resource: withProtect(record, isProtected) })),
    ...intents
      .filter(({ resource }) => isOtherwise(resource))
      .flatMap((intent): StateChange[] => [
        { kind: 'end', intentId: intent.id },
        { kind: 'begin', intent: { ...intent, resource: withProtect(intent.resource, isProtected) } },
      ]),
  ]
}

function withProtect(record: ResourceRecord, isProtected: boolean): ResourceRecord {
  const { options: before = {}, ...known } = record
  const { protect: _, ...rest } = before
  const options = isProtected ? { ...rest, protect: true as const } : rest
  return Object.keys(options).length === 0 ? known : { ...known, options }
}
