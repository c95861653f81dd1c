import { namespaceOf, secret, type Value, type ValueMap, valueMap } from '@slipway/model'
import { builtInNamespace, packageOfProvider } from '../providers/definitions.ts'
import { formatUrn, parseProviderReference } from '../urns/urn.ts'
import type { Deployment } from './deployment.ts'
import type { Goals } from './goals.ts'
import { Packages, recordOf, type ToldPackage } from './packages.ts'

/** The package of a type or a token: `aws` of `aws:s3/bucket:Bucket`. */
function packageOf(type: string): string {
  return namespaceOf(type).replace(/:$/, '')
}

/** How a question says which provider it is for. */
interface Named {
  /** `urn::id`; empty: the default one. */
  readonly provider: string
  readonly version: string
  readonly packageRef: string
}

/** A default provider. */
interface Wanted {
  readonly pkg: string
  readonly version: string
  readonly told: ToldPackage | undefined
}

/** The providers of a run: those that the program makes itself, and one for each package that it makes none for. */
export class ProgramProviders {
  readonly #deployment: Deployment
  readonly packages = new Packages()
  readonly #goals: Goals
  readonly #defaults = new Map<string, Promise<string>>()

  constructor(deployment: Deployment, goals: Goals) {
    this.#deployment = deployment
    this.#goals = goals
  }

  /** `urn::id` of the provider that something belongs to: the one that is named, or the default one of its package. */
  async of(type: string, { provider: named, version, packageRef }: Named): Promise<string> {
    if (named !== '' && parseProviderReference(named) !== undefined) return named
    const told = this.packages.of(packageRef)
    const wanted = { pkg: packageOf(type), version: told?.parameter?.version ?? told?.version ?? version, told }
    const key = JSON.stringify([wanted.pkg, wanted.version, told && recordOf(told)])
    const known = this.#defaults.get(key)
    if (known !== undefined) return await known
    const made = this.#default(wanted)
    this.#defaults.set(key, made)
    return await made
  }

  /** The package that a provider of the program is to serve, as it is recorded. */
  toldIn(packageRef: string): ValueMap | undefined {
    const told = this.packages.of(packageRef)
    return told && recordOf(told)
  }

  /** False for what needs no provider. */
  isNeeded(type: string): boolean {
    return !type.startsWith(builtInNamespace) && packageOfProvider(type) === undefined
  }

  async #default({ pkg, version, told }: Wanted): Promise<string> {
    const { stack } = this.#deployment
    const type = `pulumi:providers:${pkg}`
    const name = version === '' ? 'default' : `default_${version.replaceAll(/[.+-]/g, '_')}`
    const urn = formatUrn({ ...stack, qualifiedType: type, name })
    const inputs = valueMap([...this.#configured(pkg), ...(version === '' ? [] : [['version', version] as const])])
    const { id } = await this.#goals.want({ urn, type, inputs, package: told && recordOf(told) })
    return `${urn}::${id}`
  }

  /** What the stack's configuration says of a package. */
  #configured(pkg: string): readonly (readonly [string, Value])[] {
    const { config, configSecretKeys } = this.#deployment.stack
    const hidden = new Set(configSecretKeys)
    const prefix = `${pkg}:`
    return Array.from(config).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), hidden.has(key) ? secret(value) : value] as const] : [],
    )
  }
}

/** Inputs of a provider that the program makes, with the version of the plugin that it wants. */
export function providerInputs(inputs: ValueMap, version: string): ValueMap {
  return version === '' ? inputs : valueMap([...Object.entries(inputs), ['version', version]])
}
