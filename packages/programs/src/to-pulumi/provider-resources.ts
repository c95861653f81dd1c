import { createHash } from 'node:crypto'
import { isPart, namespaceOf, valueMap } from '@slipway/model'
import { structToJson } from '@slipway/protocol/pulumi'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { packageOfProvider } from '../providers/definitions.ts'
import type { PulumiResource } from '../deployments/deployment.ts'
import { type NamedConfiguration, namedConfiguration } from './named-configuration.ts'
import type { Urns } from '../deployments/urns-of.ts'
import { type WrittenPackage, writtenPackages } from './write-packages.ts'

type Configured = InstanceState['instance']['configured']

/** The providers of a blueprint's resources. In Pulumi each provider is a resource, even one that is only a setting here. */
export class ProviderResources {
  /** Providers that come from settings, by package and configuration. */
  readonly #fromSettings: ReadonlyMap<string, PulumiResource>
  readonly #versions: ReadonlyMap<string, string>
  readonly #byId: ReadonlyMap<string, ResourceRecord>
  readonly #packageOf: ReturnType<typeof writtenPackages>
  readonly #configured: Configured

  /** @param isMade true for a resource that a provider makes */
  constructor(records: readonly ResourceRecord[], { urns, configured, isMade }: MakeOptions) {
    this.#byId = new Map(records.map((record) => [record.id, record]))
    this.#packageOf = writtenPackages(configured)
    this.#configured = configured
    // A record in doubt does not know the version that made it.
    const telling = records.toSorted((a, b) => Number(a.pluginVersion !== '') - Number(b.pluginVersion !== ''))
    this.#fromSettings = new Map(
      telling.filter(isMade).flatMap((record) => {
        const written = this.packageOf(record)
        if (this.ownOf(record, written.pkg) !== undefined) return []
        const named = namedConfiguration(record, configured)
        return [[keyOf(written.pkg, named), providerOf(written, urns, named)] as const]
      }),
    )
    this.#versions = new Map(
      telling.flatMap((record) => {
        const provider = this.ownOf(record, namespaceOf(record.type).slice(0, -1))
        return provider === undefined || isPart(record) ? [] : [[provider.id, record.pluginVersion] as const]
      }),
    )
  }

  get fromSettings(): readonly PulumiResource[] {
    return [...this.#fromSettings.values()]
  }

  packageOf({ type, pluginVersion }: ResourceRecord): WrittenPackage {
    return this.#packageOf(type, pluginVersion)
  }

  /** The resource of the blueprint that configures its provider. */
  ownOf({ reads }: ResourceRecord, pkg: string): ResourceRecord | undefined {
    const read = reads.flatMap((id) => this.#byId.get(id) ?? [])
    return read.find(({ type }) => packageOfProvider(type) === pkg)
  }

  fromSettingsFor(record: ResourceRecord, pkg: string): PulumiResource | undefined {
    return this.#fromSettings.get(keyOf(pkg, namedConfiguration(record, this.#configured)))
  }

  /** The plugin version of a provider, according to its resources. */
  versionOf({ id }: ResourceRecord): string {
    return this.#versions.get(id) ?? ''
  }
}

interface MakeOptions {
  readonly urns: Urns
  readonly configured: Configured
  readonly isMade: (record: ResourceRecord) => boolean
}

function keyOf(pkg: string, named: NamedConfiguration | undefined): string {
  return named === undefined ? pkg : `${pkg} ${named.name}`
}

function providerOf(
  { pkg, version, inputs }: WrittenPackage,
  urns: Urns,
  named: NamedConfiguration | undefined,
): PulumiResource {
  const type = `pulumi:providers:${pkg}`
  const byVersion = version === '' ? 'default' : `default_${version.replaceAll('.', '_')}`
  const { name = byVersion, settings: own = {} } = named ?? {}
  const urn = urns.of(type, name)
  const digest = createHash('sha256').update(urn).digest('hex')
  const id = [8, 4, 4, 4, 12].map((length, at) => digest.slice(at * 8, at * 8 + length)).join('-')
  const settings = valueMap([...Object.entries(own), ...(version === '' ? [] : ([['version', version]] as const))])
  const given = valueMap([...Object.entries(own), ...Object.entries(inputs)])
  return { urn, custom: true, id, type, inputs: structToJson(given), outputs: structToJson(settings) }
}
