import type { ResourceRecord } from '@slipway/stores'
import type { ProviderCatalog } from '../ports.ts'
import type { OfResource } from './call.ts'
import { configuredFor, type Recorded } from './configured-by.ts'

interface Subject extends Pick<ResourceRecord, 'id' | 'type' | 'spec'> {
  readonly options?: OfResource<unknown>['options']
}

/** The settings of providers as they are in this run, as far as they decide where things are. */
export class SettingsNow {
  readonly #catalog: ProviderCatalog
  readonly #recorded: Recorded | undefined

  constructor(catalog: ProviderCatalog, recorded: Recorded | undefined) {
    this.#catalog = catalog
    this.#recorded = recorded
  }

  /** Id of those with which a resource is made, changed, read and destroyed; `undefined`: nobody needs to know. */
  of({ id: resourceId, type, spec, options }: Subject): string | undefined {
    const { configuration, settings } = configuredFor({ type, resourceId }, options, this.#recorded)
    return this.#catalog.settingsId?.({ type, spec }, configuration, settings)
  }

  /** True when a resource was seen with others: that it is not found now says nothing then. */
  areOther(record: ResourceRecord, now?: string): boolean {
    if (record.seenWith === undefined) return false
    const settings = now ?? this.of(record)
    return settings !== undefined && settings !== record.seenWith
  }

  /** How they differ from those with which a resource was seen, for people: `: region is "us", was "eu"`. */
  differenceFor(record: ResourceRecord): string {
    return this.#catalog.settingsBetween?.(record.seenWith ?? '', this.of(record) ?? '') ?? ''
  }
}
