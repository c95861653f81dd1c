import { isMap, namespaceOf, revealed, secret, type Value, type ValueMap, valueMap } from '@slipway/model'
import { type monitor, programFromWire, referenceKey } from '@slipway/protocol/pulumi'
import { builtInNamespace, isMadeUp, packageOfProvider } from '../../providers/definitions.ts'
import { defaultName } from '../../urns/default-name.ts'
import { formatUrn, parseProviderReference } from '../../urns/urn.ts'
import type { Deployment } from '../deployment.ts'
import type { Goals } from '../goals/goals.ts'
import type { Extension } from '../../providers/extension.ts'
import { packageOfTold, Packages, recordOf, type ToldPackage } from './packages.ts'

/** The package of a type or a token: `aws` for `aws:s3/bucket:Bucket`. */
function packageOf(type: string): string {
  return namespaceOf(type).replace(/:$/, '')
}

/** The parts of a request that select its provider. */
interface Named {
  /** `urn::id`; empty: the default provider. */
  readonly provider: string
  readonly version: string
  readonly pluginDownloadURL: string
  readonly packageRef: string
  /** Providers by package, for the resource and its children. */
  readonly providers?: Readonly<Record<string, string>>
  /** URN of the parent; empty without a parent. */
  readonly parent?: string
}

/** A default provider. */
interface Wanted {
  readonly pkg: string
  /** The wanted version of the package. */
  readonly version: string
  readonly server: string
  /** Present if another plugin is made to serve the package. */
  readonly told: ToldPackage | undefined
}

/** The providers of a run: those that the program makes, and a default one for each package without such a provider. */
export class ProgramProviders {
  readonly #deployment: Deployment
  readonly packages = new Packages()
  readonly #goals: Goals
  readonly #defaults = new Map<string, Promise<string>>()
  /** The providers for the children of each component, by URN and package. */
  readonly #below = new Map<string, Readonly<Record<string, string>>>()

  constructor(deployment: Deployment, goals: Goals) {
    this.#deployment = deployment
    this.#goals = goals
  }

  /** Registers the providers of a component, in addition to those of its parent. */
  below(urn: string, parent: string | undefined, providers: Readonly<Record<string, string>>): void {
    this.#below.set(urn, { ...this.#below.get(parent ?? ''), ...providers })
  }

  /** `urn::id` of the provider of a request: the named one, or the default one of its package. */
  async of(type: string, asked: Named): Promise<string> {
    const { version, pluginDownloadURL: url, packageRef } = asked
    const named = this.named(type, asked)
    if (named !== '' && parseProviderReference(named) !== undefined) return named
    const told = this.packages.of(packageRef)
    const server = (told?.server ?? url).replace(/\/+$/, '')
    const pkg = told?.extension === undefined ? packageOf(type) : packageOfTold(told)
    // A plugin's own package has its usual default provider, even if the plugin also serves others.
    const made = told?.parameter === undefined ? undefined : told
    const wanted = { pkg, version: versionOf(told) ?? version, server, told: made }
    const key = JSON.stringify([pkg, wanted.version, server, made && recordOf(made)])
    const known = this.#defaults.get(key)
    if (known !== undefined) return await known
    const asking = this.#default(wanted)
    this.#defaults.set(key, asking)
    return await asking
  }

  /** `urn::id` of the provider named for the resource, for a component above it, or for its package; empty: none. */
  named(type: string, asked: Pick<Named, 'provider' | 'providers' | 'parent' | 'packageRef'>): string {
    const { provider, providers = {}, parent = '' } = asked
    if (provider !== '') return provider
    const all = { ...this.#below.get(parent), ...providers }
    return this.packagesOf(type, asked).flatMap((pkg) => all[pkg] ?? [])[0] ?? ''
  }

  /** Like `named`, for a method: the provider of its resource. A provider serves its own methods. Empty: unknown. */
  ofMethod({ tok, provider, args }: Pick<monitor.ResourceCallRequest, 'tok' | 'provider' | 'args'>): string {
    const isOfProvider = packageOfProvider(tok) !== undefined
    if (provider !== '' && !isOfProvider) return provider
    const self = revealed(programFromWire(args)['__self__'] ?? null)
    const { [referenceKey]: urn = null, id = null } = isMap(self) ? self : valueMap()
    if (typeof urn !== 'string') return ''
    return isOfProvider ? `${urn}::${typeof id === 'string' ? id : ''}` : (this.#goals.registered(urn)?.provider ?? '')
  }

  /** The packages whose providers may serve a type: its own package and the one that this extends. */
  packagesOf(type: string, { packageRef }: Pick<Named, 'packageRef'>): readonly string[] {
    const told = this.packages.of(packageRef)
    return told?.extension === undefined ? [packageOf(type)] : [packageOf(type), packageOfTold(told)]
  }

  /** The parameters that the plugin must get before it serves the package. */
  extensionOf({ packageRef }: Pick<Named, 'packageRef'>): Extension | undefined {
    return this.packages.of(packageRef)?.extension
  }

  /** The inputs of a provider that the program makes, with the wanted plugin version and the way to start the plugin. */
  own({ version, packageRef, pluginDownloadURL: url, envVarMappings }: OwnProvider, inputs: ValueMap) {
    const told = this.packages.of(packageRef)
    const wanted = versionOf(told) ?? version
    const how = valueMap([
      ...Object.entries(told === undefined ? {} : recordOf(told)),
      ...(url === '' ? [] : ([['server', url.replace(/\/+$/, '')]] as const)),
      ...(Object.keys(envVarMappings).length === 0 ? [] : ([['variables', variablesOf(envVarMappings)]] as const)),
    ])
    return {
      inputs: wanted === '' ? inputs : valueMap([...Object.entries(inputs), ['version', wanted]]),
      package: Object.keys(how).length === 0 ? undefined : how,
    }
  }

  /** False for types that need no provider. */
  isNeeded(type: string): boolean {
    return !type.startsWith(builtInNamespace) && packageOfProvider(type) === undefined
  }

  async #default({ pkg, version, server, told }: Wanted): Promise<string> {
    const { stack } = this.#deployment
    const type = `pulumi:providers:${pkg}`
    const urn = formatUrn({ ...stack, qualifiedType: type, name: defaultName(version, server) })
    const inputs = valueMap([...this.#configured(pkg), ...(version === '' ? [] : [['version', version] as const])])
    const how = told === undefined ? serverOnly(server) : recordOf(told)
    const { id } = await this.#goals.want({ urn, type, inputs, package: how })
    return `${urn}::${id}`
  }

  /** The stack's configuration for a package. A made-up package gets the whole configuration, with full names. */
  #configured(pkg: string): readonly (readonly [string, Value])[] {
    const { config, configSecretKeys } = this.#deployment.stack
    const hidden = new Set(configSecretKeys)
    const prefix = isMadeUp(pkg) ? '' : `${pkg}:`
    return Array.from(config).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), hidden.has(key) ? secret(value) : value] as const] : [],
    )
  }
}

/** A program's request for its own provider. */
interface OwnProvider {
  readonly version: string
  readonly packageRef: string
  readonly pluginDownloadURL: string
  /** Maps names in our environment to names that its plugin reads. */
  readonly envVarMappings: Readonly<Record<string, string>>
}

/** The wanted version of the package. */
function versionOf(told: ToldPackage | undefined): string | undefined {
  return told && (told.parameter?.version ?? told.version)
}

function serverOnly(server: string): ValueMap | undefined {
  return server === '' ? undefined : valueMap([['server', server]])
}

/** The variables by the names that the plugin reads. */
function variablesOf(mappings: OwnProvider['envVarMappings']): ValueMap {
  return valueMap(Object.entries(mappings).map(([ours, its]) => [its, ours] as const))
}
