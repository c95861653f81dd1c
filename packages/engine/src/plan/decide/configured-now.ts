import type { Value } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { configuringResource } from '../../language/configuring-resource.ts'
import { settingsSeen } from '../../providers/settings/configured-by.ts'

/** The known facts about a resource that configures a provider. */
interface Configuring {
  /** `undefined` until the resource has been made. */
  readonly recordId: string | undefined
  readonly view: Value | undefined
}

/** The resource, with the present settings of its provider if another resource gives them. */
export function configuredNow(resource: CheckedResource, find: (name: string) => Configuring): CheckedResource {
  const by = configuringResource(resource.options?.provider)
  if (by === undefined) return resource
  const { recordId, view } = find(by)
  return { ...resource, configuredBy: { recordId, settings: settingsSeen(view) } }
}

/** The options with which the provider is called while the plan is made. */
export function callOptions({ options, configuredBy }: CheckedResource) {
  return configuredBy === undefined ? options : { ...options, settings: configuredBy.settings }
}

/**
 * True if another configuration made the resource, so that the resource is elsewhere. A configuring resource is known by id, because it may have
 * been renamed.
 */
export function isElsewhere(record: ResourceRecord, { options, configuredBy }: CheckedResource): boolean {
  if (record.options?.isOfAnyProvider === true) return false
  const [before, now] = [record.options?.provider, options?.provider]
  if (configuringResource(before) === undefined || configuringResource(now) === undefined) return before !== now
  return configuredBy?.recordId === undefined || !record.reads.includes(configuredBy.recordId)
}
