import { isMap, namespaceOf, revealed, secret, type Value, type ValueMap, valueMap } from '@slipway/model'
import { type monitor, programFromWire, referenceKey } from '@slipway/protocol/pulumi'
import { builtInNamespace, isMadeUp, packageOfProvider } from '../providers/definitions.ts'
import { defaultName } from '../urns/default-name.ts'
import { formatUrn, parseProviderReference } from '../urns/urn.ts'
import type { Deployment } from './deployment.ts'
import type { Goals } from './goals.ts'
import type { Extension } from '../providers/extension.ts'
import { packageOfTold, Packages, recordOf, type ToldPackage } from './packages.ts'

/** The package of a type or a token: `aws` of `aws:s3/bucket:Bucket`. */
function packageOf(type: string): string {
  return namespaceOf(type).replace(/:$/, '')
}

/** How a question says which provider it is for. */
interface Named {
  /** `urn::id`; empty: the default one. */
  readonly provider: string
  readonly version: string
  readonly pluginDownloadURL: string
  readonly packageRef: string
  /** By package: what is asked for together with what lies below it says so. */
  readonly providers?: Readonly<Record<string, string>>
  /** URN; empty where there is none. */
  readonly parent?: string
}

/** A default provider. */
interface Wanted {
  readonly pkg: string
  /** Of the package. */
  readonly version: string
  readonly server: string
  /** Where its plugin is made to serve it. */
  readonly told: ToldPackage | undefined
}

/** The providers of a run: those that the program makes itself, and one for each package that it makes none for. */
export class ProgramProviders {
  readonly #deployment: Deployment
  readonly packages = new Packages()
  readonly #goals: Goals
  readonly #defaults = new Map<string, Promise<string>>()
  /** By the URN of a component, by package: what lies below it belongs to these. */
  readonly #below = new Map<string, Readonly<Record<string, string>>>()

  constructor(deployment: Deployment, goals: Goals) {
    this.#deployment = deployment
    this.#goals = goals
  }

  /** Takes the providers of a component, and those of the one in which it lies. */
  below(urn: string, parent: string | undefined, providers: Readonly<Record<string, string>>): void {
    this.#below.set(urn, { ...this.#below.get(parent ?? ''), ...providers })
  }

  /** `urn::id` of the provider that something belongs to: the one that is named, or the default one of its package. */
  async of(type: string, asked: Named): Promise<string> {
    const { version, pluginDownloadURL: url, packageRef } = asked
    const named = this.named(type, asked)
    if (named !== '' && parseProviderReference(named) !== undefined) return named
    const told = this.packages.of(packageRef)
    const server = (told?.server ?? url).replace(/\/+$/, '')
    const pkg = told?.extension === undefined ? packageOf(type) : packageOfTold(told)
    // A provider that serves its own package is the default one, even if it serves others beside it.
    const made = told?.parameter === undefined ? undefined : told
    const wanted = { pkg, version: versionOf(told) ?? version, server, told: made }
    const key = JSON.stringify([pkg, wanted.version, server, made && recordOf(made)])
    const known = this.#defaults.get(key)
    if (known !== undefined) return await known
    const asking = this.#default(wanted)
    this.#defaults.set(key, asking)
    return await asking
  }

  /** `urn::id` of the provider that is named for it, for a component above it, or for all of its package; empty: none is. */
  named(type: string, asked: Pick<Named, 'provider' | 'providers' | 'parent' | 'packageRef'>): string {
    const { provider, providers = {}, parent = '' } = asked
    if (provider !== '') return provider
    const all = { ...this.#below.get(parent), ...providers }
    return this.packagesOf(type, asked).flatMap((pkg) => all[pkg] ?? [])[0] ?? ''
  }

  /** The same for a method, whose resource says where it belongs; a provider answers for itself. Empty: nothing is known of it. */
  ofMethod({ tok, provider, args }: Pick<monitor.ResourceCallRequest, 'tok' | 'provider' | 'args'>): string {
    const isOfProvider = packageOfProvider(tok) !== undefined
    if (provider !== '' && !isOfProvider) return provider
    const self = revealed(programFromWire(args)['__self__'] ?? null)
    const { [referenceKey]: urn = null, id = null } = isMap(self) ? self : valueMap()
    if (typeof urn !== 'string') return ''
    return isOfProvider ? `${urn}::${typeof id === 'string' ? id : ''}` : (this.#goals.registered(urn)?.provider ?? '')
  }

  /** The packages whose providers may serve a type: its own, and the one that it extends. */
  packagesOf(type: string, { packageRef }: Pick<Named, 'packageRef'>): readonly string[] {
    const told = this.packages.of(packageRef)
    return told?.extension === undefined ? [packageOf(type)] : [packageOf(type), packageOfTold(told)]
  }

  /** The parameters that the plugin must get before it serves the package. */
  extensionOf({ packageRef }: Pick<Named, 'packageRef'>): Extension | undefined {
    return this.packages.of(packageRef)?.extension
  }

  /** Inputs of a provider that the program makes, with the version of the plugin that it wants, and how that is started. */
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

  /** False for what needs no provider. */
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

  /** What the stack's configuration says of a package; what the program makes up itself is told all of it, by full names. */
  #configured(pkg: string): readonly (readonly [string, Value])[] {
    const { config, configSecretKeys } = this.#deployment.stack
    const hidden = new Set(configSecretKeys)
    const prefix = isMadeUp(pkg) ? '' : `${pkg}:`
    return Array.from(config).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), hidden.has(key) ? secret(value) : value] as const] : [],
    )
  }
}

/** How a program asks for a provider of its own. */
interface OwnProvider {
  readonly version: string
  readonly packageRef: string
  readonly pluginDownloadURL: string
  /** By the names in our environment: those that its plugin reads. */
  readonly envVarMappings: Readonly<Record<string, string>>
}

/** Of the package. */
function versionOf(told: ToldPackage | undefined): string | undefined {
  return told && (told.parameter?.version ?? told.version)
}

function serverOnly(server: string): ValueMap | undefined {
  return server === '' ? undefined : valueMap([['server', server]])
}

/** By the names that the plugin reads. */
function variablesOf(mappings: OwnProvider['envVarMappings']): ValueMap {
  return valueMap(Object.entries(mappings).map(([ours, its]) => [its, ours] as const))
}
