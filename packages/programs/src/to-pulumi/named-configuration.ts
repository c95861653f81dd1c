import { isMap, mapEntries, namespaceOf, revealed, secret, type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** A further configuration of a provider: a provider of its own in a state of Pulumi. */
export interface NamedConfiguration {
  readonly name: string
  readonly settings: ValueMap
}

/**
 * The settings that a resource was made with, where they differ from its provider's. The record does not say which of them are secret, so
 * all are.
 *
 * @param configured of the instance
 */
export function namedConfiguration(
  { type, options }: Pick<ResourceRecord, 'type' | 'options'>,
  configured: ValueMap = {},
): NamedConfiguration | undefined {
  const name = options?.provider
  if (name === undefined || name.startsWith('resources.')) return undefined
  const recorded = revealed(configured[`${namespaceOf(type)} ${name}`] ?? null)
  const checked = isMap(recorded) ? recorded['checked'] : undefined
  const settings = isMap(checked) ? mapEntries(checked, (value) => secret(revealed(value))) : valueMap()
  return { name, settings }
}
