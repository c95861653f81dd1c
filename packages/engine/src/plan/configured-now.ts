import type { Value } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { configuringResource } from '../language/configuring-resource.ts'
import { settingsSeen } from '../providers/configured-by.ts'

/** What there is of a resource that configures a provider. */
interface Configuring {
  /** Of its record; `undefined` as long as it is yet to be made. */
  readonly recordId: string | undefined
  readonly view: Value | undefined
}

/** A resource with what its provider is configured with at the moment, where another resource says that. */
export function configuredNow(resource: CheckedResource, find: (name: string) => Configuring): CheckedResource {
  const by = configuringResource(resource.options?.provider)
  if (by === undefined) return resource
  const { recordId, view } = find(by)
  return { ...resource, configuredBy: { recordId, settings: settingsSeen(view) } }
}

/** How the provider of a resource is called while it is planned. */
export function callOptions({ options, configuredBy }: CheckedResource) {
  return configuredBy === undefined ? options : { ...options, settings: configuredBy.settings }
}

/** What another configuration has made lies elsewhere. The resource that configures a provider may have got another name. */
export function isElsewhere(record: ResourceRecord, { options, configuredBy }: CheckedResource): boolean {
  if (record.options?.isOfAnyProvider === true) return false
  const [before, now] = [record.options?.provider, options?.provider]
  if (configuringResource(before) === undefined || configuringResource(now) === undefined) return before !== now
  return configuredBy?.recordId === undefined || !record.reads.includes(configuredBy.recordId)
}
