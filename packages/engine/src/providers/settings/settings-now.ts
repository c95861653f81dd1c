import type { ResourceRecord } from '@slipway/stores'
import type { ProviderCatalog } from '../../ports.ts'
import type { OfResource } from '../call.ts'
import { configuredFor, type Recorded } from './configured-by.ts'

interface Subject extends Pick<ResourceRecord, 'id' | 'type' | 'spec'> {
  readonly seenWith?: string | undefined
  readonly options?: OfResource<unknown>['options']
}

/** The settings of providers in this run that determine where things are. */
export class SettingsNow {
  readonly #catalog: ProviderCatalog
  readonly #recorded: Recorded | undefined

  constructor(catalog: ProviderCatalog, recorded: Recorded | undefined) {
    this.#catalog = catalog
    this.#recorded = recorded
  }

  /** The id of the settings with which a resource is made, changed, read and destroyed; `undefined` if the settings do not matter. */
  of(subject: Subject): string | undefined {
    const { id: resourceId, type, options } = subject
    if (options?.provider === undefined) return this.#catalog.settingsId?.(subject)
    const { configuration, settings } = configuredFor({ type, resourceId }, options, this.#recorded)
    return this.#catalog.settingsId?.(subject, configuration, settings)
  }

  /** True if a resource was last seen with other settings, so that "not found" proves nothing. */
  areOther(record: ResourceRecord, now?: string): boolean {
    if (record.seenWith === undefined) return false
    const settings = now ?? this.of(record)
    if (settings === undefined || settings === record.seenWith) return false
    return this.#catalog.areOther?.(record.seenWith, settings) ?? true
  }

  /** The place where a resource was last seen, and the place where it is looked for now, if that is the difference. */
  placeFor(record: ResourceRecord): string | undefined {
    return this.#catalog.placesBetween?.(record.seenWith ?? '', this.of(record) ?? '')
  }

  /** The difference between the present settings and those with which a resource was last seen, for people: `: region is "us", was "eu"`. */
  differenceFor(record: ResourceRecord): string {
    return this.#catalog.settingsBetween?.(record.seenWith ?? '', this.of(record) ?? '') ?? ''
  }
}
