import { containsUnknown, Failure, isMap, namespaceOf, shellWord, type Value, type ValueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { configuringResource } from '../../language/configuring-resource.ts'
import type { Call, Configured, OfResource } from '../call.ts'
import type { Providers } from '../providers.ts'

/** True while the settings of a provider are unknown, so that it cannot be asked. */
export function isOpen({ configuration, settings }: Configured): boolean {
  if (configuringResource(configuration) === undefined) return false
  return settings === undefined || containsUnknown(settings)
}

/** The settings in a configuring resource, as expressions see it; `undefined` if nothing is known about it. */
export function settingsSeen(view: Value | undefined): ValueMap | undefined {
  const spec = isMap(view) ? view['spec'] : undefined
  return isMap(spec) ? spec : undefined
}

/** The answer to a call that cannot be made yet. */
export function unasked<T>({ name, method, configuration, whileOpen }: Call<T>): T {
  if (whileOpen !== undefined) return whileOpen()
  throw notConfigured(name, configuration, method.startsWith('provider.Resource.'))
}

export function notConfigured(name: string, configuration: string | undefined, isOfResource: boolean): Failure {
  const by = configuringResource(configuration) ?? ''
  const left = isOfResource
    ? `give ${name} one, too; or have Slipway forget it: slipway state rm ${shellWord(name)}`
    : `nothing may need ${name} then`
  return new Failure(
    'engine/not-configured',
    `the provider of ${name} is configured by ${by}, but ${by} is not recorded`,
    { hint: `slipway up makes ${by}, unless its condition is false: ${left}` },
  )
}

/** The settings with which the provider of a resource is called. */
export function configuredFor(
  { type, resourceId = '' }: { readonly type: string; readonly resourceId?: string },
  options: OfResource<unknown>['options'],
  recorded: Recorded | undefined,
): Configured {
  const { provider: configuration, settings, seenWith = recorded?.record(resourceId)?.seenWith } = options ?? {}
  const by = configuringResource(configuration)
  if (by === undefined) return { configuration, seenWith }
  return {
    configuration,
    seenWith,
    settings: settings ?? (recorded && recordedSettings(resourceId, type, by, recorded)),
  }
}

/** The places where records are found. */
export interface Recorded {
  readonly providers: Providers
  record(id: string): ResourceRecord | undefined
  named(name: string): ResourceRecord | undefined
}

/**
 * The settings with which a recorded resource was made: those of the record that it has read. If the resource is not recorded yet, the settings of
 * the present holder of the name.
 *
 * @param id of the resource
 * @param by name of the resource that configures its provider
 */
function recordedSettings(id: string, type: string, by: string, recorded: Recorded): ValueMap | undefined {
  const { providers } = recorded
  const own = namespaceOf(type)
  const namespace = providers.byNamespace.get(own)?.configuredAs ?? own
  const read = recorded.record(id)?.reads.map((each) => recorded.record(each)) ?? []
  const maker = read.find((each) => each && providers.type(each.type)?.configures === namespace)
  return (maker ?? recorded.named(by))?.spec
}

/** The records of a loaded state. The indexes are made on demand, because they are rarely needed. */
export function recordsIn(
  { resources }: Pick<InstanceState, 'resources'> = { resources: [] },
  providers: Providers,
): Recorded {
  let byId: ReadonlyMap<string, ResourceRecord> | undefined
  let byName: ReadonlyMap<string, ResourceRecord> | undefined
  return {
    providers,
    record: (id) => (byId ??= new Map(resources.map((each) => [each.id, each]))).get(id),
    named: (name) =>
      (byName ??= new Map(resources.flatMap((each) => (each.replaced ? [] : [[each.name, each]])))).get(name),
  }
}
