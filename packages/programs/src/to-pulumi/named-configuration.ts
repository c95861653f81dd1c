import { isMap, mapEntries, namespaceOf, revealed, secret, type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** An additional configuration of a provider, which is a separate provider in a Pulumi state. */
export interface NamedConfiguration {
  readonly name: string
  readonly settings: ValueMap
}

/**
 * The named configuration that a resource was made with, if any. The record does not show which settings are secret, so all count as
 * secret.
 *
 * @param configured the configurations of the instance
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
