import type { ResourceRecord } from '@slipway/stores'
import type { ProviderCatalog } from '../ports.ts'
import type { OfResource } from './call.ts'
import { configuredFor, type Recorded } from './configured-by.ts'
import { optional } from '../language/parse/optional.ts'

interface Subject extends Pick<ResourceRecord, 'id' | 'type' | 'spec'> {
  readonly seenWith?: string | undefined
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
  of({ id: resourceId, type, spec, options, seenWith }: Subject): string | undefined {
    const { configuration, settings } = configuredFor({ type, resourceId }, options, this.#recorded)
    return this.#catalog.settingsId?.({ type, spec, ...optional('seenWith', seenWith) }, configuration, settings)
  }

  /** True when a resource was seen with others: that it is not found now says nothing then. */
  areOther(record: ResourceRecord, now?: string): boolean {
    if (record.seenWith === undefined) return false
    const settings = now ?? this.of(record)
    if (settings === undefined || settings === record.seenWith) return false
    return this.#catalog.areOther?.(record.seenWith, settings) ?? true
  }

  /** Where it was seen, and where it is looked for now, where that is the difference. */
  placeFor(record: ResourceRecord): string | undefined {
    return this.#catalog.placesBetween?.(record.seenWith ?? '', this.of(record) ?? '')
  }

  /** How they differ from those with which a resource was seen, for people: `: region is "us", was "eu"`. */
  differenceFor(record: ResourceRecord): string {
    return this.#catalog.settingsBetween?.(record.seenWith ?? '', this.of(record) ?? '') ?? ''
  }
}
